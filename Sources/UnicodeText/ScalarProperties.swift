// SPDX-License-Identifier: MIT
// Part of Grille: reads the generated tables of Unicode properties.

/// Looks up the properties of one scalar.
enum ScalarProperties {
  /// Columns by East Asian width: 0, 1, 2, or 3 where the width is ambiguous.
  static func width(of scalar: UInt32) -> UInt8 {
    guard let position = position(of: scalar) else {
      return isIdeographicPlane(scalar) ? 2 : 3
    }
    return value(PropertyTables.widths, position)
  }

  /// Grapheme class in the low four bits, Extended_Pictographic 0x10, Emoji 0x20.
  static func graphemeFlags(of scalar: UInt32) -> UInt8 {
    guard let position = position(of: scalar) else { return 0 }
    let flags = value(PropertyTables.graphemes, position)
    // The table says LV for every Hangul syllable; those with a trailing consonant are LVT.
    if flags == GraphemeClass.syllableLV.rawValue, (scalar &- 0xAC00) % 28 != 0 {
      return GraphemeClass.syllableLVT.rawValue
    }
    return flags
  }

  /// Line-break class after rule LB1, except that SA is kept.
  static func lineBreakClass(of scalar: UInt32) -> LineBreakClass {
    guard let position = position(of: scalar) else {
      return isIdeographicPlane(scalar) ? .id : .al
    }
    let raw = LineBreakClass(rawValue: value(PropertyTables.lines, position)) ?? .al
    return raw == .h2 && (scalar &- 0xAC00) % 28 != 0 ? .h3 : raw
  }

  private static func isIdeographicPlane(_ scalar: UInt32) -> Bool {
    scalar < 0x40000 && scalar & 0xFFFF < 0xFFFE
  }

  /// Index into the second stages, or nil for the planes without a table.
  @inline(__always)
  private static func position(of scalar: UInt32) -> Int? {
    var block = Int(scalar >> 7)
    if block >= 0x400 {
      guard scalar >> 12 == 0xE0 else { return nil }
      block = 0x400 + Int((scalar & 0xFFF) >> 7)
    }
    let high = value(PropertyTables.firstStage, 2 * block)
    let low = value(PropertyTables.firstStage, 2 * block + 1)
    return (Int(high) << 6 | Int(low)) << 7 | Int(scalar & 0x7F)
  }

  @inline(__always)
  private static func value(_ table: StaticString, _ index: Int) -> UInt8 {
    // In bounds: the generator writes a block for every number that occurs in the first stage.
    unsafe table.utf8Start[index] &- 0x30
  }
}
