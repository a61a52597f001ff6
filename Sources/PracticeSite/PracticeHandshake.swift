// SPDX-License-Identifier: MIT
// Part of Grille: how the practice site speaks TLS, by the name that is asked for.
import Security

/// What is special about the handshakes of the hosts.
enum PracticeHandshake {
  typealias Version = TLSServerConfiguration.Version

  /// Milliseconds that the impatient host waits for the client to go on.
  private static let impatience: Int32 = 1000

  /// The behaviour of the secure server.
  static func configuration(_ certificates: PracticeCertificates) -> TLSServerConfiguration {
    var tls = TLSServerConfiguration { certificates.present(to: $0) }
    tls.versions = versions(forName:)
    tls.staple = certificates.staple(for:)
    tls.mishap = { name in
      switch PracticeHost.label(ofName: name) {
      case "not-tls": .garbage
      case "silent": .silence
      case "resets": .reset
      case "damaged-der":
        .bytes(damagedHandshake(certificates.identity(for: name).certificate.derBytes))
      default: nil
      }
    }
    tls.patience = { PracticeHost.label(ofName: $0) == "impatient" ? impatience : nil }
    tls.ciphers = { name in
      switch PracticeHost.label(ofName: name) {
      case "null": "NULL-SHA256:@SECLEVEL=0"
      case "dh1024": "DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0"
      default: nil
      }
    }
    tls.usesWeakGroup = { PracticeHost.label(ofName: $0) == "dh1024" }
    tls.clientCertificates = { name in
      let known = certificates.clients
      let accepted = [known.authority.root.certificate]
      switch PracticeHost.label(ofName: name) {
      case "strict12", "strict13": return .required(authorities: accepted)
      case "client", "client-optional", "client-self-signed", "echo":
        return .judgedLater(authorities: accepted)
      case "client-two-cas":
        return .judgedLater(authorities: accepted + [known.otherAuthority.root.certificate])
      default: return .ignored
      }
    }
    return tls
  }

  /// The versions of TLS that the site speaks for a name.
  private static func versions(forName name: String?) -> (lowest: Version, highest: Version) {
    switch PracticeHost.label(ofName: name) {
    case "tls-v1-0": (.tls10, .tls10)
    case "tls-v1-1": (.tls11, .tls11)
    // A key of 512 bits is too small for the signatures of TLS 1.3, whose ciphers none can refuse.
    case "tls-v1-2", "rsa512", "null", "dh1024", "revoked-stapled-tls12", "strict12":
      (.tls12, .tls12)
    case "tls-v1-3", "strict13": (.tls13, .tls13)
    default: (.tls12, .tls13)
    }
  }

  /// The server's first messages of TLS 1.2 around a certificate with a broken field, which
  /// OpenSSL would not send.
  private static func damagedHandshake(_ derBytes: [UInt8]) -> [UInt8] {
    func prefixed(_ bytes: [UInt8], width: Int) -> [UInt8] {
      (0..<width).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) } + bytes
    }
    func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
      let content = [type] + prefixed(body, width: 3)
      return [0x16, 3, 3] + prefixed(content, width: 2)
    }
    var damaged = derBytes
    // The version's tag, after the headers of two sequences of more than 255 bytes.
    damaged[8] ^= 0xFF
    // RFC 5246 §7.4.1.3, with the extension of RFC 5746 that clients insist on.
    let hello =
      [3, 3] + RandomBytes.generate(count: 32) + [0, 0xC0, 0x2B, 0]
      + prefixed([0xFF, 0x01, 0, 1, 0], width: 2)
    let list = prefixed(prefixed(damaged, width: 3), width: 3)
    return message(2, hello) + message(11, list)
  }
}
