// SPDX-License-Identifier: MIT
// Part of Grille: a surface as lines of text.

extension CellSurface {
  /// The characters of a row without blanks at its end.
  package func text(row: Int) -> String {
    guard 0..<size.rows ~= row else { return "" }
    var bytes: [UInt8] = []
    for column in 0..<size.columns {
      appendGlyph(of: cells[row * size.columns + column], to: &bytes)
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Writes surfaces as text, for tests and for people who look for a fault.
package enum SurfaceDump {
  /// One line for each row, without blanks at the ends.
  package static func lines(_ surface: CellSurface) -> [String] {
    (0..<surface.size.rows).map { surface.text(row: $0) }
  }

  /// The rows, each ended by a line feed, without empty rows at the end.
  package static func text(_ surface: CellSurface) -> String {
    var lines = lines(surface)
    while lines.last == "" { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Like `text`, with runs of a look other than the plain one in marks such as `⟨bold fg=1⟩…⟨/⟩`.
  package static func styledText(_ surface: CellSurface) -> String {
    var result = ""
    for row in 0..<surface.size.rows {
      var style = CellStyle.plain
      for column in 0..<surface.size.columns {
        let cell = surface[column, row]
        if cell.style != style {
          if style != .plain { result += "⟨/⟩" }
          if cell.style != .plain { result += "⟨\(describe(cell.style))⟩" }
          style = cell.style
        }
        var bytes: [UInt8] = []
        surface.appendGlyph(of: cell, to: &bytes)
        result += String(decoding: bytes, as: UTF8.self)
      }
      if style != .plain { result += "⟨/⟩" }
      while result.last == " " { result.removeLast() }
      result += "\n"
    }
    while result.hasSuffix("\n\n") { result.removeLast() }
    return result
  }

  private static func describe(_ style: CellStyle) -> String {
    let names: [(CellAttributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.blink, "blink"), (.reverse, "reverse"), (.strikethrough, "strikethrough"),
    ]
    var words = names.filter { style.attributes.contains($0.0) }.map(\.1)
    if !style.foreground.isDefault { words.append("fg=\(describe(style.foreground))") }
    if !style.background.isDefault { words.append("bg=\(describe(style.background))") }
    if style.linkID != 0 { words.append("link=\(style.linkID)") }
    return words.joined(separator: " ")
  }

  private static func describe(_ color: CellColor) -> String {
    if let index = color.index { return String(index) }
    guard let rgb = color.rgb else { return "default" }
    let digits = String(rgb, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
