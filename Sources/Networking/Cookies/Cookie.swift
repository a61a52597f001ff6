// SPDX-License-Identifier: MIT
// Part of Grille: one cookie, as it is kept.

/// A cookie of the store.
public struct Cookie: Hashable, Sendable, CustomStringConvertible {
  /// The name; may be empty when the value is not.
  public let name: String
  /// The value, a secret.
  public var value: String
  /// The host, or the domain whose hosts get the cookie; lower case, without leading dot.
  public let domain: String
  /// Whether `domain` alone gets it, not the hosts below.
  public let isHostOnly: Bool
  /// The path below which it is sent.
  public let path: String
  /// When it ends, in seconds since 1970; nil for the end of the session.
  public let expires: Int64?
  /// Whether it is sent over secure connections only.
  public let isSecure: Bool
  /// Whether scripts may not see it.
  public let isHTTPOnly: Bool
  /// When it goes along with requests that other sites cause.
  public let sameSite: SameSite
  /// When it was first set, in seconds since 1970.
  public let creation: Int64
  /// When it was last sent or set, in seconds since 1970.
  public internal(set) var lastAccess: Int64
  /// Orders cookies that were first set within the same second.
  let order: UInt64

  /// What other sites may cause a cookie to be sent with.
  public enum SameSite: String, Hashable, Sendable {
    /// Anything.
    case none
    /// Opening a page by a safe method.
    case lax
    /// Nothing.
    case strict
    /// The cookie does not say: as lax, but the first two minutes also with other methods.
    case unspecified
  }

  /// Name and place, never the value.
  public var description: String { "\(name)@\(domain)\(path)" }

  /// What makes two cookies the same.
  struct Key: Hashable, Sendable {
    var name: String
    var domain: String
    var isHostOnly: Bool
    var path: String
  }

  var key: Key { Key(name: name, domain: domain, isHostOnly: isHostOnly, path: path) }
}
