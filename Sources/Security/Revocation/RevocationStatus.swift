// SPDX-License-Identifier: MIT
// Part of Grille: whether an issuer has withdrawn a certificate.

/// What is known about the withdrawal of a leaf.
public enum RevocationStatus: Hashable, Sendable {
  /// Nobody was asked, and the server gave no proof.
  case notChecked
  /// The server gave a proof that cannot be used: of another certificate, out of date, or false.
  case unusableProof
  /// The issuer says that the certificate stands.
  case good
  /// The issuer has withdrawn the certificate.
  case revoked(Revocation)
}

/// A withdrawal.
public struct Revocation: Hashable, Sendable {
  /// When it took effect, in seconds since 1970.
  public let date: Int64
  /// The reason's number (RFC 5280 §5.3.1); nil if none was given.
  public let reasonCode: Int?

  package init(date: Int64, reasonCode: Int?) {
    self.date = date
    self.reasonCode = reasonCode
  }

  /// The reason in words; empty if none was given or it says nothing.
  public var reason: String {
    switch reasonCode {
    case 1: "its key was stolen"
    case 2: "the issuer's key was stolen"
    case 3: "the holder's name has changed"
    case 4: "another certificate has replaced it"
    case 5: "it is no longer needed"
    case 6: "it is on hold"
    case 9: "its privileges were withdrawn"
    case 10: "an attribute authority's key was stolen"
    default: ""
    }
  }
}
