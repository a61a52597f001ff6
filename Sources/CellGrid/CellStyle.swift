// SPDX-License-Identifier: MIT
// Part of Grille: colours and attributes of a character cell.

/// A cell's colour: the terminal's default, an entry of its palette, or red, green and blue.
@frozen
public struct CellColor: Hashable, Sendable {
  /// Kind in the top byte (0 default, 1 indexed, 2 RGB), value in the rest.
  public let packed: UInt32

  @inlinable
  init(packed: UInt32) {
    self.packed = packed
  }

  /// The terminal's own foreground or background.
  public static let `default` = CellColor(packed: 0)

  /// An entry of the terminal's palette: 0 to 7 normal, 8 to 15 bright, then the cube and the greys.
  @inlinable
  public static func indexed(_ index: UInt8) -> CellColor {
    CellColor(packed: 0x0100_0000 | UInt32(index))
  }

  /// A colour by its components.
  @inlinable
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> CellColor {
    CellColor(packed: 0x0200_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// A colour from 0xRRGGBB; higher bits are ignored.
  @inlinable
  public static func rgb(hex: UInt32) -> CellColor {
    CellColor(packed: 0x0200_0000 | hex & 0xFF_FFFF)
  }

  /// Whether this is the terminal's default.
  @inlinable
  public var isDefault: Bool { packed == 0 }

  /// The palette entry, if the colour is one.
  @inlinable
  public var index: UInt8? { packed >> 24 == 1 ? UInt8(truncatingIfNeeded: packed) : nil }

  /// The components as 0xRRGGBB, if the colour has them.
  @inlinable
  public var rgb: UInt32? { packed >> 24 == 2 ? packed & 0xFF_FFFF : nil }
}

/// How a cell's glyph is drawn.
@frozen
public struct CellAttributes: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Makes a set from its bits.
  @inlinable
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Heavy or bright.
  public static let bold = CellAttributes(rawValue: 1)
  /// Faint.
  public static let dim = CellAttributes(rawValue: 2)
  /// Slanted.
  public static let italic = CellAttributes(rawValue: 4)
  /// Underlined.
  public static let underline = CellAttributes(rawValue: 8)
  /// Blinking.
  public static let blink = CellAttributes(rawValue: 16)
  /// Foreground and background exchanged.
  public static let reverse = CellAttributes(rawValue: 32)
  /// Struck through.
  public static let strikethrough = CellAttributes(rawValue: 64)
}

/// The look of a cell: two colours, attributes and the link it belongs to.
@frozen
public struct CellStyle: Hashable, Sendable {
  /// Colour of the glyph.
  public var foreground: CellColor
  /// Colour behind the glyph.
  public var background: CellColor
  /// How the glyph is drawn.
  public var attributes: CellAttributes
  /// Number of the link within its surface, 0 for none.
  public var linkID: UInt16

  /// Makes a style; everything left out is the terminal's default.
  @inlinable
  public init(
    foreground: CellColor = .default, background: CellColor = .default,
    attributes: CellAttributes = [], linkID: UInt16 = 0
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.linkID = linkID
  }

  /// The terminal's defaults.
  public static let plain = CellStyle()
}
