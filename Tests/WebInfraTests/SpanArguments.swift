// SPDX-License-Identifier: MIT
// Part of Grille: calls with arrays where the engine takes spans, which expectations cannot hold.

@testable import WebInfra

extension EncodingSniffer {
  static func sniff(
    _ bytes: [UInt8], transportLabel: String? = nil, isComplete: Bool = true
  ) -> Result {
    sniff(bytes.span, transportLabel: transportLabel, isComplete: isComplete)
  }
}

extension TextDecoder {
  static func text(_ bytes: [UInt8], as encoding: TextEncoding) -> String {
    String(decoding: decode(bytes.span, as: encoding), as: UTF8.self)
  }

  mutating func decode(_ bytes: [UInt8], into output: inout [UInt8], isFinal: Bool = false) {
    decode(bytes.span, into: &output, isFinal: isFinal)
  }
}

extension DocumentDecoder {
  mutating func decode(_ bytes: [UInt8], into output: inout [UInt8], isFinal: Bool = false) {
    decode(bytes.span, into: &output, isFinal: isFinal)
  }
}

extension UTF8Validation {
  static func isValid(_ bytes: [UInt8]) -> Bool { isValid(bytes.span) }
}

extension WebURL {
  init?(bytes: [UInt8], base: WebURL? = nil) { self.init(utf8: bytes.span, base: base) }
}

extension JSONValue {
  init?(bytes: [UInt8]) { self.init(parsing: bytes.span) }
}
