// SPDX-License-Identifier: MIT
// Part of Grille: a certificate with its private key, by which a user shows a server who he is.
import COpenSSL

/// A client certificate with its private key.
///
/// A value that is cheap to copy; the key is shared and wiped with its last owner. Label and
/// certificates are texts of strangers: show them only through a sanitiser.
public struct ClientIdentity: Sendable {
  /// Where the private key is.
  ///
  /// A key that a token keeps to itself (PKCS #11) would be one more case, which `withObjects`
  /// turns into an EVP_PKEY that signs by reference.
  private enum Key: Sendable {
    case memory(OwnedPrivateKey)
    /// It is sealed in a vault that is locked.
    case vault
  }

  /// What the file calls it (`friendlyName`), at most 256 UTF-16 units; else the certificate's
  /// summary.
  public let label: String
  /// The certificate and those above it: leaf first, root last if it is known.
  public let chain: [Certificate]
  /// The file it was taken from; nil if it came from elsewhere.
  public internal(set) var path: String?
  /// What the private key is, told by the key itself.
  public let key: PublicKeyInformation
  /// True if the private key is the one that the certificate speaks of.
  public let keyFitsCertificate: Bool

  private let privateKey: Key

  /// Whether the private key is sealed, so that nobody can be shown this identity at present.
  public var isLocked: Bool {
    switch privateKey {
    case .memory: false
    case .vault: true
    }
  }

  /// Joins a certificate with a key.
  ///
  /// - Parameters:
  ///   - certificate: The leaf.
  ///   - issuers: Those above it, nearest first.
  ///   - privateKey: The key, which need not fit.
  ///   - label: What the file calls it; empty if nothing.
  init(
    certificate: Certificate, issuers: [Certificate], privateKey: OwnedPrivateKey, label: String
  ) {
    chain = [certificate] + issuers
    self.privateKey = .memory(privateKey)
    self.label = label.isEmpty ? certificate.summary : label
    key = privateKey.publicKey
    keyFitsCertificate = privateKey.fits(certificate)
  }

  /// An identity of which only the certificates are at hand; nil if there is none.
  ///
  /// - Parameters:
  ///   - chain: The certificates, leaf first.
  ///   - label: What it is called.
  ///   - path: The file it was taken from.
  package init?(lockedChain chain: [Certificate], label: String, path: String?) {
    guard let leaf = chain.first else { return nil }
    self.chain = chain
    self.label = label.isEmpty ? leaf.summary : label
    self.path = path
    privateKey = .vault
    key = leaf.publicKey
    keyFitsCertificate = true
  }

  /// The same without its private key, which has to come out of a vault again.
  package var locked: ClientIdentity {
    ClientIdentity(lockedChain: chain, label: label, path: path) ?? self
  }

  /// The certificate whose key this is.
  public var certificate: Certificate { chain[0] }

  /// True if the certificate's time is over at a moment, in seconds since 1970.
  public func isExpired(at moment: Int64) -> Bool { moment > certificate.notValidAfter }

  /// True if the certificate's time is still to come at a moment, in seconds since 1970.
  public func isNotYetValid(at moment: Int64) -> Bool { moment < certificate.notValidBefore }

  /// True if one of the authorities that a server accepts has issued a certificate of the chain.
  ///
  /// A server that names none accepts every one.
  public func leads(toOneOf issuers: [DistinguishedName]) -> Bool {
    issuers.isEmpty
      || chain.contains { certificate in
        issuers.contains { $0.matches(certificate.issuer) }
      }
  }

  /// The chain in PEM, leaf first: the part of the identity that is no secret.
  public var pemText: String { chain.map(\.pemText).joined() }

  /// Makes the identity anew of what a profile has kept; nil if there is no certificate, or the key is
  /// damaged or does not fit.
  ///
  /// - Parameters:
  ///   - chain: The certificates, leaf first.
  ///   - keyBytes: What ``keyBytes`` has given.
  ///   - label: What it is called.
  ///   - path: The file it was taken from.
  package init?(
    chain: [Certificate], keyBytes: borrowing SecretBytes, label: String, path: String?
  ) {
    guard let leaf = chain.first,
      let key = keyBytes.withBytes({ bytes in
        unsafe bytes.withUnsafeBufferPointer { buffer in
          var reader = PKCS8Reader(PassPhraseForms(nil))
          return try? unsafe reader.key(derBytes: buffer)
        }
      })
    else { return nil }
    self.init(
      certificate: leaf, issuers: Array(chain.dropFirst()), privateKey: key, label: label)
    guard keyFitsCertificate else { return nil }
    self.path = path
  }

  /// The private key as PKCS #8 in DER, not encrypted; nothing while it is locked.
  package var keyBytes: SecretBytes {
    switch privateKey {
    case .memory(let key): key.pkcs8
    case .vault: SecretBytes(capacity: 1)
    }
  }

  /// What is sent to servers: no root, which they know or do not trust.
  private var sentIssuers: [Certificate] {
    chain.dropFirst().filter { !$0.isSelfIssued }
  }
}

// MARK: Connections

extension ClientIdentity {
  /// Lets a connection show this identity, from within its client certificate callback.
  ///
  /// - Parameter connection: An SSL.
  /// - Returns: False if OpenSSL refuses the certificate, or the key is locked or does not fit.
  package func install(onConnection connection: UnsafeMutableRawPointer) -> Bool {
    unsafe withObjects { certificate, key, issuers in
      unsafe SSL_use_cert_and_key(OpaquePointer(connection), certificate, key, issuers, 1) == 1
    }
  }

  private func withObjects(
    _ body: (_ certificate: OpaquePointer, _ key: OpaquePointer, _ issuers: OpaquePointer) -> Bool
  ) -> Bool {
    // libcurl reports the oldest entry of the error queue, so nothing of ours may stay there.
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    guard let leaf = OwnedX509(derBytes: certificate.derBytes) else { return false }
    let issuers = OwnedX509Stack(sentIssuers)
    return switch privateKey {
    case .memory(let key): unsafe body(leaf.pointer, key.pointer, issuers.pointer)
    case .vault: false
    }
  }
}

extension DistinguishedName {
  /// True if both name the same, whatever string types and letter cases they are written in.
  // RFC 5280 §7.1
  func matches(_ other: DistinguishedName) -> Bool {
    if self == other { return true }
    guard let one = OwnedX509Name(derBytes: derBytes),
      let two = OwnedX509Name(derBytes: other.derBytes)
    else { return false }
    return unsafe X509_NAME_cmp(one.pointer, two.pointer) == 0
  }
}

/// An X509_NAME that is freed with its owner.
@safe private struct OwnedX509Name: ~Copyable {
  let pointer: OpaquePointer

  /// Parses DER; nil if it is damaged.
  init?(derBytes: [UInt8]) {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    let parsed = unsafe derBytes.withUnsafeBufferPointer { bytes in
      var cursor = bytes.baseAddress
      return unsafe d2i_X509_NAME(nil, &cursor, bytes.count)
    }
    guard let parsed = unsafe parsed else { return nil }
    unsafe pointer = parsed
  }

  deinit { unsafe X509_NAME_free(pointer) }
}
