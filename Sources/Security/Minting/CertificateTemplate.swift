// SPDX-License-Identifier: MIT
// Part of Grille: what a minted certificate shall say.

/// The content of a certificate to be minted; the defaults describe a sound leaf.
package struct CertificateTemplate: Sendable {
  /// One attribute of a name with the string type of one's choice.
  package struct NameAttribute: Sendable {
    /// The attribute's object identifier.
    package var objectIdentifier: String
    /// The encoded value, a whole DER string of any type.
    package var value: [UInt8]

    /// An attribute of any encoding.
    package init(objectIdentifier: String, value: [UInt8]) {
      self.objectIdentifier = objectIdentifier
      self.value = value
    }

    /// A common name in UTF-8.
    package static func commonName(_ text: String) -> NameAttribute {
      NameAttribute(objectIdentifier: "2.5.4.3", value: DER.utf8String(text))
    }

    /// An organisation in UTF-8.
    package static func organization(_ text: String) -> NameAttribute {
      NameAttribute(objectIdentifier: "2.5.4.10", value: DER.utf8String(text))
    }
  }

  /// A subject alternative name as raw bytes, so that unsound ones can be made too.
  package enum AlternativeName: Sendable {
    case dns([UInt8])
    case address([UInt8])

    /// A host name.
    package static func dns(_ name: String) -> AlternativeName { .dns(Array(name.utf8)) }
  }

  /// An extension of any kind.
  package struct Extension: Sendable {
    /// Its object identifier.
    package var objectIdentifier: String
    /// True if who does not understand it must refuse the certificate.
    package var isCritical: Bool
    /// Its DER value.
    package var value: [UInt8]

    /// Describes an extension.
    package init(objectIdentifier: String, isCritical: Bool, value: [UInt8]) {
      self.objectIdentifier = objectIdentifier
      self.isCritical = isCritical
      self.value = value
    }
  }

  /// The subject's attributes in encoding order; may be empty.
  package var subject: [NameAttribute]
  /// The names it is for; no extension is written if empty.
  package var alternativeNames: [AlternativeName]
  /// Start of validity in seconds since 1970.
  package var notBefore: Int64
  /// End of validity in seconds since 1970.
  package var notAfter: Int64
  /// The key to make.
  package var key = PrivateKey.Kind.ellipticCurve("P-256")
  /// The digest of the issuer's signature.
  package var digest = PrivateKey.Digest.sha256
  /// True for an authority.
  package var isAuthority = false
  /// How many authorities may follow; nil for no limit.
  package var pathLength: Int?
  /// Key usage bits; nil writes none.
  package var keyUsage: Certificate.KeyUsage? = [.digitalSignature]
  /// Object identifiers of purposes; empty writes none.
  package var purposes = [CertificateTemplate.serverAuthentication]
  /// Names below which an authority may issue; empty for no limit.
  package var permittedNames: [String] = []
  /// Names below which an authority may not issue.
  package var excludedNames: [String] = []
  /// Whatever else it shall carry.
  package var extensions: [Extension] = []
  /// True to spoil the signature.
  package var hasFalseSignature = false

  /// The purpose of web servers.
  package static let serverAuthentication = "1.3.6.1.5.5.7.3.1"
  /// The purpose of their clients.
  package static let clientAuthentication = "1.3.6.1.5.5.7.3.2"

  /// A sound leaf for host names, valid from a day before `moment` to 90 days after it.
  package static func leaf(for names: [String], at moment: Int64) -> CertificateTemplate {
    CertificateTemplate(
      subject: [.organization("Grille Practice"), .commonName(names.first ?? "")],
      alternativeNames: names.map { .dns($0) }, notBefore: moment - UnixTime.day,
      notAfter: moment + 90 * UnixTime.day)
  }

  /// A sound authority, valid from a year before `moment` to ten years after it.
  package static func authority(named name: String, at moment: Int64) -> CertificateTemplate {
    var template = CertificateTemplate(
      subject: [.organization("Grille Practice"), .commonName(name)], alternativeNames: [],
      notBefore: moment - 365 * UnixTime.day, notAfter: moment + 3650 * UnixTime.day)
    template.isAuthority = true
    template.keyUsage = [.keyCertSign, .crlSign]
    template.purposes = []
    return template
  }
}
