// SPDX-License-Identifier: MIT
// Part of Grille: coverage-guided fuzzing of decoders, encoders and the sniffing of types.

import WebInfra

/// A document: the first two bytes choose encoding and cuts, the rest is the input.
///
/// Whatever the input, nothing traps, text is valid UTF-8 that does not depend on the cuts, markup is
/// never swallowed or made up, and what an encoder writes is read back.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeAnyBytes(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 2 else { return 0 }
  let encoding = TextEncoding.allCases[Int(data[0]) % TextEncoding.allCases.count]
  let bytes = Array(UnsafeBufferPointer(start: data + 2, count: size - 2))
  let text = checkDecoder(encoding, bytes, Cuts(seed: data[1]))
  checkEncoder(encoding, text)
  checkEncoder(encoding, String(decoding: bytes, as: UTF8.self))
  checkDocument(bytes, label: nil, Cuts(seed: data[1]), flushes: data[1] & 3 == 0)
  checkDocument(bytes, label: encoding.name, Cuts(seed: data[1]), flushes: false)
  checkType(bytes, noSniff: data[1] & 1 != 0)
  return 0
}

/// Where a stream is cut: lengths from 1 to 16, the same for the same seed.
private struct Cuts {
  private var state: UInt32
  init(seed: UInt8) { state = UInt32(seed) &* 2_654_435_761 | 1 }

  mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    var (pieces, start): ([[UInt8]], Int) = ([], 0)
    while start < bytes.count {
      state = state &* 1_664_525 &+ 1_013_904_223
      let end = min(bytes.count, start + Int(state >> 28) + 1)
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    return pieces
  }
}

// MARK: Decoders

private func checkDecoder(_ encoding: TextEncoding, _ bytes: [UInt8], _ cuts: Cuts) -> String {
  let whole = TextDecoder.decode(bytes.span, as: encoding)
  var (decoder, cuts) = (TextDecoder(encoding), cuts)
  // The second time shows that the end of a stream leaves nothing behind.
  for _ in 0..<2 {
    var output: [UInt8] = []
    for piece in cuts.pieces(of: bytes) { decoder.decode(piece.span, into: &output) }
    decoder.decode(Span(), into: &output, isFinal: true)
    require(output == whole, "the text depends on the cuts")
  }
  guard let text = String(validating: whole, as: UTF8.self) else {
    fatalError("the text is not valid UTF-8")
  }
  if let expected = reference(encoding, bytes) {
    require(text.utf8.elementsEqual(expected.utf8), "the text is not what it should be")
  }
  if encoding.isASCIICompatible {
    require(
      whole.filter(isNeverTrail) == bytes.filter(isNeverTrail), "markup is swallowed or made up")
  }
  return text
}

/// Whether a byte is ASCII that no character of two or more bytes ends with, `<` and `>` included.
private func isNeverTrail(_ byte: UInt8) -> Bool { byte < 0x40 && !ASCII.isDigit(byte) }

/// The text by other means, where there are such.
private func reference(_ encoding: TextEncoding, _ bytes: [UInt8]) -> String? {
  switch encoding {
  case .utf8:
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return String(decoding: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
  case .utf16LE, .utf16BE:
    let order = encoding == .utf16LE ? (0, 1) : (1, 0)
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + order.1]) << 8 | UInt16(bytes[$0 + order.0])
    }
    // A byte too many is one error, together with half a pair before it.
    if bytes.count % 2 == 1, units.last.map({ $0 & 0xFC00 != 0xD800 }) ?? true {
      units.append(0xFFFD)
    }
    return String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
  case .replacement: return bytes.isEmpty ? "" : "\u{FFFD}"
  default: return nil
  }
}

// MARK: Encoders

/// A form's text is read back as it was, but for characters that the encoding lacks.
private func checkEncoder(_ encoding: TextEncoding, _ text: String) {
  var encoder = TextEncoder(encoding)
  var expected = ""
  for scalar in text.unicodeScalars {
    var bytes: [UInt8] = []
    if encoder.append(scalar, into: &bytes) {
      require(!bytes.isEmpty, "a character is dropped")
      expected.unicodeScalars.append(readBack(scalar, encoder.encoding))
    } else {
      require(scalar.value >= 0x80 || encoder.encoding == .iso2022JP, "ASCII is not encoded")
      let isUnsafe = scalar.value < 0x80
      expected += "&#\(isUnsafe ? 0xFFFD : scalar.value);"
    }
  }
  let bytes = TextEncoder.encode(text, as: encoding)
  var decoded = TextDecoder.decode(bytes.span, as: encoder.encoding)
  if encoder.encoding == .utf8 { decoded = bytes }
  require(decoded.elementsEqual(expected.utf8), "what is encoded is read otherwise")
}

