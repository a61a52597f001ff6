// SPDX-License-Identifier: MIT
// Part of Grille: the server's side of Digest authentication (RFC 7616).
import Security
import Synchronization
import WebInfra

/// Offers challenges and judges their answers for one user.
final class DigestAuthentication: Sendable {
  /// One flavour of the scheme.
  struct Flavour: Sendable {
    var algorithm = MessageDigest.Algorithm.md5
    /// The algorithm's name in the challenge; nil leaves it out.
    var algorithmName: String?
    var hasQualityOfProtection = true
    /// Whether the hash is bound to the client's nonce (`-sess`).
    var isSession = false
    /// Whether the user name is to come hashed.
    var hidesUserName = false
    /// Whether `charset=UTF-8` is declared.
    var declaresUTF8 = false
  }

  private let realm = "digest vault"
  private let user: String
  private let password: String
  private let nonces = Mutex<Set<String>>([])

  /// Makes a vault that opens for one user.
  init(user: String = "user", password: String = "pass") {
    self.user = user
    self.password = password
  }

  /// A challenge with a new nonce; one that is not remembered will be called stale.
  func challenge(
    _ flavour: Flavour, isStale: Bool = false, remembersNonce: Bool = true
  ) -> String {
    let nonce = MessageDigest.hexadecimal(RandomBytes.generate(count: 16))
    if remembersNonce { nonces.withLock { _ = $0.insert(nonce) } }
    var parts = ["realm=\"\(realm)\"", "nonce=\"\(nonce)\"", "opaque=\"practice\""]
    if let name = flavour.algorithmName { parts.append("algorithm=\(name)") }
    if flavour.hasQualityOfProtection { parts.append("qop=\"auth\"") }
    if isStale { parts.append("stale=true") }
    if flavour.hidesUserName { parts.append("userhash=true") }
    if flavour.declaresUTF8 { parts.append("charset=UTF-8") }
    return "Digest " + parts.joined(separator: ", ")
  }

  /// What a request's credentials are worth.
  enum Verdict {
    case absent
    case wrong
    /// The answer is right but its nonce is not one we remember.
    case stale
    case right
  }

  /// Judges a request's Authorization field.
  func judge(
    _ request: PracticeRequest, _ flavour: Flavour, in name: String = "authorization"
  ) -> Verdict {
    guard let field = request.field(name), field.lowercased().hasPrefix("digest ")
    else { return .absent }
    let parameters = Self.parse(String(field.dropFirst(7)))
    guard names(parameters, flavour), parameters["realm"] == realm,
      parameters["uri"] == request.target, let nonce = parameters["nonce"],
      let response = parameters["response"]
    else { return .wrong }
    var first = hash("\(user):\(realm):\(password)", flavour)
    if flavour.isSession {
      first = hash("\(first):\(nonce):\(parameters["cnonce"] ?? "")", flavour)
    }
    let second = hash("\(request.method):\(request.target)", flavour)
    let middle =
      flavour.hasQualityOfProtection
      ? [nonce, parameters["nc"] ?? "", parameters["cnonce"] ?? "", parameters["qop"] ?? ""]
        .joined(separator: ":")
      : nonce
    guard response == hash("\(first):\(middle):\(second)", flavour) else { return .wrong }
    return nonces.withLock { $0.contains(nonce) } ? .right : .stale
  }

  /// Whether the user is the one the vault opens for, in the form the flavour wants.
  private func names(_ parameters: [String: String], _ flavour: Flavour) -> Bool {
    if flavour.hidesUserName {
      return parameters["userhash"] == "true"
        && parameters["username"] == hash("\(user):\(realm)", flavour)
    }
    guard let extended = parameters["username*"] else { return parameters["username"] == user }
    let prefix = "UTF-8''"
    guard flavour.declaresUTF8, extended.hasPrefix(prefix) else { return false }
    let bytes = PercentEncoding.decode(String(extended.dropFirst(prefix.count)))
    return String(decoding: bytes, as: UTF8.self) == user
  }

  private func hash(_ text: String, _ flavour: Flavour) -> String {
    MessageDigest.hash(Array(text.utf8), with: flavour.algorithm)
      .map(MessageDigest.hexadecimal) ?? ""
  }

  /// Splits `name=value, name="quoted, value"` without regard for escapes.
  private static func parse(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    var name = ""
    var value = ""
    var isInValue = false
    var isQuoted = false
    func finish() {
      if !name.isEmpty { result[name.trimmingBlanks().lowercased()] = value.trimmingBlanks() }
      (name, value, isInValue) = ("", "", false)
    }
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: finish()
      case "=" where !isInValue: isInValue = true
      default:
        if isInValue { value.append(character) } else { name.append(character) }
      }
    }
    finish()
    return result
  }
}
