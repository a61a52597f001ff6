// SPDX-License-Identifier: MIT
// Part of Grille: decides in which encoding a document is read.

internal import CUchardet

/// The order in which the encoding of a document is looked for.
package enum EncodingSniffer {
  /// What decided for an encoding.
  package enum Source: Sendable {
    /// A byte order mark.
    case byteOrderMark
    /// The `charset` of the `Content-Type` header.
    case transport
    /// A declaration within the document.
    case declaration
    /// All bytes seen are valid UTF-8.
    case validUTF8
    /// The statistics of the bytes.
    case detection
    /// Nothing; the encoding is the usual one of undeclared documents.
    case fallback
  }

  // html.spec.whatwg.org/#concept-encoding-confidence
  /// How sure an encoding is.
  package enum Confidence: Sendable {
    /// A late declaration in the document may change it.
    case tentative
    /// Nothing changes it.
    case certain
  }

  /// An encoding and why it was chosen.
  package struct Result: Hashable, Sendable {
    /// The encoding.
    package let encoding: TextEncoding
    /// What decided.
    package let source: Source

    /// How sure it is: certain for a byte order mark and the transport.
    package var confidence: Confidence {
      source == .byteOrderMark || source == .transport ? .certain : .tentative
    }
  }

  /// The number of bytes in which a declaration is looked for.
  package static let prescanLength = 1024
  /// The number of bytes whose statistics are used.
  package static let detectionLength = 65_536

  // html.spec.whatwg.org/#determining-the-character-encoding
  /// Decides on the first bytes of a document.
  ///
  /// `isComplete` tells that there are no more bytes: a sequence cut off at the end is then wrong.
  package static func sniff(
    _ bytes: Span<UInt8>, transportLabel: String?, isComplete: Bool
  ) -> Result {
    declared(bytes, transportLabel: transportLabel, isComplete: isComplete)
      ?? detected(bytes, isComplete: isComplete)
  }

  /// The encoding that a mark, the transport or the document itself names.
  ///
  /// Without `isComplete` more bytes follow, none of which will change what is found.
  package static func declared(
    _ bytes: Span<UInt8>, transportLabel: String?, isComplete: Bool
  ) -> Result? {
    if let encoding = byteOrderMark(bytes) {
      return Result(encoding: encoding, source: .byteOrderMark)
    }
    if let transportLabel, let encoding = TextEncoding(label: transportLabel) {
      return Result(encoding: encoding, source: .transport)
    }
    let prefix = bytes.extracting(first: prescanLength)
    var copy: [UInt8] = []
    copy.append(copying: prefix)
    return MetaPrescan.encoding(in: copy, isComplete: isComplete || copy.count == prescanLength)
      .map { Result(encoding: $0, source: .declaration) }
  }

  /// The encoding that the bytes look like.
  package static func detected(_ bytes: Span<UInt8>, isComplete: Bool) -> Result {
    let valid = UTF8Validation.validLength(bytes)
    let hasEscape = isEscaped(bytes)
    if !hasEscape,
      valid == bytes.count
        || (!isComplete && valid > 0 && UTF8Validation.brokenLength(bytes, at: valid).isCut)
    {
      return Result(encoding: .utf8, source: .validUTF8)
    }
    if let encoding = guess(bytes.extracting(first: detectionLength)) {
      return Result(encoding: encoding, source: .detection)
    }
    if valid == bytes.count { return Result(encoding: .utf8, source: .validUTF8) }
    return Result(encoding: .windows1252, source: .fallback)
  }

  // encoding.spec.whatwg.org/#bom-sniff
  /// The encoding whose byte order mark the bytes start with.
  package static func byteOrderMark(_ bytes: Span<UInt8>) -> TextEncoding? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF): return .utf16BE
    case (0xFF, 0xFE): return .utf16LE
    case (0xEF, 0xBB): return bytes.count >= 3 && bytes[2] == 0xBF ? .utf8 : nil
    default: return nil
    }
  }

  /// Whether the escape character occurs, which ISO-2022-JP begins its text with.
  private static func isEscaped(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] == 0x1B { return true }
    return false
  }

  /// Asks the detector; nil if it has no guess or one that browsers must not follow.
  private static func guess(_ bytes: Span<UInt8>) -> TextEncoding? {
    var name = [CChar](repeating: 0, count: 64)
    let isFound = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe name.withUnsafeMutableBufferPointer { name in
        unsafe shim_uchardet_detect(bytes.baseAddress, bytes.count, name.baseAddress, name.count)
      }
    }
    guard isFound != 0 else { return nil }
    let text = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if text == "ASCII" { return nil }
    // Names of the detector that are no labels of the standard.
    let label =
      switch text {
      case "UHC": "euc-kr"
      case "MAC-CYRILLIC": "x-mac-cyrillic"
      case "MAC-CENTRALEUROPE": "windows-1250"
      default: text
      }
    switch TextEncoding(label: label) {
    // UTF-16 is known by its mark only, which means nothing within a document.
    case nil, .replacement, .utf16BE, .utf16LE: return nil
    case let encoding: return encoding
    }
  }
}