/// The characters which an encoder writes as others, by its standard.
private func readBack(_ scalar: Unicode.Scalar, _ encoding: TextEncoding) -> Unicode.Scalar {
  switch (encoding, scalar) {
  case (.shiftJIS, "\u{A5}"), (.eucJP, "\u{A5}"): "\\"
  case (.shiftJIS, "\u{203E}"), (.eucJP, "\u{203E}"): "~"
  case (.shiftJIS, "\u{2212}"), (.eucJP, "\u{2212}"), (.iso2022JP, "\u{2212}"): "\u{FF0D}"
  case (.iso2022JP, "\u{FF61}"..."\u{FF9F}"): fullWidth[Int(scalar.value - 0xFF61)]
  default: scalar
  }
}

/// The katakana from U+FF61 on in their usual width.
private let fullWidth = Array(
  "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
    .unicodeScalars)

// MARK: Sniffing

private func checkDocument(_ bytes: [UInt8], label: String?, _ cuts: Cuts, flushes: Bool) {
  let sniffed = EncodingSniffer.sniff(bytes.span, transportLabel: label, isComplete: true)
  require(
    sniffed.encoding != .replacement || sniffed.source == .transport
      || sniffed.source == .declaration, "an unsafe encoding is guessed")
  var (decoder, cuts, output) = (DocumentDecoder(transportLabel: label), cuts, [UInt8]())
  for (number, piece) in cuts.pieces(of: bytes).enumerated() {
    decoder.decode(piece.span, into: &output)
    if flushes, number == 8 { decoder.flush(into: &output) }
  }
  decoder.decode(Span(), into: &output, isFinal: true)
  guard let result = decoder.result else { fatalError("a document has no encoding at its end") }
  require(
    output == TextDecoder.decode(bytes.span, as: result.encoding),
    "a document is not read in its encoding")
  if !flushes, bytes.count < EncodingSniffer.prescanLength {
    require(result == sniffed, "the encoding depends on the cuts")
  }
  require(
    (result.confidence == .certain)
      == (EncodingSniffer.byteOrderMark(bytes.span) != nil
        || label.flatMap { TextEncoding(label: $0) } != nil),
    "confidence comes from elsewhere")
}

private func checkType(_ bytes: [UInt8], noSniff: Bool) {
  let field = bytes.prefix { $0 != 0x0A }
  let body = Array(bytes.dropFirst(field.count + 1))
  let supplied = MIMEType(parsing: String(decoding: field, as: UTF8.self))
  if let supplied {
    require(MIMEType(parsing: supplied.description) == supplied, "a type is no fixed point")
    let parts = [supplied.type, supplied.subtype] + supplied.parameters.map(\.name)
    require(
      parts.allSatisfy { ASCII.isToken($0) && $0 == ASCII.lowercased($0) }, "a part is no token")
    require(
      Set(supplied.parameters.map(\.name)).count == supplied.parameters.count,
      "a parameter is there twice")
  }
  for type in [supplied, .html, .plainText, MIMEType(parsing: "image/png")] {
    let found = MIMESniffer.sniff(bytes: body.span, supplied: type, noSniff: noSniff)
    let head = MIMESniffer.sniff(
      bytes: body.span.extracting(first: MIMESniffer.headerLength), supplied: type, noSniff: noSniff
    )
    require(found == head, "a type depends on more than the first bytes")
    guard let type, !["unknown/unknown", "application/unknown", "*/*"].contains(type.essence) else {
      require(!noSniff || !found.isHTML && !found.isXML, "an unknown type becomes markup")
      continue
    }
    require(!noSniff || found == type, "a type is sniffed in spite of its sender")
    require(!found.isHTML || type.isHTML, "another type becomes HTML")
    require(!type.isImage || found.isImage, "an image becomes something else")
    require(
      type.essence != "text/plain" || found == type || found == .octetStream,
      "plain text becomes something else")
  }
}
