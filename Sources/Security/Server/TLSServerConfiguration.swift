// SPDX-License-Identifier: MIT
// Part of Grille: how a practice server speaks TLS.

/// A TLS server's behaviour; the defaults are those of a sound server.
package struct TLSServerConfiguration: Sendable {
  /// A version of the protocol.
  package enum Version: Sendable {
    case tls10
    case tls11
    case tls12
    case tls13
  }

  /// Ways to spoil a connection right after the client's first message.
  package enum Mishap: Sendable {
    /// Something that is not TLS is sent, and the connection ends.
    case garbage
    /// Nothing is ever sent.
    case silence
    /// The connection is reset.
    case reset
    /// These bytes are sent, and then nothing more until the client closes.
    case bytes([UInt8])
  }

  /// Whether the client shall show a certificate.
  package enum ClientCertificates: Sendable {
    /// It is not asked for.
    case ignored
    /// It is asked for; without one the handshake goes on.
    case optional(authorities: [Certificate])
    /// Without a certificate of one of the authorities the handshake fails.
    case required(authorities: [Certificate])
    /// It is asked for, and the handshake goes on whatever comes: the request's answer tells.
    case judgedLater(authorities: [Certificate])
  }

  /// Chooses what to present for the name that the client asks for; nil ends the handshake.
  package var identity: @Sendable (_ serverName: String?) -> MintedIdentity?
  /// The lowest and the highest version it speaks for the name that the client asks for.
  package var versions: @Sendable (_ serverName: String?) -> (lowest: Version, highest: Version) = {
    _ in (.tls12, .tls13)
  }
  /// The proof of validity that it staples for the name that the client asks for.
  package var staple: @Sendable (_ serverName: String?) -> [UInt8]? = { _ in nil }
  /// What goes wrong before the handshake for the name that the client asks for; usually nothing.
  package var mishap: @Sendable (_ serverName: String?) -> Mishap? = { _ in nil }
  /// How many milliseconds it waits for the client to go on with the handshake, by the name that
  /// the client asks for; nil waits for ever.
  package var patience: @Sendable (_ serverName: String?) -> Int32? = { _ in nil }
  /// OpenSSL's list of ciphers for TLS 1.2 and below, by the name that the client asks for; nil for
  /// those of ``cipherList``.
  package var ciphers: @Sendable (_ serverName: String?) -> String? = { _ in nil }
  /// True for the names with which it exchanges keys in a group of 1024 bits.
  package var usesWeakGroup: @Sendable (_ serverName: String?) -> Bool = { _ in false }
  /// Application protocols it knows, best first.
  package var applicationProtocols = ["http/1.1"]
  /// Whether it asks for client certificates, by the name that the client asks for.
  package var clientCertificates: @Sendable (_ serverName: String?) -> ClientCertificates = {
    _ in .ignored
  }
  /// OpenSSL's list of ciphers for TLS 1.2 and below; nil for the usual ones.
  package var cipherList: String?

  /// Describes a server that presents what `identity` chooses.
  package init(identity: @escaping @Sendable (_ serverName: String?) -> MintedIdentity?) {
    self.identity = identity
  }

  /// Describes a server that always presents the same.
  package init(identity: MintedIdentity) {
    self.identity = { _ in identity }
  }
}
