// SPDX-License-Identifier: MIT
// Part of Grille: finding an encoding by a label, and what an encoding is good for.

extension TextEncoding {
  // encoding.spec.whatwg.org/#concept-encoding-get
  /// Finds the encoding of a label as it stands in headers and documents, in any case.
  package init?(label: some StringProtocol) {
    self.init(labelBytes: Array(label.utf8))
  }

  /// Finds the encoding of a label given as bytes.
  package init?(labelBytes bytes: [UInt8]) {
    var trimmed = bytes[...]
    while let first = trimmed.first, ASCII.isWhitespace(first) { trimmed.removeFirst() }
    while let last = trimmed.last, ASCII.isWhitespace(last) { trimmed.removeLast() }
    let lowered = trimmed.map(ASCII.lowercase)
    for (label, encoding) in Self.labels where label.utf8CodeUnitCount == lowered.count {
      let isSame = label.withUTF8Buffer { unsafe $0.elementsEqual(lowered) }
      if isSame {
        self = encoding
        return
      }
    }
    return nil
  }

  // encoding.spec.whatwg.org/#get-an-output-encoding
  /// The encoding in which forms are sent and queries are written for such a document.
  package var outputEncoding: TextEncoding {
    switch self {
    case .replacement, .utf16BE, .utf16LE: .utf8
    default: self
    }
  }

  /// Whether bytes below 0x80 always mean ASCII, so that tags can be found before decoding.
  package var isASCIICompatible: Bool {
    switch self {
    case .utf16BE, .utf16LE, .replacement, .iso2022JP: false
    default: true
    }
  }
}
