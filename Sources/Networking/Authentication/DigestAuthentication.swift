// SPDX-License-Identifier: MIT
// Part of Grille: the Digest scheme of HTTP authentication.

import Security
import WebInfra

/// What a server's Digest challenge says, checked.
// RFC 7616 §3.3
struct DigestChallenge: Hashable, Sendable {
  /// The hash, and whether it is bound to the session.
  struct Algorithm: Hashable, Sendable {
    var hash: Hash
    var isSession: Bool
    /// The spelling the server used; nil when it named none.
    var name: String?

    enum Hash: Hashable, Sendable { case md5, sha256, sha512Truncated256 }

    /// Larger is better; Basic has 1, NTLM 2.
    var strength: Int {
      switch hash {
      case .md5: 3
      case .sha256: 4
      case .sha512Truncated256: 5
      }
    }

    init?(name: String?) {
      self.name = name
      var rest = ASCII.lowercased(name ?? "md5")
      isSession = rest.hasSuffix("-sess")
      if isSession { rest.removeLast(5) }
      switch rest {
      case "md5": hash = .md5
      case "sha-256": hash = .sha256
      case "sha-512-256": hash = .sha512Truncated256
      default: return nil
      }
    }
  }

  /// How much of the message the digest covers.
  enum Quality: Hashable, Sendable { case none, auth }

  var realm: String
  var nonce: String
  var opaque: String?
  /// The addresses of which the space is made, as the server wrote them; empty for the whole server.
  var domain: [String]
  var algorithm: Algorithm
  var quality: Quality
  var isStale: Bool
  var hidesUserName: Bool
  /// Whether the server knows of RFC 7616, and so of names outside ASCII.
  var declaresUTF8: Bool
  /// Whether each character of the texts stands for one byte: the digest is of the server's bytes.
  var isByteString: Bool

  /// The most bytes of each of the texts that the answer repeats.
  static let maximumLength = 4096

  /// The most addresses of a `domain` that are looked at.
  static let maximumDomainCount = 32

  /// Reads a challenge; nil when it lacks what is needed or wants what we do not do.
  init?(_ challenge: HTTPChallenge) {
    guard let nonce = challenge["nonce"],
      let algorithm = Algorithm(name: challenge["algorithm"])
    else { return nil }
    realm = challenge["realm"] ?? ""
    self.nonce = nonce
    opaque = challenge["opaque"]
    // The answer repeats these, so they may neither fill it nor break out of its line.
    for text in [realm, nonce, opaque ?? ""] where !Self.isRepeatable(text) { return nil }
    domain = (challenge["domain"] ?? "").split(whereSeparator: \.isWhitespace)
      .prefix(Self.maximumDomainCount).map(String.init)
    self.algorithm = algorithm
    isStale = challenge["stale"].map(ASCII.lowercased) == "true"
    hidesUserName = challenge["userhash"].map(ASCII.lowercased) == "true"
    isByteString = challenge.isByteString
    declaresUTF8 =
      !isByteString && challenge["charset"].map(ASCII.lowercased) == "utf-8"
    if let offered = challenge["qop"] {
      let qualities = offered.split(separator: ",").map {
        ASCII.lowercased(ASCII.trimmingHTTPWhitespace(String($0)))
      }
      // Not implemented: auth-int, which would need the body's hash; no server asks for it alone.
      guard qualities.contains("auth") else { return nil }
      quality = .auth
    } else {
      quality = .none
    }
  }

  /// How much of a path of the challenge's own server an address of the space takes in; nil if the
  /// path is none of it.
  ///
  /// - Parameter url: An address of the same origin as the server's.
  /// - Returns: The length of the longest path that fits, 0 for the whole server.
  func reach(to url: WebURL) -> Int? {
    guard !domain.isEmpty else { return 0 }
    // Not implemented: addresses of other servers; what is known here is never told to them unasked.
    return domain.compactMap { text -> Int? in
      guard let space = WebURL(text, base: url.withoutCredentials),
        space.origin.isSameOrigin(url.origin), url.pathname.hasPrefix(space.pathname)
      else { return nil }
      return space.pathname.utf8.count
    }.max()
  }

