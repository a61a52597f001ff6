// SPDX-License-Identifier: MIT
// Part of Grille: pages behind a password (user "user", password "pass").
import Security

extension Router {
  /// `/basic`, `/digest/{md5,sha256,noqop,plain,stale,both}`.
  func authentication(
    _ name: String, _ rest: [String], _ request: PracticeRequest
  ) -> PracticeReply? {
    switch name {
    case "basic":
      // "user:pass" in base64.
      if request.field("authorization") == "Basic dXNlcjpwYXNz" { return Self.vault }
      return Self.unauthorized(["Basic realm=\"vault\", charset=\"UTF-8\""])
    case "digest": return digest(rest.first ?? "md5", request)
    default: return nil
    }
  }

  private func digest(_ kind: String, _ request: PracticeRequest) -> PracticeReply? {
    let md5 = DigestAuthentication.Flavour(algorithmName: "MD5")
    let sha256 = DigestAuthentication.Flavour(algorithm: .sha256, algorithmName: "SHA-256")
    let flavours: [DigestAuthentication.Flavour]
    switch kind {
    case "md5", "stale": flavours = [md5]
    case "sha256": flavours = [sha256]
    // RFC 2069, the oldest form: no quality of protection.
    case "noqop":
      flavours = [DigestAuthentication.Flavour(hasQualityOfProtection: false)]
    case "plain": flavours = [DigestAuthentication.Flavour()]
    case "both": flavours = [md5, sha256]
    default: return nil
    }
    let verdicts = flavours.map { digest.judge(request, $0) }
    if verdicts.contains(.right) { return Self.vault }
    let isStale = verdicts.contains(.stale)
    return Self.unauthorized(
      flavours.map {
        digest.challenge($0, isStale: isStale, remembersNonce: kind != "stale" || isStale)
      })
  }

  private static let vault = PracticeReply.page("Vault", "<p>You are in.")

  private static func unauthorized(_ challenges: [String]) -> PracticeReply {
    var response = status(401)
    for challenge in challenges { response.add("WWW-Authenticate", challenge) }
    return .response(response)
  }
}
