// SPDX-License-Identifier: MIT
// Part of Grille: tests of the alert's words and layout in every language.
import CellGrid
import Foundation
import Networking
import PracticeSite
import Security
import TerminalUI
import Testing
import WebInfra

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct ServerTrustAlertTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  private func app(_ language: Language, columns: Int, rows: Int) async throws -> AppDriver {
    let app = try AppDriver(
      on: site, hosts: ["expired"], columns: columns, rows: rows, language: language)
    let address = site.url("/page/1", host: "expired", isSecure: true)
    app.application.start(opening: .address(address))
    try await app.expectTrustAlert()
    return app
  }

  /// The title, its question and the answers' words, with the letters that stay in all languages.
  private static let texts: [Language: [String]] = [
    .english: [
      "Cannot Verify Server Identity", "Continue anyway?", "[C]ancel", "[D]etails",
      "Continue [o]nce", "this [s]ession", "[a]lways (until",
    ],
    .japanese: [
      "接続はプライベートではありません", "それでもサーバに接続しますか?", "[c] 接続しない", "[d] 詳細",
      "[o] 接続する（今回のみ）", "[s] 接続する（終了まで）", "[a] 接続する（",
    ],
    .simplifiedChinese: [
      "无法验证服务器身份", "仍要连接到该服务器吗？", "[c] 不连接", "[d] 详细信息", "[o] 连接（仅此一次）",
      "[s] 连接（本次运行）", "[a] 连接（至",
    ],
  ]

  @Test(arguments: Language.allCases, [(80, 24), (40, 12)])
  func theAlertIsDrawnCompletely(language: Language, size: (Int, Int)) async throws {
    let app = try await app(language, columns: size.0, rows: size.1)
    let texts = try #require(Self.texts[language])
    let marker = Localization(language).text(.dialogBrowser)
    // The title and every answer are in sight at once; the text may have to be scrolled.
    for text in [texts[0]] + texts[2...] { #expect(app.shows(text), "\(text)") }
    #expect(app.lines.last?.hasSuffix(marker) == true)
    var seen = ""
    var last: [String] = []
    while app.lines != last {
      last = app.lines
      seen += app.lines.joined()
      await app.press("j")
    }
    let whole = seen.filter { !$0.isWhitespace }
    for text in texts + ["expired.practice.test", "SHA-256"] {
      #expect(whole.contains(text.filter { !$0.isWhitespace }), "\(text)")
    }
    // Nothing was cut at the edge.
    #expect(!whole.contains("…"))
  }

  @Test(arguments: Language.allCases)
  func aTinyTerminalKeepsTheLettersAndScrollsTheRest(language: Language) async throws {
    let app = try await app(language, columns: 80, rows: 24)
    app.screen.resize(to: CellSize(columns: 20, rows: 5))
    await app.settle()
    #expect(app.lines.last?.hasPrefix(" [c] [d] [o] [s] [a]") == true)
    var seen = ""
    var last: [String] = []
    while app.lines != last {
      last = app.lines
      seen += app.lines[1...3].joined()
      await app.press("j")
    }
    let whole = seen.filter { !$0.isWhitespace }
    let words = Localization(language)
    for key in [
      StringKey.trustAlertQuestion, .trustAlertCancel, .trustAlertOnce, .trustAlertDetails,
    ] {
      #expect(whole.contains(words.text(key).filter { !$0.isWhitespace }), "\(key)")
    }
    await app.press("c")
    try await app.expect("closed") { !app.hasDialog }
  }

  @Test(arguments: [
    ("www.example.com", 40, "www.example.com"),
    ("a.very.long.row.of.labels.example.co.uk", 24, "….labels.example.co.uk"),
    ("a.very.long.row.of.labels.example.co.uk", 16, "….example.co.uk"),
    ("\(String(repeating: "x", count: 60)).com", 12, "…xxxxxxx.com"),
    ("127.0.0.1", 20, "127.0.0.1"), ("::1", 20, "::1"),
    ("xn--80ak6aa92e.com", 40, "xn--80ak6aa92e.com"), ("xn--wgv71a119e.jp", 40, "日本語.jp"),
  ])
  func hostsLoseTheirLabelsOnTheLeft(host: String, columns: Int, text: String) {
    #expect(HostText(host).fitted(to: columns) == text)
  }

  @Test func bothFormsOfAnInternationalNameAreKnown() {
    #expect(HostText("xn--80ak6aa92e.com").ownScript == "аррӏе.com")
    #expect(HostText("xn--wgv71a119e.jp").ownScript == "日本語.jp")
    #expect(HostText("example.com").ownScript == nil)
  }

  @Test func aForeignNameCannotEndItsSentenceNorFillTheScreen() {
    #expect(ForeignName.text("Good”. It is “fine") == "Good'. It is 'fine")
    #expect(ForeignName.text(String(repeating: "a", count: 10_000)).count == ForeignName.columns)
    #expect(ForeignName.text("a\u{1B}[31m\u{202E}b") == "a␛[31m\\u{202E}b")
  }

  @Test(arguments: [
    (Language.english, "“*.a.test”, “b.test”, “c.test”, “d.test”, … (+2)"),
    (.japanese, "「*.a.test」、「b.test」、「c.test」、「d.test」…（+2）"),
    (.simplifiedChinese, "“*.a.test”、“b.test”、“c.test”、“d.test”……（+2）"),
  ])
  func namesOfACertificateAreQuotedAsTheLanguageDoes(language: Language, list: String) throws {
    let now = UnixTime.now()
    let names = ["*.a.test", "b.test", "c.test", "d.test", "e.test", "f.test"]
    let trust = try TrustEvaluator(TrustEvaluator.Configuration()).evaluate(
      CertificateMint.mint(.leaf(for: names, at: now)).chain, host: "x.test", port: 443, at: now)
    let reasons = TrustSentence.reasons(for: trust, in: Localization(language))
    #expect(reasons.contains { $0.contains(list) }, "\(reasons)")
  }

  // A date that cannot be read is the earliest moment, with which one cannot reckon.
  @Test func damagedDatesAreShownAsUnknown() throws {
    var bytes = site.certificate(ofHost: "expired.practice.test").derBytes
    let dates = bytes.indices.dropLast(15).filter { bytes[$0] == 0x17 && bytes[$0 + 1] == 13 }
    #expect(dates.count == 2)
    // The month becomes the 99th.
    for start in dates { bytes.replaceSubrange(start + 4..<start + 6, with: Array("99".utf8)) }
    let certificate = try #require(Certificate(derBytes: bytes))
    let trust = try TrustEvaluator(TrustEvaluator.Configuration()).evaluate(
      [certificate], host: "a.test", port: 443, at: UnixTime.now())
    #expect(!trust.isValid)
    for language in Language.allCases {
      let words = Localization(language)
      let alert = ServerTrustAlert(trust: trust, words: words)
      #expect(!alert.message(columns: 80).isEmpty)
      let text = CertificateText(certificate, of: trust, in: words)
      let lines = (0..<text.count).map { text[$0].text }
      #expect(lines.contains { $0 == "  " + words.text(.certificateNotBefore, ["date": "?"]) })
    }
  }

  @Test(arguments: Language.allCases)
  func strictHostsAndPinsAreTheReasonThereIsNoWayOn(language: Language) throws {
    var configuration = TrustEvaluator.Configuration()
    configuration.addedAnchors = [site.rootCertificate]
    let evaluator = try TrustEvaluator(configuration)
    let words = Localization(language)
    let host = "expired.practice.test"
    for (requirements, key) in [
      (TrustRequirements(isStrictHost: true), StringKey.trustAlertFinalStrictHost),
      (TrustRequirements(pinnedKeys: [Fingerprint(bytes: [1])]), .trustAlertFinalPin),
    ] {
      let trust = evaluator.evaluate(
        site.chain(ofHost: host), host: host, port: 443, at: UnixTime.now(),
        requirements: requirements)
      var alert = ServerTrustAlert(trust: trust, words: words)
      #expect(alert.answers == [.cancel, .details])
      #expect(alert.message(columns: 80).map(\.text).contains(words.text(key)))
      // What allows a withdrawn certificate allows nothing else.
      alert.allowsRevoked = true
      #expect(alert.answers == [.cancel, .details])
      #expect(!alert.message(columns: 80).map(\.text).contains(words.text(.trustAlertQuestion)))
    }
  }

  @Test func whereTheServerWasReachedIsTold() throws {
    let host = "expired.practice.test"
    let trust = try TrustEvaluator(TrustEvaluator.Configuration()).evaluate(
      site.chain(ofHost: host), host: host, port: 443, at: UnixTime.now())
    let words = Localization(.english)
    for (source, part) in [
      (ServerAddress.Source.system, "look-up of the name led"), (.rule, "a rule for this name"),
      (.literal, "as the page’s address itself says"),
    ] {
      let address = ServerAddress(address: "192.0.2.7", port: 8443, source: source)
      let text = ServerTrustAlert(trust: trust, address: address, words: words)
        .message(columns: 80).map(\.text).joined(separator: " ")
      #expect(text.contains("The server was reached at 192.0.2.7, port 8443, "))
      #expect(text.contains(part))
    }
  }

  @Test(arguments: [(3, "3 days ahead"), (-400, "400 days behind")])
  func aClockThatIsOffIsHintedAt(days: Int64, part: String) throws {
    let host = "expired.practice.test"
    let trust = try TrustEvaluator(TrustEvaluator.Configuration()).evaluate(
      site.chain(ofHost: host), host: host, port: 443, at: UnixTime.now())
    func text(_ trust: ServerTrust) -> String {
      ServerTrustAlert(trust: trust, words: Localization(.english))
        .message(columns: 80).map(\.text).joined(separator: " ")
    }
    #expect(text(trust.noting(clockDifference: days * UnixTime.day)).contains(part))
    #expect(!text(trust).contains("clock seems"))
  }
}
