// SPDX-License-Identifier: MIT
// Part of Grille: the parts of a certificate that only a viewer asks for.

/// What a certificate says beyond what decides about trust, read when somebody looks at it.
///
/// Every text was chosen by whoever made the certificate: show it only through a sanitiser.
public struct CertificateDetails: Hashable, Sendable {
  /// An extension of the certificate (RFC 5280 §4.2).
  public struct Extension: Hashable, Sendable {
    /// Its object identifier in dots.
    public let objectIdentifier: String
    /// True if who does not understand it must refuse the certificate.
    public let isCritical: Bool
    /// Its DER value.
    public let value: [UInt8]
  }

  /// A promise to enter the certificate into a public log (RFC 6962 §3.2).
  public struct SignedCertificateTimestamp: Hashable, Sendable {
    /// The version for people: 1 for all there are.
    public let version: Int
    /// SHA-256 of the log's key.
    public let logID: Fingerprint
    /// When the log took the certificate, in seconds since 1970.
    public let timestamp: Int64
  }

  /// Every extension, in the order of the certificate.
  public let extensions: [Extension]
  /// Object identifiers of the policies it was issued under.
  public let policies: [String]
  /// Where the issuer answers whether the certificate stands (OCSP).
  public let statusResponders: [String]
  /// Where the issuer's certificate can be had.
  public let issuerAddresses: [String]
  /// Where the issuer publishes what it has withdrawn.
  public let revocationLists: [String]
  /// What public logs have promised.
  public let timestamps: [SignedCertificateTimestamp]
  /// The identifier of the certificate's key; empty if there is none.
  public let subjectKeyIdentifier: [UInt8]
  /// The identifier of the issuer's key; empty if there is none.
  public let authorityKeyIdentifier: [UInt8]

  init(extensions: [Extension]) {
    self.extensions = extensions
    func value(_ identifier: String) -> DERValue? {
      extensions.first { $0.objectIdentifier == identifier }.flatMap {
        DERReader.value(of: $0.value)
      }
    }
    policies = value("2.5.29.32")?.elements.compactMap { $0.elements.first?.objectIdentifier } ?? []
    let access = value("1.3.6.1.5.5.7.1.1")?.elements ?? []
    statusResponders = Self.addresses(in: access, method: "1.3.6.1.5.5.7.48.1")
    issuerAddresses = Self.addresses(in: access, method: "1.3.6.1.5.5.7.48.2")
    revocationLists = Self.distributionPoints(value("2.5.29.31"))
    timestamps = Self.timestamps(value("1.3.6.1.4.1.11129.2.4.2"))
    subjectKeyIdentifier = value("2.5.29.14").map { Array($0.content) } ?? []
    authorityKeyIdentifier =
      value("2.5.29.35")?.elements.first { $0.tag == 0x80 }.map { Array($0.content) } ?? []
  }

  // RFC 5280 §4.2.2.1
  private static func addresses(in descriptions: [DERValue], method: String) -> [String] {
    descriptions.compactMap { description in
      let parts = description.elements
      guard parts.count == 2, parts[0].objectIdentifier == method else { return nil }
      return uri(parts[1])
    }
  }

  // RFC 5280 §4.2.1.13
  private static func distributionPoints(_ value: DERValue?) -> [String] {
    (value?.elements ?? []).flatMap { point -> [String] in
      // [0] distributionPoint, in it [0] fullName.
      let name = point.elements.first { $0.tag == 0xA0 }?.elements.first { $0.tag == 0xA0 }
      return (name?.elements ?? []).compactMap { uri($0) }
    }
  }

  /// A GeneralName that is a URI.
  private static func uri(_ name: DERValue) -> String? { name.tag == 0x86 ? name.text : nil }

  // RFC 6962 §3.3
  private static func timestamps(_ value: DERValue?) -> [SignedCertificateTimestamp] {
    guard let value, value.tag == 0x04 else { return [] }
    var list = value.content
    guard let size = take(2, from: &list), list.count == Int(size) else { return [] }
    var result: [SignedCertificateTimestamp] = []
    while let size = take(2, from: &list), list.count >= Int(size) {
      var entry = list.prefix(Int(size))
      list = list.dropFirst(Int(size))
      guard let version = take(1, from: &entry), entry.count >= 40 else { continue }
      let logID = Fingerprint(bytes: Array(entry.prefix(32)))
      entry = entry.dropFirst(32)
      guard let milliseconds = take(8, from: &entry) else { continue }
      result.append(
        SignedCertificateTimestamp(
          version: Int(version) + 1, logID: logID, timestamp: Int64(milliseconds / 1000)))
    }
    return result
  }

  private static func take(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> UInt64? {
    guard bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension Certificate {
  /// What only a viewer asks for; read anew from the bytes each time.
  public var details: CertificateDetails {
    CertificateDetails(extensions: OwnedX509(derBytes: derBytes)?.readExtensions() ?? [])
  }

  /// The certificate in PEM, with a final line break.
  public var pemText: String { CertificateFile.pemText(of: self) }
}

/// The names of object identifiers.
package enum ObjectIdentifierName {
  /// The usual English name, such as "TLS Web Server Authentication"; nil for an unknown one.
  package static func text(for identifier: String) -> String? {
    OpenSSLText.longName(ofObjectIdentifier: identifier)
  }
}
