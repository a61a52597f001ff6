// SPDX-License-Identifier: MIT
// Part of Grille: the names of X.500 by which certificates call their subject and issuer.

/// A subject's or issuer's name: attributes in the order of the certificate.
///
/// Every value is text chosen by a stranger; show it only through a sanitiser.
public struct DistinguishedName: Hashable, Sendable, CustomStringConvertible {
  /// One attribute of a name.
  public struct Attribute: Hashable, Sendable {
    /// The attribute's object identifier in dots, such as "2.5.4.3".
    public let objectIdentifier: String
    /// The usual short name, such as "CN"; the object identifier if there is none.
    public let label: String
    /// The value; "#" and hexadecimal digits if it is not decodable text.
    public let value: String

    package init(objectIdentifier: String, label: String, value: String) {
      self.objectIdentifier = objectIdentifier
      self.label = label
      self.value = value
    }
  }

  /// The attributes in the order of the encoding (usually country first, common name last).
  public let attributes: [Attribute]
  /// The name's DER encoding, by which names are compared.
  public let derBytes: [UInt8]

  package init(attributes: [Attribute], derBytes: [UInt8]) {
    self.attributes = attributes
    self.derBytes = derBytes
  }

  /// The last value of an attribute by its short name, such as "O".
  public func value(of label: String) -> String? {
    attributes.last { $0.label == label }?.value
  }

  /// The last common name.
  public var commonName: String? { value(of: "CN") }

  /// The last organisation.
  public var organization: String? { value(of: "O") }

  /// One line for people: common name, else unit, organisation, else the whole name.
  public var summary: String {
    commonName ?? value(of: "OU") ?? organization ?? description
  }

  /// All attributes, the most specific first, as "CN=…, O=…, C=…".
  public var description: String {
    attributes.reversed().map { "\($0.label)=\($0.value)" }.joined(separator: ", ")
  }

  /// Compares what identifies the value.
  public static func == (one: DistinguishedName, other: DistinguishedName) -> Bool {
    one.derBytes == other.derBytes
  }

  /// Hashes what identifies the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(derBytes)
  }
}
