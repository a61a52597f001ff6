// SPDX-License-Identifier: MIT
// Part of Grille: the looks of the program's own parts.

package import CellGrid

/// A look for each part of the frame, dialogs and widgets.
///
/// Every look also differs without colours, so that a terminal that has none shows the same.
package nonisolated struct Theme: Hashable, Sendable {
  /// Text of panes and lists.
  package var text = CellStyle()
  /// Less important text.
  package var faint = CellStyle(attributes: .dim)
  /// Headings and names of columns.
  package var heading = CellStyle(attributes: .bold)
  /// The status line.
  package var status = CellStyle(attributes: .reverse)
  /// What went wrong, in the status line.
  package var statusError = CellStyle(
    foreground: .indexed(1), attributes: [.reverse, .bold])
  /// The text of a dialog.
  package var dialog = CellStyle()
  /// A dialog's title and its line to the page.
  package var dialogTitle = CellStyle(attributes: [.bold, .reverse])
  /// A button.
  package var button = CellStyle(attributes: .bold)
  /// The button that RET presses.
  package var focusedButton = CellStyle(attributes: [.bold, .reverse])
  /// The chosen row of a list.
  package var selection = CellStyle(attributes: .reverse)
  /// An editable line.
  package var field = CellStyle(attributes: .underline)
  /// The prompt before an editable line.
  package var prompt = CellStyle(attributes: .bold)
  /// Something good: a trusted connection.
  package var good = CellStyle(foreground: .indexed(2))
  /// Something to look at: a warning.
  package var warning = CellStyle(foreground: .indexed(3), attributes: .bold)
  /// Something bad: an error.
  package var bad = CellStyle(foreground: .indexed(1), attributes: .bold)
  /// A link that has the focus.
  package var focusedLink = CellStyle(attributes: .reverse)
  /// A place that a search found.
  package var match = CellStyle(
    foreground: .indexed(0), background: .indexed(3), attributes: .underline)
  /// The place where a search stands.
  package var currentMatch = CellStyle(
    foreground: .indexed(0), background: .indexed(2), attributes: [.bold, .underline])

  /// Makes the default looks.
  package init() {}
}
