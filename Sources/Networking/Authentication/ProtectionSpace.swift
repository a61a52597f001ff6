// SPDX-License-Identifier: MIT
// Part of Grille: the part of a server that one proof of identity opens.

public import Security

/// What a challenge protects: a server or proxy, and the kind of proof it wants.
public struct ProtectionSpace: Sendable {
  /// The host that asks, as in the address; never a name the server chose itself.
  public let host: String
  /// The port that asks.
  public let port: UInt16
  /// The scheme of the address, "http" or "https".
  public let scheme: String
  /// Whether a proxy asks, not the site.
  public let isProxy: Bool
  /// What is asked for.
  public let authenticationMethod: AuthenticationMethod

  /// Makes a protection space.
  public init(
    host: String, port: UInt16, scheme: String, isProxy: Bool = false,
    authenticationMethod: AuthenticationMethod
  ) {
    self.host = host
    self.port = port
    self.scheme = scheme
    self.isProxy = isProxy
    self.authenticationMethod = authenticationMethod
  }

  /// Whether nobody on the way can read the credential that would be sent.
  public var receivesCredentialSecurely: Bool {
    if scheme == "https" { return true }
    switch authenticationMethod {
    case .httpDigest, .negotiate, .serverTrust, .clientCertificate: return true
    case .httpBasic, .ntlm: return false
    }
  }

  /// Whether a user name can be sent at all: Basic has no way to send one with a colon.
  public func canSend(user: String) -> Bool {
    switch authenticationMethod {
    case .httpBasic: BasicAuthentication.allows(user: user)
    case .httpDigest, .serverTrust, .clientCertificate, .ntlm, .negotiate: true
    }
  }

  /// The realm the server gave: its own words, hostile until shown escaped; nil for other methods.
  public var realm: String? {
    switch authenticationMethod {
    case .httpBasic(let realm), .httpDigest(let realm): realm
    case .serverTrust, .clientCertificate, .ntlm, .negotiate: nil
    }
  }

  /// The kind of proof that is asked for.
  public enum AuthenticationMethod: Sendable {
    /// A decision on whether the server is who it should be.
    case serverTrust(ServerTrust)
    /// A client certificate of one of these authorities; of any, if the server names none.
    ///
    /// The names are the server's own words, hostile until shown escaped.
    case clientCertificate(acceptableIssuers: [DistinguishedName])
    /// A name and password, sent as they are.
    case httpBasic(realm: String)
    /// A name and password, of which a digest is sent.
    case httpDigest(realm: String)
    /// Windows log-in, by connection.
    case ntlm
    /// Kerberos or whatever the two sides agree on.
    case negotiate

    /// A stable name for programs.
    public var name: String {
      switch self {
      case .serverTrust: "serverTrust"
      case .clientCertificate: "clientCertificate"
      case .httpBasic: "httpBasic"
      case .httpDigest: "httpDigest"
      case .ntlm: "ntlm"
      case .negotiate: "negotiate"
      }
    }
  }
}

extension ProtectionSpace {
  /// The space of a proxy, whatever is loaded through it.
  init(proxy: ProxyConfiguration, authenticationMethod: AuthenticationMethod) {
    // Nothing hides what is said to a proxy itself.
    self.init(
      host: proxy.host, port: proxy.port, scheme: "http", isProxy: true,
      authenticationMethod: authenticationMethod)
  }

  /// The parts by which credentials are kept: equal keys share a credential.
  package struct Key: Hashable, Sendable {
    package var scheme: String
    package var host: String
    package var port: UInt16
    package var isProxy: Bool
    package var method: String
    package var realm: String?

    /// Names a space, for example of a credential that was read back from storage.
    package init(
      scheme: String, host: String, port: UInt16, isProxy: Bool, method: String, realm: String?
    ) {
      self.scheme = scheme
      self.host = host
      self.port = port
      self.isProxy = isProxy
      self.method = method
      self.realm = realm
    }
  }

  /// This space's key; server trust has none of its own, the trust ledger keeps those decisions.
  package var key: Key {
    Key(
      scheme: scheme, host: host, port: port, isProxy: isProxy, method: authenticationMethod.name,
      realm: realm)
  }
}
