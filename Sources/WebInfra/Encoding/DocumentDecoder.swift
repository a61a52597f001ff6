// SPDX-License-Identifier: MIT
// Part of Grille: decodes a document while its encoding is still being found out.

/// Turns the bytes of a document into UTF-8 as they arrive.
///
/// Nothing is held back longer than needed: a declared encoding is used as soon as it is seen, and
/// of an undeclared document everything up to the first byte that is not ASCII passes through.
package struct DocumentDecoder: Sendable {
  private enum Phase {
    /// A mark or a declaration is looked for.
    case declaration
    /// There is none; the bytes themselves have to tell.
    case detection
    case decided
  }

  /// The encoding in use, once it is decided.
  package private(set) var result: EncodingSniffer.Result?
  private let transportLabel: String?
  private var phase = Phase.declaration
  /// What has arrived and is not decoded.
  private var held: [UInt8] = []
  private var decoder: TextDecoder?
  /// How many of the held bytes are known to read the same in every encoding.
  private var plain = 0
  /// Whether such bytes have been output, so that no byte order mark can follow.
  private var hasPassed = false
  /// How many bytes have to be held before the next attempt; doubled each time, so that small
  /// chunks cost no more than large ones.
  private var nextAttempt = 4096

  /// Makes a decoder for a document with the `charset` of its `Content-Type`, if any.
  package init(transportLabel: String? = nil) { self.transportLabel = transportLabel }

  /// Makes a decoder for a document whose encoding is decided, as after a late declaration.
  package init(_ encoding: TextEncoding, source: EncodingSniffer.Source) {
    transportLabel = nil
    result = EncodingSniffer.Result(encoding: encoding, source: source)
    decoder = TextDecoder(encoding)
    phase = .decided
  }

  /// Appends the text of the next bytes in UTF-8; `isFinal` tells that the document ends here.
  package mutating func decode(
    _ bytes: Span<UInt8>, into output: inout [UInt8], isFinal: Bool = false
  ) {
    if phase == .decided {
      decoder?.decode(bytes, into: &output, isFinal: isFinal)
      return
    }
    held.append(copying: bytes)
    if phase == .declaration { lookForDeclaration(isFinal: isFinal, into: &output) }
    if phase == .detection { detect(isFinal: isFinal, into: &output) }
    if isFinal, phase == .decided { decoder?.decode(Span(), into: &output, isFinal: true) }
  }

  /// Stops waiting for a declaration, because someone looks at a document that arrives slowly:
  /// appends what reads the same in every encoding, and guesses if something else follows.
  // html.spec.whatwg.org/#determining-the-character-encoding
  package mutating func flush(into output: inout [UInt8]) {
    guard phase != .decided, !held.isEmpty else { return }
    if phase == .declaration, let declared = declaration(isFinal: true) {
      decide(declared, into: &output)
      return
    }
    phase = .detection
    measurePlain()
    passPlain(into: &output)
    guard !held.isEmpty else { return }
    decide(EncodingSniffer.detected(held.span, isComplete: false), into: &output)
  }

  private mutating func lookForDeclaration(isFinal: Bool, into output: inout [UInt8]) {
    // Three bytes show a mark, which is stronger than anything else.
    guard held.count >= 3 || isFinal else { return }
    if let declared = declaration(isFinal: isFinal) {
      decide(declared, into: &output)
    } else if held.count >= EncodingSniffer.prescanLength || isFinal {
      phase = .detection
    }
  }

  private func declaration(isFinal: Bool) -> EncodingSniffer.Result? {
    EncodingSniffer.declared(held.span, transportLabel: transportLabel, isComplete: isFinal)
  }

  private mutating func detect(isFinal: Bool, into output: inout [UInt8]) {
    measurePlain()
    if plain == held.count, isFinal {
      decide(EncodingSniffer.Result(encoding: .utf8, source: .validUTF8), into: &output)
      return
    }
    // A short document is judged whole, which the detector does better.
    if plain > 4096 || plain == held.count { passPlain(into: &output) }
    guard isFinal || held.count - plain >= nextAttempt else { return }
    nextAttempt = min(2 * held.count, EncodingSniffer.detectionLength)
    let found = EncodingSniffer.detected(held.span, isComplete: isFinal)
    let isSure = found.source == .validUTF8 || isFinal
    if isSure || held.count >= EncodingSniffer.detectionLength { decide(found, into: &output) }
  }

  private mutating func measurePlain() {
    while plain < held.count, Self.isPlain(held[plain]) { plain += 1 }
  }

  /// Whether a byte is ASCII that ISO-2022-JP, too, reads as such.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != 0x1B && byte != 0x0E && byte != 0x0F
  }

  private mutating func passPlain(into output: inout [UInt8]) {
    guard plain > 0 else { return }
    output.append(contentsOf: held[..<plain])
    held.removeFirst(plain)
    plain = 0
    hasPassed = true
  }

  private mutating func decide(
    _ found: EncodingSniffer.Result, into output: inout [UInt8]
  ) {
    result = found
    phase = .decided
    var decoder = TextDecoder(found.encoding, isAtStart: !hasPassed)
    decoder.decode(held.span, into: &output)
    self.decoder = decoder
    held = []
  }
}
