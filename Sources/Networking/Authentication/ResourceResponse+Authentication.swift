// SPDX-License-Identifier: MIT
// Part of Grille: what a 401 answer says about ways to log in.

import WebInfra

extension ResourceResponse {
  /// The schemes by which a 401 answer lets one log in, in the server's order and in lower case, each
  /// once; empty for any other answer.
  public var authenticationSchemes: [String] {
    var schemes: [String] = []
    for challenge in authenticationChallenges where !schemes.contains(challenge.scheme) {
      schemes.append(challenge.scheme)
    }
    return schemes
  }

  /// Whether a 401 answer offers a way to log in with a name and a password that is known here.
  public var canBeAuthenticated: Bool {
    AuthenticationOffer.offers(in: authenticationChallenges).contains { $0 != .negotiate }
  }

  /// The challenges of a 401 answer.
  var authenticationChallenges: [HTTPChallenge] {
    guard status?.code == 401 else { return [] }
    return ChallengeParser.challenges(in: headers, field: "www-authenticate")
  }

  /// The challenges of a proxy's 407 answer.
  var proxyChallenges: [HTTPChallenge] {
    guard status?.code == 407 else { return [] }
    return ChallengeParser.challenges(in: headers, field: "proxy-authenticate")
  }
}
