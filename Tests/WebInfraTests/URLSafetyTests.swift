// SPDX-License-Identifier: MIT
// Part of Grille: tests that no address or header can split a request.

import Testing

@testable import WebInfra

@Suite struct URLSafetyTests {
  /// Every control character, DEL, the C1 controls, and the line separators.
  static let hostile: [Unicode.Scalar] =
    (Array(0...0x20) + Array(0x7F...0xA0) + [0x85, 0x2028, 0x2029, 0xFEFF]).compactMap {
      Unicode.Scalar(UInt32($0))
    }

  static let places = [
    "http://h/a§b", "http://h/?a§b", "http://h/#a§b", "http://u§v@h/", "http://u:p§q@h/",
    "http://a§b/", "http://h§/", "http://h:8§0/", "x:a§b", "x://a§b/", "file:///a§b", "da§ta:,x",
    "§http://h/", "http://h/§",
  ]

  @Test(arguments: places) func controlCharacterNeverReachesAnAddress(_ place: String) {
    for scalar in Self.hostile {
      let input = place.replacing("§", with: String(scalar))
      for base in [nil, WebURL("http://base/x")] {
        guard let url = WebURL(input, base: base) else { continue }
        let isClean = url.href.utf8.allSatisfy {
          ($0 > 0x20 || ($0 == 0x20 && url.hasOpaquePath)) && $0 < 0x7F
        }
        #expect(isClean, "\(input.debugDescription) gave \(url.href.debugDescription)")
        #expect(!url.displayString.unicodeScalars.contains { Self.isControl($0) })
      }
    }
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  @Test func encodedLineBreaksStayEncoded() throws {
    let url = try #require(WebURL("http://h/a%0d%0aSet-Cookie:%20x=1?b%0d%0ac#%0a"))
    #expect(url.requestTarget == "/a%0d%0aSet-Cookie:%20x=1?b%0d%0ac")
    #expect(url.displayString == url.href)
    #expect(WebURL("http://a%0d%0ab/") == nil)
    #expect(WebURL("http://a%00.example/") == nil)
    #expect(WebURL("http://a%20b/") == nil)
  }

  @Test func replacedPartsAreEncodedToo() throws {
    let url = try #require(WebURL("http://h/a"))
    let evil = "x\r\nHost: evil\0\u{7F}\u{E9} #"
    for changed in [url.replacingQuery(evil), url.replacingFragment(evil)] {
      #expect(changed.href.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(WebURL(changed.href) == changed)
      #expect(changed.hostname == "h")
    }
  }

  @Test func randomBytesNeverYieldAnUnsafeAddress() {
    var generator = SplitMix(state: 30)
    let pieces: [[UInt8]] = [
      "http://", "https:", "//", "/", "\\", "@", ":", "?", "#", "[", "]", "..", "%2e", "%", "h",
      "1",
      "0x", "file:", "C|", "x:", " ", "\r\n", "\0", "\u{E9}", "\u{3002}", "xn--", "data:",
    ].map { Array($0.utf8) }
    let base = WebURL("https://u:p@base.example:81/a/b?c#d")
    for _ in 0..<3_000 {
      var input: [UInt8] = []
      for _ in 0..<(generator.next() % 9) {
        input +=
          generator.next() % 4 == 0
          ? [UInt8(truncatingIfNeeded: generator.next())]
          : pieces[Int(generator.next() % UInt64(pieces.count))]
      }
      guard let url = WebURL(utf8: input.span, base: base) else { continue }
      let isClean = url.href.utf8.allSatisfy {
        ($0 > 0x20 || ($0 == 0x20 && url.hasOpaquePath)) && $0 < 0x7F
      }
      #expect(isClean, "\(input)")
      #expect(WebURL(url.href) == url, "\(input) gave \(url.href)")
      let shown = WebURL(url.displayString)?.href.lowercased()
      #expect(shown == url.withoutCredentials.href.lowercased(), "\(input) gave \(url.href)")
    }
  }

  @Test func labelsThatAreNotValidTogetherAreShownInASCII() throws {
    // A name with Hebrew in it may not have a label that starts with a digit.
    let url = try #require(WebURL("https://xn--4dbcagdahymbxekheh6e0a7fei0b.1a/"))
    #expect(url.displayHost == url.hostname)
    let valid = try #require(WebURL("https://xn--4dbcagdahymbxekheh6e0a7fei0b.a1/"))
    #expect(valid.displayHost != valid.hostname)
    #expect(WebURL(valid.displayString) == valid)
  }

  @Test func headerThatWouldSplitAMessageIsRefused() {
    let refused = [
      ("X-A", "b\r\nX-B: c"), ("X-A", "b\nc"), ("X-A", "b\0c"), ("X A", "b"), ("X-A:", "b"),
      ("X-A\r\n", "b"), ("", "b"), ("X-A", "b\rc"),
    ]
    var headers = HTTPHeaderList()
    for (name, value) in refused {
      let isAppended = headers.append(name, value)
      let isSet = headers.set(name, value)
      #expect(!isAppended && !isSet, "\(name.debugDescription): \(value.debugDescription)")
    }
    #expect(headers.isEmpty)
    headers.append("X-A", " b\r\n")
    #expect(headers.first("x-a") == "b")
  }

  @Test func methodThatWouldSplitAMessageIsRefused() {
    #expect(HTTPMethod(rawValue: "GET / HTTP/1.1\r\nX: y") == nil)
    #expect(HTTPMethod(rawValue: "GE T") == nil)
    #expect(HTTPMethod(rawValue: "") == nil)
  }
}

/// A small generator with a fixed start, so that a failure comes again.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
