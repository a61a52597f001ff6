// SPDX-License-Identifier: MIT
// Part of Grille: pages behind a password (user "user", password "pass" unless said otherwise).
import Security

extension Router {
  /// `/basic[/cross?to=URL]`, `/basic-utf8`, `/digest/{md5,sha256,sha512,noqop,plain,stale,both,sess,
  /// userhash,utf8,integrity}`, `/bearer`, `/challenges/{many,lines,realm,nonces}`.
  func authentication(
    _ name: String, _ rest: [String], _ request: PracticeRequest
  ) -> PracticeReply? {
    switch name {
    case "basic":
      // "user:pass" in base64.
      guard request.field("authorization") == "Basic dXNlcjpwYXNz" else {
        return Self.unauthorized(["Basic realm=\"vault\", charset=\"UTF-8\""])
      }
      guard rest.first == "cross", let target = request.parameter("to") else { return Self.vault }
      return .response(Self.status(302).adding("Location", target))
    case "basic-utf8":
      // "Jäsøn 太郎:pässwörd" in UTF-8, in base64.
      if request.field("authorization") == "Basic SsOkc8O4biDlpKrpg446cMOkc3N3w7ZyZA==" {
        return Self.vault
      }
      return Self.unauthorized(["Basic realm=\"vault\", charset=\"UTF-8\""])
    case "bearer": return Self.unauthorized(["Bearer realm=\"api\", error=\"invalid_token\""])
    case "challenges": return challenges(rest.first ?? "", request)
    case "digest": return digest(rest.first ?? "md5", request)
    default: return nil
    }
  }

  private func digest(_ kind: String, _ request: PracticeRequest) -> PracticeReply? {
    if kind == "integrity" {
      return Self.unauthorized(["Digest realm=\"vault\", nonce=\"n\", qop=\"auth-int\""])
    }
    if kind == "utf8" {
      let flavour = DigestAuthentication.Flavour(
        algorithm: .sha256, algorithmName: "SHA-256", declaresUTF8: true)
      if internationalDigest.judge(request, flavour) == .right { return Self.vault }
      return Self.unauthorized([internationalDigest.challenge(flavour)])
    }
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
    case "sha512":
      flavours = [
        DigestAuthentication.Flavour(algorithm: .sha512Truncated256, algorithmName: "SHA-512-256")
      ]
    case "sess":
      flavours = [
        DigestAuthentication.Flavour(
          algorithm: .sha256, algorithmName: "SHA-256-sess", isSession: true)
      ]
    case "userhash":
      flavours = [
        DigestAuthentication.Flavour(
          algorithm: .sha256, algorithmName: "SHA-256", hidesUserName: true)
      ]
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

  /// Challenges that are many, long or never the same twice.
  private func challenges(_ kind: String, _ request: PracticeRequest) -> PracticeReply? {
    switch kind {
    case "many":
      return Self.unauthorized((0..<200).map { "Basic realm=\"vault \($0)\"" })
    case "lines":
      let md5 = DigestAuthentication.Flavour(algorithmName: "MD5")
      let sha256 = DigestAuthentication.Flavour(algorithm: .sha256, algorithmName: "SHA-256")
      if digest.judge(request, sha256) == .right { return Self.vault }
      return Self.unauthorized([
        "Negotiate, NTLM", "Basic realm=\"vault\"", digest.challenge(md5), "Bearer",
        digest.challenge(sha256),
      ])
    case "realm":
      let realm = String(repeating: "vault ", count: 17_000)
      return Self.unauthorized(["Basic realm=\"\(realm)\""])
    case "nonces":
      // Whatever is answered, the nonce was too old.
      let md5 = DigestAuthentication.Flavour(algorithmName: "MD5")
      return Self.unauthorized([
        digest.challenge(
          md5, isStale: request.field("authorization") != nil, remembersNonce: false)
      ])
    default: return nil
    }
  }

  private static let vault = PracticeReply.page("Vault", "<p>You are in.")

  private static func unauthorized(_ challenges: [String]) -> PracticeReply {
    var response = status(401)
    for challenge in challenges { response.add("WWW-Authenticate", challenge) }
    return .response(response)
  }
}
