// SPDX-License-Identifier: MIT
// Part of Grille: what a connection has agreed on.

/// The parameters of an established TLS connection, for the inspector.
public struct TLSFacts: Hashable, Sendable {
  /// The protocol's version, such as "TLSv1.3".
  public let protocolVersion: String
  /// The cipher suite by its standard name, such as "TLS_AES_256_GCM_SHA384".
  public let cipherSuite: String
  /// The group of the key exchange, such as "x25519"; empty if unknown.
  public let keyExchangeGroup: String
  /// The application protocol chosen by ALPN, such as "h2"; empty if none was.
  public let applicationProtocol: String
  /// True if the session was resumed (which this program never asks for).
  public let isResumed: Bool

  package init(
    protocolVersion: String, cipherSuite: String, keyExchangeGroup: String,
    applicationProtocol: String, isResumed: Bool
  ) {
    self.protocolVersion = protocolVersion
    self.cipherSuite = cipherSuite
    self.keyExchangeGroup = keyExchangeGroup
    self.applicationProtocol = applicationProtocol
    self.isResumed = isResumed
  }
}
