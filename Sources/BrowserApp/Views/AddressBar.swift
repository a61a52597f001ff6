// SPDX-License-Identifier: MIT
// Part of Grille: the first row: the address with its host picked out, and the page's title.
import CellGrid
import TerminalUI
import WebInfra

/// The row above the page; no page can draw there.
final class AddressBar: View {
  var url: WebURL?
  var title: DisplayString = .empty

  func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    guard !rect.isEmpty else { return }
    var style = theme.status
    surface.clear(rect, style: style)
    var column = rect.origin.column
    var room = rect.size.columns
    if let url {
      // A third of the row is the title's, as far as it needs that much.
      let reserved = title.isEmpty ? 0 : min(title.width + 2, room / 3)
      let address = AddressText(url).fitted(to: room - reserved)
      for (text, isHost) in [
        (address.beforeHost, false), (address.host, true), (address.afterHost, false),
      ] {
        style = theme.status
        if isHost { style.attributes.insert(.bold) }
        surface.write(
          text, at: CellPoint(column: column, row: rect.origin.row), style: style, clippedTo: rect)
        column += text.width
        room -= text.width
      }
    }
    // The title is the page's own words, so it stands apart from the address and yields to it.
    let gap = 2
    guard !title.isEmpty, room > gap + 3 else { return }
    let shown = title.truncated(to: room - gap)
    surface.write(
      shown, at: CellPoint(column: rect.columns.upperBound - shown.width, row: rect.origin.row),
      style: theme.status, clippedTo: rect)
  }
}
