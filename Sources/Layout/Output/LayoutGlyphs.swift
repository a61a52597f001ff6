// SPDX-License-Identifier: MIT
// Part of Grille: the bytes of lines, hyphens and brackets that layout draws itself.

/// Where the characters that layout draws itself are in the text pool.
struct LayoutGlyphs {
  /// The arms of a junction of lines.
  struct Arms: OptionSet {
    let rawValue: UInt8
    static let up = Arms(rawValue: 1)
    static let down = Arms(rawValue: 2)
    static let left = Arms(rawValue: 4)
    static let right = Arms(rawValue: 8)
  }

  /// The hyphen that shows where a word was broken.
  let hyphen: Int32
  /// The longest run of horizontal line that is at hand, and its length in columns.
  let horizontal: Int32
  let horizontalColumns: Int
  /// The bytes of one column of line.
  let bytesPerColumn: Int

  private let junctions: Int32

  /// Light box-drawing characters in the order of `Arms`.
  private static let unicode = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
  private static let ascii = " |||-+++-+++-+++"

  /// Puts the characters into the pool.
  init(in text: inout [UInt8], columns: Int, usesASCII: Bool = false) {
    hyphen = Int32(text.count)
    text.append(0x2D)
    bytesPerColumn = usesASCII ? 1 : 3
    junctions = Int32(text.count)
    for scalar in (usesASCII ? Self.ascii : Self.unicode).unicodeScalars {
      var bytes = Array(String(scalar).utf8)
      // Every glyph takes as many bytes, so that its place can be computed.
      while bytes.count < bytesPerColumn { bytes.insert(0x20, at: 0) }
      text.append(contentsOf: bytes)
    }
    horizontal = Int32(text.count)
    horizontalColumns = min(max(columns, 1), 4096)
    let line = junctions(.init([.left, .right]))
    for _ in 0..<horizontalColumns {
      for index in 0..<bytesPerColumn { text.append(text[Int(line) + index]) }
    }
  }

  /// Where the junction with those arms is.
  func junctions(_ arms: Arms) -> Int32 {
    junctions + Int32(Int(arms.rawValue) * bytesPerColumn)
  }

  /// Where the glyph of a vertical line is.
  var vertical: Int32 { junctions([.up, .down]) }
}
