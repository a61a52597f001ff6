// SPDX-License-Identifier: MIT
// Part of Grille: data: addresses.

import WebInfra

/// Reads the type and the bytes out of a data: address.
enum DataURL {
  // fetch.spec.whatwg.org/#data-url-processor
  /// The content; nil when the address has no comma, or its base64 is none.
  static func decode(_ url: WebURL) -> (type: MIMEType, bytes: [UInt8])? {
    // 2, 3
    let input = url.withoutFragment.href.utf8.dropFirst("data:".utf8.count)
    // 5 to 7
    guard let comma = input.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    var label = ASCII.trimmingHTTPWhitespace(String(decoding: input[..<comma], as: UTF8.self))
    // 9, 10
    var bytes = PercentEncoding.decode(
      String(decoding: input[input.index(after: comma)...], as: UTF8.self))
    // 11
    if let plain = withoutBase64(label) {
      guard let decoded = Base64.decodeForgivingly(bytes) else { return nil }
      bytes = decoded
      label = plain
    }
    // 12 to 14
    if label.hasPrefix(";") { label = "text/plain" + label }
    let type = MIMEType(parsing: label) ?? MIMEType(parsing: "text/plain;charset=US-ASCII")
    return (type ?? .plainText, bytes)
  }

  /// The label without `;base64` at its end; nil if it does not end so.
  private static func withoutBase64(_ label: String) -> String? {
    var bytes = Array(label.utf8)
    let word = Array("base64".utf8)
    guard bytes.count > word.count, bytes.suffix(word.count).map(ASCII.lowercase) == word else {
      return nil
    }
    bytes.removeLast(word.count)
    while bytes.last == 0x20 { bytes.removeLast() }
    guard bytes.popLast() == UInt8(ascii: ";") else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
