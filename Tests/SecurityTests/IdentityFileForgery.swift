// SPDX-License-Identifier: MIT
// Part of Grille: identity files that no program writes willingly.
import COpenSSL
import Foundation

@testable import Security

/// Builds PKCS #12 bag by bag, and rewrites parts of finished files.
enum IdentityFileForgery {
  /// What goes into one bag, in the order of the file.
  enum Bag {
    case certificate(Certificate, localKeyID: [UInt8] = [], name: String = "")
    case key(PrivateKey, localKeyID: [UInt8] = [], name: String = "")
    /// A container in the container.
    indirect case nested([Bag])
  }

  /// Writes bags into one unencrypted safe with an integrity check by the pass phrase "secret".
  static func pkcs12(_ bags: [Bag]) -> [UInt8] {
    let safe = contentInfo("1.2.840.113549.1.7.1", DER.octetString(safeContents(bags)))
    let contents = DER.sequence([safe])
    let file = DER.sequence([
      DER.integer(3), contentInfo("1.2.840.113549.1.7.1", DER.octetString(contents)),
    ])
    let parsed = file.withUnsafeBufferPointer { bytes in
      var cursor = bytes.baseAddress
      return d2i_PKCS12(nil, &cursor, bytes.count)
    }
    defer { PKCS12_free(parsed) }
    precondition(PKCS12_set_mac(parsed, "secret", 6, nil, 0, 1, EVP_sha256()) == 1)
    return derEncoding { i2d_PKCS12(parsed, $0) }
  }

  private static func contentInfo(_ type: String, _ content: [UInt8]) -> [UInt8] {
    DER.sequence([DER.objectIdentifier(type), DER.explicit(0, content)])
  }

  private static func safeContents(_ bags: [Bag]) -> [UInt8] {
    DER.sequence(bags.map(encoding))
  }

  // RFC 7292 §4.2
  private static func encoding(_ bag: Bag) -> [UInt8] {
    let kind = "1.2.840.113549.1.12.10.1."
    switch bag {
    case .certificate(let certificate, let localKeyID, let name):
      let value = DER.sequence([
        DER.objectIdentifier("1.2.840.113549.1.9.22.1"),
        DER.explicit(0, DER.octetString(certificate.derBytes)),
      ])
      return DER.sequence(
        [DER.objectIdentifier(kind + "3"), DER.explicit(0, value)] + attributes(localKeyID, name))
    case .key(let key, let localKeyID, let name):
      let information = EVP_PKEY2PKCS8(key.pointer)
      defer { PKCS8_PRIV_KEY_INFO_free(information) }
      let value = derEncoding { i2d_PKCS8_PRIV_KEY_INFO(information, $0) }
      return DER.sequence(
        [DER.objectIdentifier(kind + "1"), DER.explicit(0, value)] + attributes(localKeyID, name))
    case .nested(let bags):
      return DER.sequence([
        DER.objectIdentifier(kind + "6"), DER.explicit(0, safeContents(bags)),
      ])
    }
  }

  private static func attributes(_ localKeyID: [UInt8], _ name: String) -> [[UInt8]] {
    var set: [[UInt8]] = []
    if !name.isEmpty {
      let units = name.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      set.append(attribute("1.2.840.113549.1.9.20", DER.value(tag: 0x1E, units)))
    }
    if !localKeyID.isEmpty {
      set.append(attribute("1.2.840.113549.1.9.21", DER.octetString(localKeyID)))
    }
    return set.isEmpty ? [] : [DER.set(set)]
  }

  private static func attribute(_ type: String, _ value: [UInt8]) -> [UInt8] {
    DER.sequence([DER.objectIdentifier(type), DER.set([value])])
  }

  /// Replaces the integrity check of a file in DER.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - algorithm: The digest's AlgorithmIdentifier; nil keeps it.
  ///   - rounds: The encoded number of rounds.
  /// - Returns: The changed file.
  static func replacingCheck(
    of file: [UInt8], algorithm: [UInt8]? = nil, rounds: [UInt8] = DER.integer(1)
  ) -> [UInt8] {
    let parts = DERReader.value(of: file)?.elements ?? []
    let check = parts[2].elements
    let digest = check[0].elements
    func encoded(_ value: DERValue) -> [UInt8] { DER.value(tag: value.tag, Array(value.content)) }
    return DER.sequence([
      encoded(parts[0]), encoded(parts[1]),
      DER.sequence([
        DER.sequence([algorithm ?? encoded(digest[0]), encoded(digest[1])]), encoded(check[1]),
        rounds,
      ]),
    ])
  }

  /// An encrypted key in PEM whose content is nonsense, protected by an AlgorithmIdentifier.
  static func encryptedKey(_ algorithm: [UInt8]) -> [UInt8] {
    let value = DER.sequence([algorithm, DER.octetString([UInt8](repeating: 7, count: 64))])
    let lines = Data(value).base64EncodedString(options: .lineLength64Characters)
    return Array(
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\n\(lines)\n-----END ENCRYPTED PRIVATE KEY-----\n".utf8)
  }

  /// PBES2 with a derivation and AES-128-CBC.
  static func pbes2(_ derivation: String, _ parameters: [[UInt8]]) -> [UInt8] {
    DER.sequence([
      DER.objectIdentifier("1.2.840.113549.1.5.13"),
      DER.sequence([
        DER.sequence([DER.objectIdentifier(derivation), DER.sequence(parameters)]),
        DER.sequence([
          DER.objectIdentifier("2.16.840.1.101.3.4.1.2"),
          DER.octetString([UInt8](repeating: 0, count: 16)),
        ]),
      ]),
    ])
  }
}
