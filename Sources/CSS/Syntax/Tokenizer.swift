// SPDX-License-Identifier: MIT
// Part of Grille: splits CSS text into tokens, on bytes and without copying names.

// drafts.csswg.org/css-syntax-3/#tokenization
/// Reads the tokens of a part of some bytes in order.
///
/// Input preprocessing is folded in: CR and FF count as newlines, NUL is a name byte.
struct Tokenizer: Sendable {
  let bytes: [UInt8]
  /// The next byte to read.
  var position: Int
  /// Where the text ends.
  let end: Int

  init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
    self.bytes = bytes
    self.position = start
    self.end = min(end ?? bytes.count, bytes.count)
  }

  /// The byte some places ahead, or 0 past the end.
  @inline(__always)
  private func peek(_ offset: Int = 0) -> UInt8 {
    let index = position &+ offset
    return index < end ? bytes[index] : 0
  }

  /// The next token that is not white space.
  mutating func nextSkippingSpace() -> Token {
    var token = next()
    while token.kind == .whitespace { token = next() }
    return token
  }

  /// Moves over white space and comments.
  mutating func skipSpace() {
    while true {
      skipComments()
      guard position < end, bytes[position].isSpace else { return }
      position += 1
    }
  }

  /// The next token without moving on.
  func peekToken() -> Token {
    var copy = self
    return copy.next()
  }

  /// The next token that is not white space, without moving on.
  func peekPastSpace() -> Token {
    var copy = self
    return copy.nextSkippingSpace()
  }

  // drafts.csswg.org/css-syntax-3/#consume-token
  /// The next token; comments are dropped.
  mutating func next() -> Token {
    skipComments()
    let start = position
    guard position < end else { return Token(kind: .end, start: end, end: end) }
    let byte = bytes[position]
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, 0x0C:
      position += 1
      while position < end, bytes[position].isSpace { position += 1 }
      return Token(kind: .whitespace, start: start, end: position)
    case 0x22, 0x27: return string(quote: byte)
    case 0x23:  // #
      if isNameByte(peek(1)) || isEscape(at: 1) {
        position += 1
        let isIdentifier = startsIdentifier()
        var token = Token(kind: .hash, start: start, end: 0)
        name(into: &token)
        token.isIdentifier = isIdentifier
        return token
      }
      return single(.delimiter)
    case 0x28: return single(.openParen)
    case 0x29: return single(.closeParen)
    case 0x2B, 0x2E:  // + .
      return startsNumber() ? numeric() : single(.delimiter)
    case 0x2C: return single(.comma)
    case 0x2D:  // -
      if startsNumber() { return numeric() }
      if peek(1) == 0x2D, peek(2) == 0x3E {
        position += 3
        return Token(kind: .cdc, start: start, end: position)
      }
      return startsIdentifier() ? identLike() : single(.delimiter)
    case 0x3A: return single(.colon)
    case 0x3B: return single(.semicolon)
    case 0x3C:  // <
      if peek(1) == 0x21, peek(2) == 0x2D, peek(3) == 0x2D {
        position += 4
        return Token(kind: .cdo, start: start, end: position)
      }
      return single(.delimiter)
    case 0x40:  // @
      position += 1
      if startsIdentifier() {
        var token = Token(kind: .atKeyword, start: start, end: 0)
        name(into: &token)
        return token
      }
      position = start
      return single(.delimiter)
    case 0x5B: return single(.openSquare)
    case 0x5C: return isEscape(at: 0) ? identLike() : single(.delimiter)
    case 0x5D: return single(.closeSquare)
    case 0x7B: return single(.openCurly)
    case 0x7D: return single(.closeCurly)
    case 0x30...0x39: return numeric()
    default:
      return isNameStart(byte) ? identLike() : single(.delimiter)
    }
  }

  private mutating func single(_ kind: TokenKind) -> Token {
    var token = Token(kind: kind, start: position, end: position + 1)
    token.delimiter = bytes[position]
    position += 1
    return token
  }

  private mutating func skipComments() {
    while position &+ 1 < end, bytes[position] == 0x2F, bytes[position &+ 1] == 0x2A {
      position += 2
      while position < end {
        if bytes[position] == 0x2A, position &+ 1 < end, bytes[position &+ 1] == 0x2F { break }
        position += 1
      }
      position = min(position + 2, end)
    }
  }

  // MARK: Names

  @inline(__always)
  private func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte == 0x5F || (byte == 0 && position < end)
  }

  @inline(__always)
  private func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80 || byte == 0x5F || byte == 0x2D
  }

  /// Whether a valid escape begins some places ahead.
  @inline(__always)
  private func isEscape(at offset: Int) -> Bool {
    guard peek(offset) == 0x5C, position &+ offset &+ 1 < end else { return false }
    let next = peek(offset &+ 1)
    return next != 0x0A && next != 0x0D && next != 0x0C
  }

  // drafts.csswg.org/css-syntax-3/#would-start-an-identifier
  private func startsIdentifier() -> Bool {
    let byte = peek()
    if byte == 0x2D {
      let second = peek(1)
      return second == 0x2D || (second != 0 && isNameStart(second)) || isEscape(at: 1)
    }
    return (byte != 0 && isNameStart(byte)) || isEscape(at: 0)
  }

  /// Reads a name and sets the token's value and end.
  private mutating func name(into token: inout Token) {
    token.valueStart = position
    while position < end {
      let byte = bytes[position]
      if isNameByte(byte) || byte == 0 {
        position += 1
      } else if isEscape(at: 0) {
        token.hasEscape = true
        skipEscape()
      } else {
        break
      }
    }
    token.valueEnd = position
    token.end = position
  }

  /// Moves behind an escape that begins here.
  private mutating func skipEscape() {
    position += 1
    guard position < end else { return }
    guard bytes[position].hexDigitValue != nil else {
      position += 1
      return
    }
    var digits = 0
    while position < end, digits < 6, bytes[position].hexDigitValue != nil {
      position += 1
      digits += 1
    }
    if peek() == 0x0D, peek(1) == 0x0A {
      position += 2
    } else if position < end, bytes[position].isSpace {
      position += 1
    }
  }

  private mutating func identLike() -> Token {
    var token = Token(kind: .ident, start: position, end: 0)
    name(into: &token)
    guard peek() == 0x28 else { return token }
    position += 1
    token.end = position
    token.kind = .function
    if value(of: token, equals: "url") {
      // An unquoted address is one token; a quoted one is a function.
      var ahead = position
      while ahead < end, bytes[ahead].isSpace { ahead += 1 }
      if ahead >= end || (bytes[ahead] != 0x22 && bytes[ahead] != 0x27) {
        position = ahead
        return url(start: token.start)
      }
    }
    return token
  }

  // drafts.csswg.org/css-syntax-3/#consume-url-token
  private mutating func url(start: Int) -> Token {
    var token = Token(kind: .url, start: start, end: 0)
    token.valueStart = position
    token.valueEnd = position
    var hasEnded = false
    while position < end {
      let byte = bytes[position]
      if byte == 0x29 {
        position += 1
        token.end = position
        if !hasEnded { token.valueEnd = position - 1 }
        return token
      }
      if byte.isSpace {
        if !hasEnded { token.valueEnd = position }
        hasEnded = true
        position += 1
      } else if hasEnded || byte == 0x22 || byte == 0x27 || byte == 0x28 || byte < 0x20 {
        token.kind = .badURL
        break
      } else if byte == 0x5C {
        guard isEscape(at: 0) else {
          token.kind = .badURL
          break
        }
        token.hasEscape = true
        skipEscape()
      } else {
        position += 1
      }
      if token.kind == .badURL { break }
    }
    if token.kind == .badURL {
      while position < end, bytes[position] != 0x29 {
        if isEscape(at: 0) { skipEscape() } else { position += 1 }
      }
      position = min(position + 1, end)
    } else if !hasEnded {
      token.valueEnd = position
    }
    token.end = position
    return token
  }

  // drafts.csswg.org/css-syntax-3/#consume-string-token
  private mutating func string(quote: UInt8) -> Token {
    var token = Token(kind: .string, start: position, end: 0)
    position += 1
    token.valueStart = position
    while position < end {
      let byte = bytes[position]
      if byte == quote {
        token.valueEnd = position
        position += 1
        token.end = position
        return token
      }
      if byte == 0x0A || byte == 0x0D || byte == 0x0C {
        token.kind = .badString
        break
      }
      if byte == 0x5C {
        token.hasEscape = true
        if position + 1 >= end {
          position += 1
        } else if isEscape(at: 0) {
          skipEscape()
        } else {
          // An escaped newline is nothing.
          position += peek(1) == 0x0D && peek(2) == 0x0A ? 3 : 2
        }
      } else {
        position += 1
      }
    }
    position = min(position, end)
    token.valueEnd = position
    token.end = position
    return token
  }

  // MARK: Numbers

  // drafts.csswg.org/css-syntax-3/#starts-with-a-number
  private func startsNumber() -> Bool {
    var offset = 0
    if peek() == 0x2B || peek() == 0x2D { offset = 1 }
    if peek(offset).isDigit { return true }
    return peek(offset) == 0x2E && peek(offset + 1).isDigit
  }

  // drafts.csswg.org/css-syntax-3/#consume-numeric-token
  private mutating func numeric() -> Token {
    var token = Token(kind: .number, start: position, end: 0)
    token.isInteger = true
    var isNegative = false
    if peek() == 0x2B || peek() == 0x2D {
      isNegative = peek() == 0x2D
      token.hasSign = true
      position += 1
    }
    var value = 0.0
    while position < end, bytes[position].isDigit {
      value = value * 10 + Double(bytes[position] &- 0x30)
      position += 1
    }
    if peek() == 0x2E, peek(1).isDigit {
      token.isInteger = false
      position += 1
      var scale = 1.0
      var fraction = 0.0
      while position < end, bytes[position].isDigit {
        if scale < 1e15 {
          fraction = fraction * 10 + Double(bytes[position] &- 0x30)
          scale *= 10
        }
        position += 1
      }
      value += fraction / scale
    }
    if peek() | 0x20 == 0x65 {
      let signed = peek(1) == 0x2B || peek(1) == 0x2D
      if peek(signed ? 2 : 1).isDigit {
        token.isInteger = false
        let isDown = peek(1) == 0x2D
        position += signed ? 2 : 1
        var exponent = 0
        while position < end, bytes[position].isDigit {
          exponent = min(exponent * 10 + Int(bytes[position] &- 0x30), 400)
          position += 1
        }
        for _ in 0..<exponent { value = isDown ? value / 10 : value * 10 }
      }
    }
    if isNegative { value = -value }
    token.number = value.isFinite ? value : (isNegative ? -3e38 : 3e38)
    if peek() == 0x25 {
      position += 1
      token.kind = .percentage
      token.end = position
    } else if startsIdentifier() {
      token.kind = .dimension
      name(into: &token)
    } else {
      token.end = position
    }
    return token
  }
}
