// SPDX-License-Identifier: MIT
// Part of Grille: threats against the alert about a server, a test each.
import CellGrid
import Foundation
import Networking
import PracticeSite
import Security
import TerminalUI
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct ServerTrustThreatTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  private func app(
    askingAbout host: String, trustsRoot: Bool = true, columns: Int = 80, rows: Int = 24,
    userInfo: String = ""
  ) async throws -> AppDriver {
    let app = try AppDriver(
      on: site, hosts: [host], trustsRoot: trustsRoot, columns: columns, rows: rows)
    let address = site.url("/page/1", host: host, isSecure: true)
      .replacingOccurrences(of: "https://", with: "https://\(userInfo)")
    app.application.start(opening: .address(address))
    try await app.expectTrustAlert()
    return app
  }

  /// All of a dialog's text, by scrolling through it.
  private func everything(in app: AppDriver) async -> String {
    var text = ""
    var last: [String] = []
    while app.lines != last {
      last = app.lines
      text += app.flowedText + " "
      await app.press("SPC")
    }
    return text
  }

  private nonisolated static let longLabel = String(repeating: "a", count: 63)

  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
  }

  @Test func threat2ControlsInCertificateFieldsAreVisibleGlyphs() async throws {
    let app = try await app(askingAbout: "evil-names")
    let alert = await everything(in: app)
    #expect(isHarmless(alert))
    #expect(alert.contains("␛]0;"))
    await app.press("d")
    let viewer = await everything(in: app)
    #expect(isHarmless(viewer))
    #expect(viewer.contains("O = ␛[31mEvil\\u{9B}2J \\u{202E}knaB"))
    #expect(viewer.contains("CN = ␛]0;x␇"))
    #expect(viewer.contains("DNS evil␛]0;pwned␇.test"))
    // BMPString and T61String are read as what they are.
    #expect(viewer.contains("OU = Bü␉"))
    #expect(viewer.contains("L = Cé"))
  }

  @Test func threat3BidirectionalControlsAreSpelledOut() async throws {
    let app = try await app(askingAbout: "evil-names")
    await app.press("d")
    await app.press("/")
    await app.type("202e\n")
    #expect(app.shows("\\u{202E}knaB"))
    #expect(isHarmless(app.flowedText))
  }

  @Test func threat4ANULInANameIsShown() async throws {
    let app = try await app(askingAbout: "nul-in-san")
    #expect(
      app.shows(
        "belongs to “nul-in-san.practice.test␀.evil.test”, not to nul-in-san.practice.test."))
  }

  // A name of Cyrillic letters that look like Latin ones.
  @Test func threat5LookAlikesAreShownAsPunycodeWithBothForms() async throws {
    let app = try await app(askingAbout: "xn--80ak6aa92e", trustsRoot: false)
    #expect(app.shows("The identity of “xn--80ak6aa92e.practice.test” cannot"))
    #expect(
      app.shows(
        "The name xn--80ak6aa92e.practice.test reads “аррӏе.practice.test” in its own script"))
    await app.press("c")
    try await app.expectText("The server xn--80ak6aa92e.practice.test was not trusted")
  }

  /// Labels of 63 letters, a name of 250 bytes, and one of 64 labels.
  @Test(arguments: [
    ("www.bank.example." + [String](repeating: longLabel, count: 2).joined(separator: "."), ""),
    (PracticeHost.longName, ".long-name"),
    ("www.bank.example." + String(repeating: "a.", count: 58) + "a", ".a.a.a.a"),
  ])
  func threat6LongHostsKeepTheRegistrableDomainAt40Columns(
    host: String, labels: String
  ) async throws {
    let app = try await app(askingAbout: host, trustsRoot: false, columns: 40, rows: 12)
    let text = await everything(in: app)
    #expect(text.contains("\(labels.isEmpty ? "“…" : labels).practice.test”"))
    #expect(!text.contains("bank"))
    #expect(text.contains("cannot be verified by Grille"))
    for label in ["[C]ancel", "[D]etails", "Continue [o]nce"] { #expect(text.contains(label)) }
  }

  @Test func threat7UserInfoIsNeitherInTheAlertNorInTheAddressBar() async throws {
    let app = try await app(askingAbout: "expired", userInfo: "www.bank.example:443@")
    #expect(app.shows("The identity of “expired.practice.test” cannot"))
    #expect(app.lines[0].hasPrefix("https://expired.practice.test:"))
    #expect(!app.shows("bank"))
  }

  @Test func threat7ThePageOnShowKeepsItsAddressWhileAnotherIsAskedAbout() async throws {
    let app = try AppDriver(on: site, hosts: ["good", "expired"])
    try await app.open(
      site.url("/page/1", host: "good", isSecure: true), expecting: "This is page 1")
    app.application.window.open(
      address: site.url("/page/2", host: "expired", isSecure: true))
    try await app.expectTrustAlert()
    #expect(app.lines[0].hasPrefix("https://good.practice.test:"))
    #expect(app.shows("expired.practice.test"))
    await app.wait(DeafTime.duration)
    await app.press("o")
    try await app.expectText("This is page 2")
    #expect(app.lines[0].hasPrefix("https://expired.practice.test:"))
  }

  @Test func threat8APageCannotDrawADialogNorTakeItsKeys() async throws {
    let fake = AppDriver(columns: 80, rows: 12)
    let words = Localization(.english)
    let rows = [words.text(.trustAlertTitle)] + (0..<20).map { _ in "[C]ancel Continue [o]nce" }
    let html = rows.map { "<div>\($0) \(words.text(.dialogBrowser))</div>" }.joined()
    fake.loader.answer("http://a.test/", html: html)
    try await fake.open("http://a.test/", expecting: "[C]ancel Continue [o]nce")
    // The rows that only the program draws on: the address above, the status below.
    #expect(fake.lines.first?.hasPrefix("http://a.test/") == true)
    #expect(fake.lines.last?.contains("200 OK") == true)
    for row in [fake.lines.first, fake.lines.last] {
      #expect(row?.contains("[C]") == false && row?.contains("Grille asks") == false)
    }
    // No answer is given to anybody: the keys mean what they always mean.
    await fake.press("RET", "c", "s")
    #expect(fake.loader.sent.count == 1)

    let real = try await app(askingAbout: "expired", columns: 80, rows: 12)
    #expect(real.lines.last?.hasSuffix("Grille asks") == true)
    #expect(real.shows("[C]ancel"))
  }

  @Test func threat9KeysTypedAheadDoNotTrust() async throws {
    let app = try AppDriver(on: site, hosts: ["expired"])
    let address = site.url("/page/1", host: "expired", isSecure: true)
    app.application.start(opening: .address(address))
    // Typed before the alert opens, while it opens, and in its first half second.
    for _ in 0..<20 { app.screen.press("RET", "o", "a", "s") }
    try await app.expect("alert") {
      let dialog = app.application.session.stack?.topDialog
      // The keys have opened a prompt, behind which the alert waits; more come as it goes away.
      if dialog is PromptDialog { app.screen.press("Esc", "RET", "a") }
      return dialog is AlertDialog
    }
    for _ in 0..<5 {
      app.screen.press("RET", "o", "a", "s")
      app.application.session.loop.turn()
    }
    #expect(app.application.session.stack?.topDialog is AlertDialog)
    await app.wait(DeafTime.duration)
    // RET presses Cancel, the only thing it can do here.
    await app.press("Left", "RET", "RET")
    #expect(app.hasDialog)
    #expect(site.requests.isEmpty)
    await app.press("TAB", "RET")
    try await app.expectText("was not trusted")
    #expect(site.requests.isEmpty)
  }

  @Test func threat9WhoeverTypesIntoAFieldDoesNotTrust() async throws {
    let app = try AppDriver(on: site, hosts: ["expired"])
    try await app.open("data:text/html,<p>A field <input name=q>", expecting: "A field")
    await app.press("g", "i")
    await app.type("a bas ")
    #expect(app.shows("a bas"))
    app.application.window.open(
      address: site.url("/page/1", host: "expired", isSecure: true))
    // Each key comes less than half a second after the one before, before the question and behind
    // it; "a" would be "always".
    for _ in 0..<1000 where !app.hasDialog { await app.press("a") }
    for _ in 0..<6 { await app.press("a") }
    #expect(app.hasDialog)
    #expect(site.requests.isEmpty)
    await app.wait(DeafTime.duration)
    await app.press("o")
    try await app.expectText("This is page 1")
  }

  @Test func threat10ASwappingServerRaisesThreeDialogsAtMost() async throws {
    let app = try AppDriver(on: site, hosts: ["flip"])
    let address = site.url("/page/1", host: "flip", isSecure: true)
    app.application.start(opening: .address(address))
    // Kept, so that none is taken for another.
    var dialogs: [any Dialog] = []
    var toldOfTheChange: [Bool] = []
    try await app.expect("an end") {
      if let dialog = app.application.session.stack?.topDialog {
        if !dialogs.contains(where: { $0 === dialog }) {
          dialogs.append(dialog)
          toldOfTheChange.append(app.shows("another certificate than the one"))
        }
        app.screen.press("o")
      }
      return app.shows("Code -1202")
    }
    #expect(dialogs.allSatisfy { $0 is AlertDialog })
    #expect(dialogs.count == 3)
    #expect(toldOfTheChange == [false, true, true])
    #expect(!app.hasDialog)
    #expect(site.requests.isEmpty)
  }

  @Test func threat17AStrictHostOffersNoWayOn() async throws {
    let app = try AppDriver(on: site, hosts: ["hsts", "expired.hsts"])
    func address(_ host: String) -> String { site.url("/page/1", host: host, isSecure: true) }
    try await app.open(address("hsts"), expecting: "This is page 1")
    app.application.start(opening: .address(address("expired.hsts")))
    try await app.expectTrustAlert()
    #expect(app.shows("expired.hsts.practice.test has asked never to be visited insecurely."))
    #expect(app.shows("You cannot continue: the site itself has forbidden every exception."))
    #expect(!app.shows("[o]nce"))
    await app.press("o", "s", "a")
    #expect(app.hasDialog)
    await app.press("c")
    try await app.expectText("was not trusted")
    #expect(site.counts(ofHost: "expired.hsts.practice.test").handshakes == 0)
  }

  @Test func aPinMismatchOffersNoWayOn() async throws {
    var configuration = Configuration()
    configuration.pins = [
      .init(host: "good.practice.test", includesSubdomains: false, keys: [site.strangersKey])
    ]
    let app = try AppDriver(on: site, hosts: ["good"], configuration: configuration)
    app.application.start(opening: .address(site.url("/", host: "good", isSecure: true)))
    try await app.expectTrustAlert()
    #expect(app.shows("is not the one pinned for good.practice.test."))
    #expect(app.shows("You cannot continue: another key is pinned for this host"))
    #expect(!app.shows("[o]nce"))
    await app.press("o", "s", "a", "c")
    try await app.expectText("was not trusted")
    #expect(site.counts(ofHost: "good.practice.test").handshakes == 0)
  }

  @Test func threat10ANewCertificateOfATrustedServerIsPointedOut() async throws {
    let app = try AppDriver(on: site, hosts: ["flip"])
    app.application.start(
      opening: .address(site.url("/page/1", host: "flip", isSecure: true)))
    try await app.expectTrustAlert()
    #expect(!app.shows("another certificate"))
    await app.wait(DeafTime.duration)
    await app.press("s")
    try await app.expectText("another certificate than the one")
    await app.wait(DeafTime.duration)
    await app.press("c")
    try await app.expectText("was not trusted")
    app.application.window.open(
      address: site.url("/page/1", host: "flip", isSecure: true))
    try await app.expectTrustAlert()
    #expect(app.shows("You have trusted another certificate of this server"))
  }

  @Test func threat33AResizeWithTheDialogOpenRedrawsIt() async throws {
    let app = try await app(askingAbout: "expired")
    app.screen.resize(to: CellSize(columns: 20, rows: 5))
    await app.settle()
    #expect(app.lines.count == 5)
    #expect(app.lines.last?.hasPrefix(" [c] [d] [o] [s] [a]") == true)
    let text = await everything(in: app)
    for answer in ["[o] Continue once", "[s] this session", "[c] Cancel"] {
      #expect(text.contains(answer))
    }
    app.screen.resize(to: CellSize(columns: 80, rows: 24))
    await app.settle()
    #expect(app.shows("[C]ancel  [D]etails  Continue [o]nce"))
    await app.press("o")
    try await app.expectText("This is page 1")
  }

  @Test func threat35TenThousandNamesAreLookedThrough() async throws {
    let app = try AppDriver(on: site, hosts: ["sans-10000"])
    try await app.open(
      site.url("/page/1", host: "sans-10000", isSecure: true), expecting: "This is page 1")
    await app.press("g", "c", "/")
    await app.type("n9999.practice.test\n")
    #expect(app.shows("DNS n9999.practice.test"))
    await app.press("G")
    #expect(app.shows("-----END CERTIFICATE-----"))
    await app.press("g")
    #expect(app.shows("The server’s certificate"))
  }
}
