// SPDX-License-Identifier: MIT
// Part of Grille: reads what a token says: its text, hash, and whether it is a given word.

/// The 64-bit FNV-1a hash that stands for a name in selectors and custom properties.
///
/// Two names that collide would style each other's elements; at 64 bits that takes intent, and the
/// sheet's author could have named the element directly.
struct NameHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  @inline(__always)
  static func of(_ bytes: Span<UInt8>) -> UInt64 {
    var hash = NameHash()
    for index in 0..<bytes.count { hash.combine(bytes[index]) }
    return hash.value
  }

  @inline(__always)
  static func ofLowercased(_ bytes: Span<UInt8>) -> UInt64 {
    var hash = NameHash()
    for index in 0..<bytes.count { hash.combine(bytes[index].lowercasedASCII) }
    return hash.value
  }

  static func of(_ literal: StaticString) -> UInt64 {
    literal.withUTF8Buffer { buffer in
      var hash = NameHash()
      for index in 0..<buffer.count { unsafe hash.combine(buffer[index]) }
      return hash.value
    }
  }
}

extension Tokenizer {
  /// Whether the token's name is the lower-case literal without regard to case.
  @inline(__always)
  func value(of token: Token, equals literal: StaticString) -> Bool {
    if token.hasEscape { return text(of: token).span.equalsIgnoringCase(literal) }
    return token.valueEnd - token.valueStart == literal.utf8CodeUnitCount
      && bytes.span.extracting(token.valueStart..<token.valueEnd).equalsIgnoringCase(literal)
  }

  /// The row of the table whose name is the token's.
  @inline(__always)
  func lookup<Value>(_ token: Token, in table: [(StaticString, Value)]) -> Value? {
    for (name, result) in table where value(of: token, equals: name) { return result }
    return nil
  }

  /// The hash of the token's name.
  func hash(of token: Token, lowercased: Bool) -> UInt64 {
    if token.hasEscape {
      let decoded = text(of: token)
      return lowercased ? NameHash.ofLowercased(decoded.span) : NameHash.of(decoded.span)
    }
    let span = bytes.span.extracting(token.valueStart..<token.valueEnd)
    return lowercased ? NameHash.ofLowercased(span) : NameHash.of(span)
  }

  // drafts.csswg.org/css-syntax-3/#consume-escaped-code-point
  /// The token's name, string or address with escapes decoded.
  func text(of token: Token) -> [UInt8] {
    guard token.hasEscape else { return Array(bytes[token.valueStart..<token.valueEnd]) }
    var result: [UInt8] = []
    var index = token.valueStart
    while index < token.valueEnd {
      let byte = bytes[index]
      index += 1
      guard byte == 0x5C else {
        result.append(byte)
        continue
      }
      guard index < token.valueEnd else {
        if token.kind != .string { result.append(contentsOf: [0xEF, 0xBF, 0xBD]) }
        break
      }
      if bytes[index].hexDigitValue == nil {
        if bytes[index] == 0x0D, index + 1 < token.valueEnd, bytes[index + 1] == 0x0A {
          index += 2
        } else if bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x0C {
          index += 1
        } else {
          result.append(bytes[index])
          index += 1
        }
        continue
      }
      var scalar: UInt32 = 0
      var digits = 0
      while index < token.valueEnd, digits < 6, let digit = bytes[index].hexDigitValue {
        scalar = scalar << 4 | digit
        index += 1
        digits += 1
      }
      if index < token.valueEnd, bytes[index].isSpace {
        index +=
          bytes[index] == 0x0D && index + 1 < token.valueEnd && bytes[index + 1] == 0x0A ? 2 : 1
      }
      let decoded = scalar == 0 ? nil : Unicode.Scalar(scalar)
      result.append(contentsOf: Array(String(decoded ?? "\u{FFFD}").utf8))
    }
    return result
  }

  /// The token's text as a string.
  func string(of token: Token) -> String { String(decoding: text(of: token), as: UTF8.self) }

  /// Reads to the end of the block or function that was just opened, over nested ones.
  mutating func skipBlock(_ opening: TokenKind) {
    var open: [TokenKind] = [closing(of: opening)]
    while let expected = open.last {
      let token = next()
      switch token.kind {
      case .end: return
      case .openParen, .function, .openSquare, .openCurly: open.append(closing(of: token.kind))
      case expected: open.removeLast()
      default: break
      }
    }
  }

  private func closing(of kind: TokenKind) -> TokenKind {
    switch kind {
    case .openSquare: return .closeSquare
    case .openCurly: return .closeCurly
    default: return .closeParen
    }
  }
}
