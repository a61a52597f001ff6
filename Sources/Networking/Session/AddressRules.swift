// SPDX-License-Identifier: MIT
// Part of Grille: tells who has named the address of a host.

import Security
import WebInfra

/// The user's rules that replace a look-up, as libcurl reads them.
struct AddressRules {
  /// Fixed addresses, each "HOST:PORT:ADDRESS".
  var resolve: [String]
  /// Other places to connect to, each "HOST:PORT:HOST:PORT".
  var connectTo: [String]

  /// Who names the address at which a URL's host is reached.
  func source(for url: WebURL) -> ServerAddress.Source {
    let host = HostForm.canonical(url.hostname)
    let port = String(url.effectivePort ?? 0)
    let isRuled =
      resolve.contains { rule in
        let (name, number) = Self.parts(of: rule.first == "+" ? String(rule.dropFirst()) : rule)
        return (name == host || name == "*") && number == port
      }
      || connectTo.contains { rule in
        let (name, number) = Self.parts(of: rule)
        return (name == host || name.isEmpty) && (number == port || number.isEmpty)
      }
    if isRuled { return .rule }
    return HostForm.isAddress(host) ? .literal : .system
  }

  /// The host and the port with which a rule begins; the host may be in brackets.
  private static func parts(of rule: String) -> (host: String, port: String) {
    var rest = rule[...]
    var host = ""
    if rest.first == "[", let end = rest.firstIndex(of: "]") {
      host = String(rest[...end])
      rest = rest[rest.index(after: end)...].dropFirst()
    } else if let colon = rest.firstIndex(of: ":") {
      host = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    return (HostForm.canonical(host), String(rest.prefix { $0 != ":" }))
  }
}
