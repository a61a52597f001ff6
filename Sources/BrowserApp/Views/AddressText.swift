// SPDX-License-Identifier: MIT
// Part of Grille: an address cut to a width so that its host cannot be misread.
import CellGrid
import WebInfra

/// An address for people in three parts, of which the host is the one to look at.
nonisolated struct AddressText: Equatable, Sendable {
  /// Scheme and separator.
  var beforeHost: DisplayString
  /// The host; empty for addresses without one.
  var host: DisplayString
  /// Port, path, query and fragment.
  var afterHost: DisplayString

  /// Splits an address; user name and password are not shown.
  init(_ url: WebURL) {
    let text = url.displayString
    guard !url.hostname.isEmpty, let colon = text.firstIndex(of: ":"),
      text[colon...].hasPrefix("://")
    else {
      beforeHost = .empty
      host = .empty
      afterHost = DisplayString(text)
      return
    }
    let rest = text[colon...].dropFirst(3)
    let end =
      rest.hasPrefix("[")
      ? rest.firstIndex(of: "]").map(rest.index(after:)) ?? rest.endIndex
      : rest.firstIndex { $0 == ":" || $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    beforeHost = DisplayString(String(text[..<rest.startIndex]))
    host = DisplayString(String(rest[..<end]))
    afterHost = DisplayString(String(rest[end...]))
  }

  /// The address cut to a number of columns: first the middle of the path, whose end tells most,
  /// then the scheme, and of the host the labels on the left, which anyone can choose.
  func fitted(to columns: Int) -> AddressText {
    var result = self
    let fixed = beforeHost.width + host.width
    if fixed + afterHost.width <= columns { return self }
    if fixed < columns {
      result.afterHost = afterHost.elidedInMiddle(to: columns - fixed)
      return result
    }
    result.afterHost = .empty
    result.beforeHost = .empty
    if host.width > columns { result.host = Self.suffix(of: host, columns: columns) }
    return result
  }

  /// The end of a text, with `…` for what is left out before it.
  static func suffix(of text: DisplayString, columns: Int) -> DisplayString {
    guard columns > 1 else { return text.truncated(to: columns) }
    // Hosts are ASCII or one column a character nearly always; wide ones lose a little more.
    var start = 0
    while text.slice(start..<text.utf8.count).width > columns - 1 {
      start += 1
      while start < text.utf8.count, text.utf8[start] & 0xC0 == 0x80 { start += 1 }
    }
    return DisplayString(joining: ["…", text.slice(start..<text.utf8.count)])
  }
}
