// SPDX-License-Identifier: MIT
// Part of Grille: host names and names from certificates as the program's own sentences show them.
import CellGrid
import WebInfra

/// A host's name for people.
nonisolated struct HostText: Equatable, Sendable {
  /// The host as it is asked for: a name in its A-label form, or an address.
  let host: String
  /// The host in its own script if that is safe, else as it is asked for.
  let display: String
  /// The host in its own script, safe or not; nil if it has no form but one.
  let ownScript: String?

  /// Takes a host as challenges and addresses give it.
  init(_ host: String) {
    self.host = host
    // An IPv6 address comes without brackets, and reads the same everywhere.
    let url = host.utf8.contains(UInt8(ascii: ":")) ? nil : WebURL("https://\(host)/")
    display = url?.displayHost ?? host
    ownScript = url?.hostInItsOwnScript
  }

  /// The name cut to a number of columns: labels on the left, which anyone can choose, go first, and
  /// the domain that somebody has registered stays.
  func fitted(to columns: Int) -> String {
    let whole = DisplayString(display)
    guard whole.width > columns else { return display }
    var labels = display.split(separator: ".", omittingEmptySubsequences: false)[...]
    let registered = PublicSuffix.registrableDomain(of: host) ?? host
    let kept = registered.utf8.count { $0 == UInt8(ascii: ".") } + 1
    while labels.count > kept {
      labels = labels.dropFirst()
      let rest = "…." + labels.joined(separator: ".")
      if DisplayString(rest).width <= columns { return rest }
    }
    return Self.cut(display, to: columns)
  }

  /// The end of a name, as much as fits into a number of columns; harmless to a terminal.
  static func cut(_ name: String, to columns: Int) -> String {
    let whole = DisplayString(name)
    return (whole.width <= columns ? whole : AddressText.suffix(of: whole, columns: columns)).text
  }
}

/// A name that a stranger has put into a certificate, for use within a sentence.
nonisolated enum ForeignName {
  /// The most columns of it that are shown.
  static let columns = 64

  /// The name, harmless to a terminal, of a bounded length, and without the quotation marks that
  /// would let it end the sentence it stands in.
  static func text(_ name: String) -> String {
    var plain = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\u{201C}"..."\u{201F}", "\u{300C}"..."\u{300F}", "\u{AB}", "\u{BB}":
        plain += "'"
      default: plain.unicodeScalars.append(scalar)
      }
      // More than this is not shown anyway.
      if plain.utf8.count > 4096 { break }
    }
    let shown = DisplayString(plain)
    guard shown.width > columns else { return shown.text }
    // What looks like a host's name tells most by its end.
    let isHost = plain.contains(".") && !plain.contains(" ")
    return isHost ? HostText.cut(plain, to: columns) : shown.elidedInMiddle(to: columns).text
  }
}
