// SPDX-License-Identifier: MIT
// Part of Grille: one character cell.

/// What one cell of a surface shows: a scalar, a grapheme cluster of several scalars, or the right half
/// of the wide cell before it.
@frozen
public struct Cell: Hashable, Sendable {
  /// A scalar, `continuationContent`, or a number in the surface's cluster table with the top bit set.
  public var content: UInt32
  /// The look.
  public var style: CellStyle

  @usableFromInline static let continuationContent: UInt32 = 0xFFFF_FFFF
  @usableFromInline static let clusterFlag: UInt32 = 0x8000_0000

  @inlinable
  init(content: UInt32, style: CellStyle) {
    self.content = content
    self.style = style
  }

  /// An empty cell.
  @inlinable
  public static func blank(_ style: CellStyle = .plain) -> Cell {
    Cell(content: 0x20, style: style)
  }

  /// A cell of one scalar that takes one column and is no control character; others become U+FFFD.
  public init(_ scalar: Unicode.Scalar, style: CellStyle = .plain) {
    self.init(content: Self.isPlain(scalar.value) ? scalar.value : 0xFFFD, style: style)
  }

  /// The right half of a wide cell.
  @inlinable
  static func continuation(_ style: CellStyle) -> Cell {
    Cell(content: continuationContent, style: style)
  }

  /// Whether the cell is the right half of the wide cell before it.
  @inlinable
  public var isContinuation: Bool { content == Self.continuationContent }

  /// The number of the cell's cluster in its surface's table, if it holds one.
  @inlinable
  package var clusterIndex: Int? {
    content & Self.clusterFlag != 0 && !isContinuation ? Int(content & ~Self.clusterFlag) : nil
  }

  /// Whether the cell shows nothing but its background.
  @inlinable
  public var isBlank: Bool { content == 0x20 }

  private static func isPlain(_ scalar: UInt32) -> Bool {
    scalar >= 0x20 && !(0x7F..<0xA0 ~= scalar) && scalar != 0x2028 && scalar != 0x2029
  }
}