  private static func isRepeatable(_ text: String) -> Bool {
    text.utf8.count <= maximumLength
      && text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }
}

/// Answers Digest challenges of one protection space.
struct DigestResponder: Sendable {
  var challenge: DigestChallenge
  /// How many requests this nonce has served.
  private(set) var nonceCount: UInt32 = 0

  init(_ challenge: DigestChallenge) { self.challenge = challenge }

  // RFC 7616 §3.4
  /// The value of `Authorization` for one request; nil if the hash is not to be had.
  ///
  /// The target is the request's with its query, exactly as sent; the client nonce is
  /// unpredictable text, fresh for each request. The value is a byte string if the challenge is.
  mutating func header(
    user: String, password: String, method: HTTPMethod, target: String, clientNonce: String
  ) -> String? {
    nonceCount += 1
    let digits = String(nonceCount, radix: 16)
    let count = String(repeating: "0", count: 8 - digits.count) + digits
    func hash(_ text: String) -> String? {
      let bytes = challenge.isByteString ? Isomorphic.encode(text) : Array(text.utf8)
      return Self.hash(bytes, challenge.algorithm.hash)
    }
    let user = challenge.isByteString ? Isomorphic.decode(user.utf8) : user
    let password = challenge.isByteString ? Isomorphic.decode(password.utf8) : password

    guard var secret = hash("\(user):\(challenge.realm):\(password)") else { return nil }
    if challenge.algorithm.isSession {
      guard let bound = hash("\(secret):\(challenge.nonce):\(clientNonce)") else { return nil }
      secret = bound
    }
    guard let request = hash("\(method.rawValue):\(target)") else { return nil }
    let middle =
      switch challenge.quality {
      case .none: challenge.nonce
      case .auth: "\(challenge.nonce):\(count):\(clientNonce):auth"
      }
    guard let response = hash("\(secret):\(middle):\(request)") else { return nil }

    var parts: [String] = []
    if challenge.hidesUserName, let hidden = hash("\(user):\(challenge.realm)") {
      parts.append("username=\"\(hidden)\"")
      parts.append("userhash=true")
    } else if Self.isPlain(user) || (!challenge.declaresUTF8 && !Self.hasControls(user)) {
      // Servers of RFC 2617 do not know the extended form; other clients send them UTF-8 as it is.
      parts.append("username=\"\(Self.quoted(user))\"")
    } else {
      // RFC 7616 §3.4: names outside ASCII go into the extended form.
      parts.append("username*=UTF-8''\(Self.extended(user))")
    }
    parts.append("realm=\"\(Self.quoted(challenge.realm))\"")
    parts.append("nonce=\"\(Self.quoted(challenge.nonce))\"")
    parts.append("uri=\"\(target)\"")
    parts.append("response=\"\(response)\"")
    if let name = challenge.algorithm.name { parts.append("algorithm=\(name)") }
    if let opaque = challenge.opaque { parts.append("opaque=\"\(Self.quoted(opaque))\"") }
    if challenge.quality == .auth { parts.append("qop=auth, nc=\(count)") }
    if challenge.quality == .auth || challenge.algorithm.isSession {
      parts.append("cnonce=\"\(clientNonce)\"")
    }
    return "Digest " + parts.joined(separator: ", ")
  }

  private static func hash(_ bytes: [UInt8], _ hash: DigestChallenge.Algorithm.Hash) -> String? {
    let algorithm: MessageDigest.Algorithm =
      switch hash {
      case .md5: .md5
      case .sha256: .sha256
      case .sha512Truncated256: .sha512Truncated256
      }
    return MessageDigest.hash(bytes, with: algorithm)
      .map(MessageDigest.hexadecimal)
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  private static func hasControls(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  private static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func extended(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if ASCII.isAlphanumeric(byte) || "-._~".utf8.contains(byte) {
        result.append(byte)
      } else {
        result.append(UInt8(ascii: "%"))
        result.append(ASCII.upperHexDigit(byte >> 4))
        result.append(ASCII.upperHexDigit(byte & 15))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
