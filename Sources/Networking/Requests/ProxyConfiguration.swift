// SPDX-License-Identifier: MIT
// Part of Grille: a server that stands between the program and all others.

public import WebInfra

/// A proxy, and the hosts that are reached without it.
public struct ProxyConfiguration: Hashable, Sendable {
  /// How the proxy is spoken to.
  public enum Kind: String, CaseIterable, Sendable {
    /// RFC 9110: it passes on requests by http and makes tunnels for https.
    case http
    /// RFC 1928; names are looked up here.
    case socks5
    /// RFC 1928; the proxy looks names up.
    case socks5h
  }

  /// Why an address is none of a proxy.
  public enum Problem: Error, Hashable, Sendable {
    /// It cannot be read, or has more than a scheme, a host and a port.
    case malformed
    /// The scheme is none that can be used.
    case unknownScheme(String)
    /// It holds a name or a password, which would be seen by others.
    case holdsCredentials
  }

  /// How it is spoken to.
  public let kind: Kind
  /// Its host: a name in A-label form or an address literal, as in a URL.
  public let host: String
  /// Its port.
  public let port: UInt16
  /// The hosts that are reached without it: names, which stand for those below them too, address
  /// literals, or `*` for all.
  public var bypassedHosts: [String]

  /// Describes a proxy.
  public init(kind: Kind, host: String, port: UInt16, bypassedHosts: [String] = []) {
    self.kind = kind
    self.host = host
    self.port = port
    self.bypassedHosts = bypassedHosts
  }

  /// Reads an address such as `http://proxy.example:3128`; a scheme that is left out means http.
  ///
  /// - Throws: ``Problem``.
  public init(address: String, bypassedHosts: [String] = []) throws(Problem) {
    let text = address.contains("://") ? address : "http://" + address
    let scheme = ASCII.lowercased(text.prefix { $0 != ":" })
    guard let kind = Kind(rawValue: scheme) else { throw .unknownScheme(scheme) }
    // Host and port are read as those of http are, whatever the scheme.
    guard let url = WebURL("http" + text.dropFirst(scheme.utf8.count)) else { throw .malformed }
    guard !url.hasCredentials else { throw .holdsCredentials }
    guard !url.hostname.isEmpty, url.pathname == "/", url.search.isEmpty, url.fragment == nil else {
      throw .malformed
    }
    let usual: UInt16 = kind == .http ? 80 : 1080
    self.init(
      kind: kind, host: url.hostname, port: url.port ?? usual, bypassedHosts: bypassedHosts)
  }

  /// The address, as libcurl and people read it.
  public var address: String { "\(kind.rawValue)://\(host):\(port)" }

  /// True if requests to an address go through the proxy.
  public func isUsed(for url: WebURL) -> Bool {
    !HostPattern.matches(url.hostname, any: bypassedHosts)
  }
}
