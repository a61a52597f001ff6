// SPDX-License-Identifier: MIT
// Part of Grille: a proxy as people name it, on the command line and in the configuration.
package import Networking

/// A proxy to go through, or none.
nonisolated package enum ProxyChoice: Equatable, Sendable {
  /// Servers are reached directly.
  case none
  /// Servers are reached through it.
  case proxy(ProxyConfiguration)

  /// Reads the address of a proxy; `none` or nothing means none.
  ///
  /// - Throws: `ProxyConfiguration.Problem`.
  package init(_ text: String) throws(ProxyConfiguration.Problem) {
    self = text.isEmpty || text == "none" ? .none : .proxy(try ProxyConfiguration(address: text))
  }

  /// The proxy, and the hosts that are reached without it.
  ///
  /// - Parameter hosts: Names separated by commas or blanks.
  /// - Returns: nil for none.
  package func configuration(bypassing hosts: String) -> ProxyConfiguration? {
    guard case .proxy(var proxy) = self else { return nil }
    proxy.bypassedHosts = HostPattern.patterns(in: hosts)
    return proxy
  }
}
