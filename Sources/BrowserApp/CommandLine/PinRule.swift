// SPDX-License-Identifier: MIT
// Part of Grille: a public key demanded of a host, as people write it.
package import Security
import WebInfra

/// A public key and the host it is demanded of: the value of `--pin`.
nonisolated package struct PinRule: Equatable, Sendable {
  /// The host in its A-label form; nil stands for the host of the address that is opened.
  package let host: String?
  /// SHA-256 of the key.
  package let key: Fingerprint

  /// Reads `[HOST=]sha256/BASE64`; 64 hexadecimal digits may stand for the key.
  package init?(_ text: String) {
    if let key = PublicKeyPinning.fingerprint(parsing: text) {
      self.key = key
      host = nil
      return
    }
    guard let equals = text.firstIndex(of: "="),
      let host = Self.canonicalHost(text[..<equals]),
      let key = PublicKeyPinning.fingerprint(parsing: String(text[text.index(after: equals)...]))
    else { return nil }
    self.host = host
    self.key = key
  }

  /// The pin; nil if the rule names no host and none is given.
  package func pin(forHost given: String?) -> PublicKeyPinning.Pin? {
    (host ?? given).map { PublicKeyPinning.Pin(host: $0, keys: [key]) }
  }

  /// A host as the address parser writes it; nil if the text holds more than a host, or none.
  private static func canonicalHost(_ text: Substring) -> String? {
    // The parser would drop a default port without a word, so colons are for IPv6 alone.
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let forbidden = isBracketed ? "/?#@\\" : "/?#@\\:"
    guard !text.contains(where: { forbidden.contains($0) || $0.isWhitespace }),
      let url = WebURL("https://\(text)/"), !url.hostname.isEmpty
    else { return nil }
    return url.hostname
  }
}
