// SPDX-License-Identifier: MIT
// Part of Grille: the last rows of a dialog, with its buttons and the words that say who asks.

import CellGrid

/// The buttons in as many rows as they need, and the marker beside the last ones or, where the
/// buttons have their words, in a row of its own.
struct ButtonRows {
  private struct Place {
    var button: Int
    var column: Int
    var label: DisplayString
  }

  private let marker: DisplayString
  private var rows: [[Place]] = [[]]
  private var markerColumn: Int?

  /// Puts buttons into rows.
  /// - Parameters:
  ///   - buttons: The buttons, from left to right.
  ///   - marker: Words that say who asks.
  ///   - columns: The columns of a row.
  ///   - isCompact: Whether the buttons have their letters only.
  init(
    _ buttons: [AlertDialog.Button], marker: DisplayString, columns: Int, isCompact: Bool
  ) {
    self.marker = marker
    var column = 1
    for (index, button) in buttons.enumerated() {
      let label = isCompact ? button.shortLabel : button.label
      if column + label.width > columns, !rows[rows.count - 1].isEmpty {
        rows.append([])
        column = 1
      }
      rows[rows.count - 1].append(Place(button: index, column: column, label: label))
      column += label.width + (isCompact ? 1 : 2)
    }
    let place = columns - marker.width - 1
    guard !marker.isEmpty, place >= 0 else { return }
    if place >= column {
      markerColumn = place
    } else if !isCompact {
      rows.append([])
      markerColumn = place
    }
  }

  /// How many rows there are.
  var count: Int { rows.count }

  /// Whether there is room for the marker.
  var hasMarker: Bool { markerColumn != nil }

  /// Whether a label is longer than a row.
  static func isCut(_ buttons: [AlertDialog.Button], columns: Int) -> Bool {
    buttons.contains { $0.label.width + 1 > columns }
  }

  /// Leaves rows out that there is no room for.
  mutating func keepFirst(_ count: Int) { rows = Array(rows.prefix(max(0, count))) }

  /// Draws the rows at the end of a rectangle.
  func draw(
    into surface: inout CellSurface, in rect: CellRect, focus: Int?, theme: Theme
  ) {
    for (row, places) in zip(firstRow(in: rect)..., rows) {
      for place in places {
        surface.write(
          place.label, at: CellPoint(column: rect.origin.column + place.column, row: row),
          style: place.button == focus ? theme.focusedButton : theme.button, clippedTo: rect)
      }
    }
    guard let markerColumn, !rows.isEmpty else { return }
    surface.write(
      marker,
      at: CellPoint(column: rect.origin.column + markerColumn, row: rect.rows.upperBound - 1),
      style: theme.faint, clippedTo: rect)
  }

  /// Where a button begins when the rows are at the end of a rectangle; nil if it was left out.
  func origin(of button: Int, in rect: CellRect) -> CellPoint? {
    for (row, places) in zip(firstRow(in: rect)..., rows) {
      if let place = places.first(where: { $0.button == button }) {
        return CellPoint(column: rect.origin.column + place.column, row: row)
      }
    }
    return nil
  }

  private func firstRow(in rect: CellRect) -> Int { rect.rows.upperBound - rows.count }
}
