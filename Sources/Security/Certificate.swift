// SPDX-License-Identifier: MIT
// Part of Grille: a certificate as a value.

/// An X.509 certificate: its DER bytes and what they say.
///
/// A value that is cheap to copy; two are equal if their DER is. All text inside was chosen by
/// whoever made the certificate: show it only through a sanitiser.
public struct Certificate: Hashable, Sendable {
  /// What a key may be used for (RFC 5280 §4.2.1.3); the raw value is OpenSSL's KU_ bits.
  public struct KeyUsage: OptionSet, Hashable, Sendable {
    /// OpenSSL's bits.
    public let rawValue: UInt32
    /// Takes OpenSSL's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Signing of anything but certificates.
    public static let digitalSignature = KeyUsage(rawValue: 0x0080)
    /// Signing with lasting commitment.
    public static let nonRepudiation = KeyUsage(rawValue: 0x0040)
    /// Encrypting keys.
    public static let keyEncipherment = KeyUsage(rawValue: 0x0020)
    /// Encrypting data.
    public static let dataEncipherment = KeyUsage(rawValue: 0x0010)
    /// Agreeing on keys.
    public static let keyAgreement = KeyUsage(rawValue: 0x0008)
    /// Signing certificates.
    public static let keyCertSign = KeyUsage(rawValue: 0x0004)
    /// Signing revocation lists.
    public static let crlSign = KeyUsage(rawValue: 0x0002)
    /// With key agreement: encrypting only.
    public static let encipherOnly = KeyUsage(rawValue: 0x0001)
    /// With key agreement: decrypting only.
    public static let decipherOnly = KeyUsage(rawValue: 0x8000)
  }

  /// The fields as read once from the DER.
  struct Fields: Sendable {
    var version = 1
    var serialNumber: [UInt8] = []
    var subject = DistinguishedName(attributes: [], derBytes: [])
    var issuer = DistinguishedName(attributes: [], derBytes: [])
    var notValidBefore: Int64 = 0
    var notValidAfter: Int64 = 0
    var subjectAlternativeNames: [SubjectAlternativeName] = []
    var publicKey = PublicKeyInformation(algorithm: .other(""), bitCount: 0, derBytes: [])
    var signatureAlgorithm = ""
    var signatureDigest = ""
    var keyUsage: KeyUsage?
    var extendedKeyUsage: [String]?
    var isAuthority = false
    var pathLength: Int?
    var demandsStapledProof = false
    var statusResponders: [String] = []
    var issuerLocations: [String] = []
    var revocationListLocations: [String] = []
  }

  private final class Storage: Sendable {
    let derBytes: [UInt8]
    let fields: Fields
    let fingerprint: Fingerprint

    init(derBytes: [UInt8], fields: Fields) {
      self.derBytes = derBytes
      self.fields = fields
      fingerprint = Fingerprint(sha256Of: derBytes)
    }
  }

  private let storage: Storage

  /// Reads one certificate from its DER; nil if it is damaged or followed by other bytes.
  public init?(derBytes: [UInt8]) {
    guard let x509 = OwnedX509(derBytes: derBytes) else { return nil }
    storage = Storage(derBytes: derBytes, fields: x509.readFields())
  }

  init(copying x509: borrowing OwnedX509) {
    storage = Storage(derBytes: x509.derBytes, fields: x509.readFields())
  }

  /// The certificate's encoding, exactly as received.
  public var derBytes: [UInt8] { storage.derBytes }
  /// The version for people: 3 for nearly all.
  public var version: Int { storage.fields.version }
  /// The serial number's bytes, most significant first.
  public var serialNumber: [UInt8] { storage.fields.serialNumber }
  /// Whom the certificate names.
  public var subject: DistinguishedName { storage.fields.subject }
  /// Who signed it, by its own word.
  public var issuer: DistinguishedName { storage.fields.issuer }
  /// Start of validity, in seconds since 1970.
  public var notValidBefore: Int64 { storage.fields.notValidBefore }
  /// End of validity, in seconds since 1970.
  public var notValidAfter: Int64 { storage.fields.notValidAfter }
  /// The names it is valid for, in the order of the certificate.
  public var subjectAlternativeNames: [SubjectAlternativeName] {
    storage.fields.subjectAlternativeNames
  }
  /// Its key.
  public var publicKey: PublicKeyInformation { storage.fields.publicKey }
  /// The signature's algorithm by OpenSSL's long name, such as "sha256WithRSAEncryption".
  public var signatureAlgorithm: String { storage.fields.signatureAlgorithm }
  /// The digest inside the signature, such as "SHA256"; empty if the algorithm has none of its own.
  public var signatureDigest: String { storage.fields.signatureDigest }
  /// What the key may do; nil if the certificate does not say.
  public var keyUsage: KeyUsage? { storage.fields.keyUsage }
  /// Object identifiers of extended purposes; nil if the certificate does not say.
  public var extendedKeyUsage: [String]? { storage.fields.extendedKeyUsage }
  /// True if it may issue certificates.
  public var isCertificateAuthority: Bool { storage.fields.isAuthority }
  /// How many authorities may stand between it and a leaf; nil if unlimited or no authority.
  public var pathLength: Int? { storage.fields.pathLength }
  /// True if a server that presents it has to staple a proof that it stands (RFC 7633).
  public var demandsStapledProof: Bool { storage.fields.demandsStapledProof }
  /// Where the issuer answers whether the certificate stands (OCSP), as written in it.
  public var statusResponders: [String] { storage.fields.statusResponders }
  /// Where the issuer's own certificate can be had, as written in it.
  public var issuerLocations: [String] { storage.fields.issuerLocations }
  /// Where the issuer's lists of withdrawn certificates can be had, as written in it.
  public var revocationListLocations: [String] { storage.fields.revocationListLocations }
  /// SHA-256 of the DER: the name by which decisions are bound to this certificate.
  public var sha256Fingerprint: Fingerprint { storage.fingerprint }

  /// SHA-1 of the DER, for comparison by people; nil if SHA-1 is switched off in this system.
  public var sha1Fingerprint: Fingerprint? {
    MessageDigest.hash(derBytes.span, with: .sha1).map { Fingerprint(bytes: $0) }
  }

  /// True if subject and issuer are the same name.
  public var isSelfIssued: Bool { subject == issuer }

  /// One line for people: the subject's summary, else its first alternative name.
  public var summary: String {
    if !subject.attributes.isEmpty { return subject.summary }
    return subjectAlternativeNames.first?.description ?? ""
  }

  /// Compares what identifies the value.
  public static func == (one: Certificate, other: Certificate) -> Bool {
    one.storage === other.storage || one.derBytes == other.derBytes
  }

  /// Hashes what identifies the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sha256Fingerprint)
  }
}
