// SPDX-License-Identifier: MIT
// Part of Grille: the host of a URL, and how it is read.

/// The host of a URL.
public enum URLHost: Hashable, Sendable {
  /// A domain name in its ASCII form, lower case, perhaps with a trailing dot.
  case domain(String)
  /// An IPv4 address, most significant byte first.
  case ipv4(UInt32)
  /// An IPv6 address.
  case ipv6(IPv6Address)
  /// The uninterpreted, percent-encoded host of a scheme without special rules.
  case opaque(String)
  /// A host that is present but empty, as in `file:///`.
  case empty

  enum Kind: UInt8, Sendable { case none, empty, domain, ipv4, ipv6, opaque }

  /// Rebuilds the host from its serialisation; nil for a URL without host.
  init?(serialized text: String, kind: Kind) {
    switch kind {
    case .none: return nil
    case .empty: self = .empty
    case .domain: self = .domain(text)
    case .opaque: self = .opaque(text)
    case .ipv4:
      guard case .address(let address) = IPv4Address.parse(text.utf8.span) else { return nil }
      self = .ipv4(address.value)
    case .ipv6:
      let inner = text.utf8.dropFirst().dropLast()
      guard let address = IPv6Address(parsing: String(decoding: inner, as: UTF8.self).utf8.span)
      else { return nil }
      self = .ipv6(address)
    }
  }

  /// Reads a host as it stands in a special URL: a domain, an IPv4 or a bracketed IPv6 address.
  public init?(_ text: String) {
    guard !text.isEmpty, let url = WebURL("https://\(text)/"), let host = url.host,
      !url.hasCredentials, url.port == nil, url.pathname == "/", url.query == nil,
      url.fragment == nil, text.utf8.first == 0x5B || !text.utf8.contains(0x3A),
      !text.utf8.contains(where: { $0 == 0x2F || $0 == 0x5C || $0 == 0x40 || $0 <= 0x20 })
    else { return nil }
    self = host
  }

  /// The host as it stands in a URL.
  public var serialized: String {
    switch self {
    case .domain(let text), .opaque(let text): text
    case .ipv4(let value): IPv4Address(value: value).serialized
    case .ipv6(let address): "[\(address.serialized)]"
    case .empty: ""
    }
  }

  /// Whether the host is an IP address rather than a name.
  public var isIPAddress: Bool {
    switch self {
    case .ipv4, .ipv6: true
    case .domain, .opaque, .empty: false
    }
  }
}
