// SPDX-License-Identifier: MIT
// Part of Grille: which of a server's offers to authenticate is taken.

import WebInfra

/// An offer to authenticate by a scheme that is ours to do.
enum AuthenticationOffer: Hashable, Sendable {
  /// RFC 7617.
  case basic(realm: String)
  /// RFC 7616.
  case digest(DigestChallenge)

  /// The method a protection space has for this offer.
  var method: ProtectionSpace.AuthenticationMethod {
    switch self {
    case .basic(let realm): .httpBasic(realm: realm)
    case .digest(let challenge): .httpDigest(realm: challenge.realm)
    }
  }

  /// Whether the server says that only the nonce was too old, not the password wrong.
  var isStale: Bool {
    if case .digest(let challenge) = self { challenge.isStale } else { false }
  }

  private var strength: Int {
    switch self {
    case .basic: 1
    case .digest(let challenge): challenge.algorithm.strength
    }
  }

  /// The usable offers among challenges, the strongest first, each scheme's first of equals first.
  static func offers(in challenges: [HTTPChallenge]) -> [AuthenticationOffer] {
    let usable = challenges.compactMap { challenge -> AuthenticationOffer? in
      switch challenge.scheme {
      case "basic": .basic(realm: challenge["realm"] ?? "")
      case "digest": DigestChallenge(challenge).map { .digest($0) }
      // Not implemented: Negotiate and NTLM, which bind to the connection.
      default: nil
      }
    }
    return usable.enumerated().sorted {
      ($1.element.strength, $0.offset) < ($0.element.strength, $1.offset)
    }.map(\.element)
  }
}
