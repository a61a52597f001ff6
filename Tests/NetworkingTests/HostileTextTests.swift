// SPDX-License-Identifier: MIT
// Part of Grille: readers of servers' text meet any bytes without stopping.

import Testing
import WebInfra

@testable import Networking

@Suite struct HostileTextTests {
  /// The same pseudo-random numbers on every run.
  struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  static let pieces = [
    "Basic", "Digest", "realm", "nonce", "=", "=", "==", ",", ";", "\"", "\\", " ", "\t", "a", "é",
    "Domain", "Path", "Expires", "Max-Age", "filename*", "UTF-8''", "%", "%4", "%41", "-1", "09",
    "10:11:12", "Jun", "2021", ".", "/", ":", "__Host-", "\u{202E}", "HTTP/1.1 200", "\r\n",
  ]

  @Test(arguments: 0..<8)
  func everyReaderComesToAnEnd(seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    let jar = CookieStore(clock: { 0 })
    let url = try #require(WebURL("https://a.example.com/d/e"))
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<24, using: &numbers) {
        text += Self.pieces.randomElement(using: &numbers) ?? ""
      }
      for challenge in ChallengeParser.challenges(in: text) {
        #expect(challenge.scheme.utf8.allSatisfy(ASCII.isToken))
        #expect(challenge.parameters.allSatisfy { ASCII.isToken($0.name) })
      }
      jar.store(
        text, url: url,
        context: .init(isSameSite: true, isTopLevelNavigation: true, hasSafeMethod: true))
      _ = CookieDate.parse(text)
      let name = SuggestedFilename.harmless(text)
      #expect(name?.contains("/") != true && name?.hasPrefix(".") != true && name != "")
      var headers = HTTPHeaderList()
      headers.append("Content-Disposition", text)
      #expect(!SuggestedFilename.make(url: url, headers: headers, type: nil).isEmpty)
      var parser = ResponseHeadParser()
      let bytes = Array(text.utf8)
      _ = parser.feed(line: bytes.span)
    }
    // Whatever was taken can be sent, and splits no request.
    let sent = jar.header(
      for: url, context: .init(isSameSite: true, isTopLevelNavigation: true, hasSafeMethod: true))
    #expect(sent?.utf8.contains { $0 < 0x20 && $0 != 0x09 } != true)
    for cookie in jar.all {
      #expect(cookie.domain == "a.example.com" || cookie.domain == "example.com")
    }
  }
}
