// SPDX-License-Identifier: MIT
// Part of Grille: one reason why a server's identity is in doubt.

/// One problem of a certificate chain, with the certificate it concerns.
public struct TrustFailure: Hashable, Sendable {
  /// The kinds of problem that people are told about.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The validity is over.
    case expired
    /// The validity has not begun.
    case notYetValid
    /// The leaf vouches for itself.
    case selfSigned
    /// The chain ends in a root that is not trusted here.
    case untrustedRoot
    /// An issuer's certificate is neither known here nor sent.
    case issuerMissing
    /// The leaf is for other names.
    case wrongHost
    /// A key is too small.
    case weakKey
    /// A signature uses a broken digest.
    case weakSignature
    /// A leaf of a public authority is valid longer than such authorities may allow.
    case validityTooLong
    /// The issuer has withdrawn a certificate.
    case revoked
    /// The leaf demands a stapled proof that the server did not give.
    case mustStapleMissing
    /// Nobody says whether the leaf stands, and the user's policy demands to know.
    case revocationUnknown
    /// A signature is false.
    case badSignature
    /// The leaf is for another purpose.
    case notForServers
    /// An issuer may not issue.
    case invalidIssuer
    /// A limit set by an issuer is broken.
    case constraint
    /// A certificate cannot be understood.
    case malformed
    /// A key of the chain is on the block-list, or the store rejects the root.
    case blockedRoot
    /// No key of the chain is among those pinned for the host.
    case pinMismatch
    /// The host has asked for strict transport security, which allows no exception.
    case strictHost

    /// True if a person may continue in spite of it.
    public var isOverridable: Bool {
      switch self {
      case .expired, .notYetValid, .selfSigned, .untrustedRoot, .issuerMissing, .wrongHost,
        .weakKey, .weakSignature, .validityTooLong:
        true
      case .revoked, .mustStapleMissing, .revocationUnknown, .badSignature, .notForServers,
        .invalidIssuer, .constraint, .malformed, .blockedRoot, .pinMismatch, .strictHost:
        false
      }
    }

    /// The code of the error that ends a load for this reason (Apple's NSURLError numbers).
    public var errorCode: Int {
      switch self {
      case .expired: -1201
      case .notYetValid: -1204
      case .issuerMissing: -1203
      default: -1202
      }
    }
  }

  /// The kind of problem.
  public let reason: Reason
  /// Index into ``ServerTrust/certificateChain`` of the certificate concerned; 0 is the leaf.
  public let certificateIndex: Int
  /// OpenSSL's X509_V_ERR number; 0 if a rule of our own found the problem.
  public let verificationCode: Int32
  /// True if a person may continue in spite of it; graver cases of an overridable reason are not.
  public let isOverridable: Bool

  /// Describes a problem; `isOverridable` is the reason's own unless the case is graver.
  package init(
    _ reason: Reason, certificateIndex: Int = 0, verificationCode: Int32 = 0,
    isOverridable: Bool? = nil
  ) {
    self.reason = reason
    self.certificateIndex = certificateIndex
    self.verificationCode = verificationCode
    self.isOverridable = isOverridable ?? reason.isOverridable
  }

  /// The code of the error that ends a load for this reason.
  public var errorCode: Int { reason.errorCode }
}
