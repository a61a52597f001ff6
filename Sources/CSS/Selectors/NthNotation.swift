// SPDX-License-Identifier: MIT
// Part of Grille: the An+B notation of :nth-child() and its kin.

/// Parses An+B.
enum NthNotation {
  // drafts.csswg.org/css-syntax-3/#anb-microsyntax
  /// The step and offset, with the tokens left behind them; nil if they are none.
  static func parse(_ tokens: inout Tokenizer) -> (step: Int32, offset: Int32)? {
    // The tokens of An+B split in many ways ("2n-1" is one dimension), so the bytes are read
    // instead, up to what cannot belong to it.
    let bytes = tokens.bytes
    var index = tokens.position
    let end = tokens.end

    func byte(_ position: Int) -> UInt8 { position < end ? bytes[position].lowercasedASCII : 0 }
    func skipSpace() { while index < end, bytes[index].isSpace { index += 1 } }
    func isName(_ byte: UInt8) -> Bool {
      byte &- 0x61 < 26 || byte.isDigit || byte == 0x2D || byte == 0x5F || byte >= 0x80
    }
    func integer() -> Int32? {
      guard byte(index).isDigit else { return nil }
      var value: Int64 = 0
      while byte(index).isDigit {
        value = min(value * 10 + Int64(bytes[index] &- 0x30), Int64(Int32.max))
        index += 1
      }
      return Int32(value)
    }
    func word(_ text: StaticString) -> Bool {
      let length = text.utf8CodeUnitCount
      guard index + length <= end,
        bytes.span.extracting(index..<index + length).equalsIgnoringCase(text),
        !isName(byte(index + length))
      else { return false }
      index += length
      return true
    }

    skipSpace()
    if word("even") {
      tokens.position = index
      return (2, 0)
    }
    if word("odd") {
      tokens.position = index
      return (2, 1)
    }
    var sign: Int32 = 1
    if byte(index) == 0x2B || byte(index) == 0x2D {
      sign = byte(index) == 0x2D ? -1 : 1
      index += 1
    }
    let first = integer()
    guard byte(index) == 0x6E else {
      guard let first, !isName(byte(index)) else { return nil }
      tokens.position = index
      return (0, sign * first)
    }
    index += 1
    let step = sign * (first ?? 1)
    let afterN = index
    skipSpace()
    guard byte(index) == 0x2B || byte(index) == 0x2D else {
      guard !isName(byte(afterN)) else { return nil }
      tokens.position = afterN
      return (step, 0)
    }
    let offsetSign: Int32 = byte(index) == 0x2D ? -1 : 1
    index += 1
    skipSpace()
    guard let offset = integer(), !isName(byte(index)) else { return nil }
    tokens.position = index
    return (step, offsetSign * offset)
  }
}
