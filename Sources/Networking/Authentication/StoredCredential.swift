// SPDX-License-Identifier: MIT
// Part of Grille: what may be told of a kept name and password.

/// A name and password that are kept for a protection space; the password is not part of it.
///
/// Host and realm were chosen by strangers: show them only through a sanitiser.
public struct StoredCredential: Sendable, Hashable {
  /// The part of a server it is for.
  package let space: ProtectionSpace.Key
  /// The user's name.
  public let user: String
  /// How long it is kept.
  public let persistence: Credential.Persistence
  /// When it was accepted first, in seconds since 1970.
  public let date: Int64

  /// Describes a credential, for example one that was read back from storage.
  package init(
    space: ProtectionSpace.Key, user: String, persistence: Credential.Persistence, date: Int64
  ) {
    self.space = space
    self.user = user
    self.persistence = persistence
    self.date = date
  }

  /// The host that asks.
  public var host: String { space.host }
  /// The port that asks.
  public var port: UInt16 { space.port }
  /// The scheme of the address, "http" or "https".
  public var scheme: String { space.scheme }
  /// Whether a proxy asks, not the site.
  public var isProxy: Bool { space.isProxy }
  /// The name of the method, as in `ProtectionSpace.AuthenticationMethod.name`.
  public var method: String { space.method }
  /// The realm the server gave; nil for methods without.
  public var realm: String? { space.realm }
}
