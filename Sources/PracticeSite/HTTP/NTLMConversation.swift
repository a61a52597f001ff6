// SPDX-License-Identifier: MIT
// Part of Grille: the server's half of a log-in by NTLM.

import WebInfra

/// A log-in by NTLM on one connection, of which only the name is judged: "user" gets in.
// MS-NLMP §3.1.5.1
package struct NTLMConversation {
  /// What a request has come to.
  package enum Step: Hashable, Sendable {
    /// Nobody is logged in, and the request says nothing of it.
    case nothing
    /// The client has begun; it is answered with this value of the challenge's field.
    case challenged(String)
    /// The client has given its name.
    case named(String)
  }

  /// Whether the connection is logged in.
  package private(set) var isIn = false

  /// Begins with a new connection.
  package init() {}

  /// Takes what a request says of its client, the value of `Authorization` or of its twin for proxies.
  package mutating func take(_ authorization: String?) -> Step {
    guard let authorization, authorization.lowercased().hasPrefix("ntlm "),
      let bytes = Base64.decodeForgivingly(Array(authorization.dropFirst("ntlm ".count).utf8)),
      bytes.count > 12
    else { return .nothing }
    switch bytes[8] {
    case 1: return .challenged("NTLM " + Base64.encode(Self.challenge))
    case 3:
      let user = Self.user(bytes)
      isIn = user == "user"
      return .named(user)
    default: return .nothing
    }
  }

  /// The server's half: Unicode, NTLM, with a target; a fixed nonce.
  // MS-NLMP §2.2.1.2
  private static var challenge: [UInt8] {
    let target: [UInt8] = [2, 0, 2, 0, 0x44, 0, 0, 0, 0, 0]
    return Array("NTLMSSP\0".utf8) + [2, 0, 0, 0] + [0, 0, 0, 0, 48, 0, 0, 0]
      + [0x01, 0x02, 0x80, 0x00] + [1, 2, 3, 4, 5, 6, 7, 8] + [UInt8](repeating: 0, count: 8)
      + [UInt8(target.count), 0, UInt8(target.count), 0, 48, 0, 0, 0] + target
  }

  // MS-NLMP §2.2.1.3
  private static func user(_ bytes: [UInt8]) -> String {
    guard bytes.count > 44 else { return "" }
    let length = Int(bytes[36]) | Int(bytes[37]) << 8
    let start = Int(bytes[40]) | Int(bytes[41]) << 8
    guard start + length <= bytes.count else { return "" }
    return String(decoding: bytes[start..<(start + length)].filter { $0 != 0 }, as: UTF8.self)
  }
}
