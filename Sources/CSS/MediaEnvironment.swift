// SPDX-License-Identifier: MIT
// Part of Grille: what media queries, viewport units and dynamic pseudo-classes are answered from.

/// The medium a document is styled for.
package struct MediaEnvironment: Hashable, Sendable {
  /// The preference that `prefers-color-scheme` reports.
  package enum ColorScheme: UInt8, Sendable {
    case light
    case dark
  }

  /// The viewport's width in columns.
  package var columns: Int
  /// The viewport's height in rows.
  package var rows: Int
  /// How many bits each colour component has; 0 on a monochrome terminal.
  package var colorBits = 8
  /// The colour scheme of the terminal's background.
  package var colorScheme = ColorScheme.dark
  /// Whether author styles count: sheets, `<style>` elements and `style` attributes.
  package var usesAuthorStyles = true
  /// The fragment of the document's address, percent-decoded: what `:target` matches.
  package var targetID: String?

  /// Makes the environment of a viewport measured in cells.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// CSS pixels in a column.
  @inlinable package static var cellWidth: Float { 8 }
  /// CSS pixels in a row; also the size of one em.
  @inlinable package static var cellHeight: Float { 16 }

  /// The viewport's width in CSS pixels.
  @inlinable package var width: Float { Float(columns) * MediaEnvironment.cellWidth }
  /// The viewport's height in CSS pixels.
  @inlinable package var height: Float { Float(rows) * MediaEnvironment.cellHeight }
}
