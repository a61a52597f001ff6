// SPDX-License-Identifier: MIT
// Part of Grille: reads JSON, strictly.

extension JSONValue {
  /// Reads a JSON text; nil if it is not well formed or nested deeper than 128.
  package init?(parsing text: String) { self.init(parsing: text.utf8.span) }

  // RFC 8259
  /// Reads a JSON text in UTF-8, with or without a byte order mark.
  package init?(parsing bytes: Span<UInt8>) {
    guard UTF8Validation.isValid(bytes) else { return nil }
    var copy: [UInt8] = []
    copy.append(copying: bytes)
    var reader = JSONReader(bytes: copy)
    guard let value = reader.document() else { return nil }
    self = value
  }
}

/// Reads one text from its start to its end.
struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  /// Recursion ends here, so that no input can exhaust the stack.
  private static let depthLimit = 128

  init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  mutating func document() -> JSONValue? {
    guard let value = value(depth: 0) else { return nil }
    skipWhitespace()
    return index == bytes.count ? value : nil
  }

  private mutating func value(depth: Int) -> JSONValue? {
    skipWhitespace()
    guard depth < Self.depthLimit, index < bytes.count else { return nil }
    switch bytes[index] {
    case 0x7B: return object(depth: depth)
    case 0x5B: return array(depth: depth)
    case 0x22: return string().map(JSONValue.string)
    case 0x74: return take("true") ? .bool(true) : nil
    case 0x66: return take("false") ? .bool(false) : nil
    case 0x6E: return take("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> JSONValue? {
    index += 1
    var members: [JSONValue.Member] = []
    skipWhitespace()
    if take("}") { return .object(members) }
    while true {
      skipWhitespace()
      guard index < bytes.count, bytes[index] == 0x22, let name = string() else { return nil }
      skipWhitespace()
      guard take(":"), let value = value(depth: depth + 1) else { return nil }
      members.append(JSONValue.Member(name, value))
      skipWhitespace()
      if take("}") { return .object(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func array(depth: Int) -> JSONValue? {
    index += 1
    var elements: [JSONValue] = []
    skipWhitespace()
    if take("]") { return .array(elements) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      elements.append(value)
      skipWhitespace()
      if take("]") { return .array(elements) }
      guard take(",") else { return nil }
    }
  }

  private mutating func number() -> JSONValue? {
    let start = index
    _ = take("-")
    guard let first = byte, ASCII.isDigit(first) else { return nil }
    index += 1
    if first != 0x30 { skipDigits() }
    var isInteger = true
    if take(".") {
      isInteger = false
      guard let digit = byte, ASCII.isDigit(digit) else { return nil }
      skipDigits()
    }
    if let letter = byte, letter | 0x20 == 0x65 {
      isInteger = false
      index += 1
      if !take("+") { _ = take("-") }
      guard let digit = byte, ASCII.isDigit(digit) else { return nil }
      skipDigits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { return nil }
    return .number(value)
  }

  private mutating func string() -> String? {
    index += 1
    var content: [UInt8] = []
    while let next = byte {
      index += 1
      switch next {
      case 0x22: return String(decoding: content, as: UTF8.self)
      case 0x5C:
        guard let scalar = escape() else { return nil }
        content.append(contentsOf: Array(String(scalar).utf8))
      case 0..<0x20: return nil
      default: content.append(next)
      }
    }
    return nil
  }

  /// The character after a backslash; a lone surrogate becomes U+FFFD.
  private mutating func escape() -> Unicode.Scalar? {
    guard let letter = byte else { return nil }
    index += 1
    switch letter {
    case 0x22, 0x5C, 0x2F: return Unicode.Scalar(letter)
    case 0x62: return "\u{8}"
    case 0x66: return "\u{C}"
    case 0x6E: return "\n"
    case 0x72: return "\r"
    case 0x74: return "\t"
    case 0x75: break
    default: return nil
    }
    guard let unit = hexadecimal() else { return nil }
    if unit & 0xFC00 == 0xD800 {
      let mark = index
      if take("\\"), take("u"), let low = hexadecimal(), low & 0xFC00 == 0xDC00 {
        return Unicode.Scalar(0x1_0000 + ((unit & 0x3FF) << 10 | low & 0x3FF))
      }
      index = mark
    }
    return Unicode.Scalar(unit) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = ASCII.hexValue(bytes[index]) else { return nil }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipDigits() {
    while let next = byte, ASCII.isDigit(next) { index += 1 }
  }

  private mutating func skipWhitespace() {
    while let next = byte, ASCII.isHTTPWhitespace(next) { index += 1 }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    let part = bytes[index..<index + count]
    guard text.withUTF8Buffer({ unsafe part.elementsEqual($0) }) else { return false }
    index += count
    return true
  }
}
