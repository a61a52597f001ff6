// SPDX-License-Identifier: MIT
// Part of Grille: a request as the practice site received it.
package import Security

/// One request, recorded so that tests can tell what was sent and what was not.
package struct PracticeRequest: Sendable {
  /// One header field in the client's spelling.
  package struct Field: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The value without surrounding blanks.
    package let value: String
  }

  /// The method, such as "GET".
  package let method: String
  /// The request target as sent.
  package let target: String
  /// The header fields in their order.
  package let fields: [Field]
  /// The request line and the fields as they came, without the empty line after them.
  package let head: [UInt8]
  /// The body, without its transfer coding.
  package var body: [UInt8] = []
  /// True if it came over TLS.
  package let isSecure: Bool
  /// The port it came to.
  package let port: UInt16
  /// What the handshake has agreed on; nil if it came without TLS.
  package let tls: TLSFacts?
  /// The name asked for in the handshake.
  package let serverName: String?
  /// The certificate the client showed.
  package let clientCertificate: Certificate?
  /// True if that is none of those that the host accepts.
  package let isClientCertificateRefused: Bool

  /// The first value of a field, by its name in any case.
  package func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The Host field without its port.
  package var host: String {
    let value = field("host") ?? ""
    guard let colon = value.utf8.lastIndex(of: UInt8(ascii: ":")), !value.hasSuffix("]") else {
      return value
    }
    return String(value[..<colon])
  }

  /// The target's path, as sent.
  package var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The target's path without its percent signs.
  var decodedPath: String { Self.decode(path, plusIsBlank: false) }

  /// The target's query, as sent, without the question mark.
  package var query: String {
    String(target.drop { $0 != "?" }.dropFirst())
  }

  /// The decoded value of a parameter of the query.
  package func parameter(_ name: String) -> String? {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0] == name else { continue }
      return parts.count > 1 ? Self.decode(String(parts[1])) : ""
    }
    return nil
  }

  private static func decode(_ text: String, plusIsBlank: Bool = true) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
