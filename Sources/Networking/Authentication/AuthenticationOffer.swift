// SPDX-License-Identifier: MIT
// Part of Grille: which of a server's offers to authenticate is taken.

import WebInfra

/// An offer to authenticate by a scheme that is known here.
enum AuthenticationOffer: Hashable, Sendable {
  /// RFC 7617.
  case basic(realm: String)
  /// RFC 7616.
  case digest(DigestChallenge)
  /// Windows log-in, which libcurl does: it is bound to its connection.
  case ntlm
  /// Log-in by a ticket, which libcurl does on a connection of its own.
  // RFC 4559
  case negotiate

  /// The method a protection space has for this offer.
  var method: ProtectionSpace.AuthenticationMethod {
    switch self {
    case .basic(let realm): .httpBasic(realm: realm)
    case .digest(let challenge): .httpDigest(realm: challenge.realm)
    case .ntlm: .ntlm
    case .negotiate: .negotiate
    }
  }

  /// Whether the server says that only the nonce was too old, not the password wrong.
  var isStale: Bool {
    if case .digest(let challenge) = self { challenge.isStale } else { false }
  }

  /// Whether it is libcurl that answers, for the connection as a whole.
  var isOfConnection: Bool {
    switch self {
    case .ntlm, .negotiate: true
    case .basic, .digest: false
    }
  }

  private var strength: Int {
    switch self {
    case .basic: 1
    case .ntlm: 2
    case .digest(let challenge): challenge.algorithm.strength
    case .negotiate: 6
    }
  }

  /// The usable offers among challenges, the strongest first, each scheme's first of equals first.
  static func offers(in challenges: [HTTPChallenge]) -> [AuthenticationOffer] {
    let usable = challenges.compactMap { challenge -> AuthenticationOffer? in
      switch challenge.scheme {
      case "basic": .basic(realm: challenge["realm"] ?? "")
      case "digest": DigestChallenge(challenge).map { .digest($0) }
      // An offer, that is; with a token it is part of a conversation.
      case "ntlm" where challenge.token68 == nil: .ntlm
      case "negotiate" where challenge.token68 == nil: .negotiate
      // Bearer has no name and password, and no ticket that is at hand.
      default: nil
      }
    }
    return usable.enumerated().sorted {
      ($1.element.strength, $0.offset) < ($0.element.strength, $1.offset)
    }.map(\.element)
  }
}
