// SPDX-License-Identifier: MIT
// Part of Grille: tests of the viewer of certificates.
import CellGrid
import Foundation
import PracticeSite
import Security
import TerminalUI
import TestSupport
import Testing
import WebInfra

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct CertificateViewTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  /// A program that shows the certificates of a host.
  private func viewer(
    of host: String, columns: Int = 80, rows: Int = 24, language: Language = .english,
    configuration: Configuration = Configuration()
  ) async throws -> AppDriver {
    let app = try AppDriver(
      on: site, hosts: [host], columns: columns, rows: rows, language: language,
      configuration: configuration)
    let address = site.url("/page/1", host: host, isSecure: true)
    try await app.open(address, expecting: "This is page 1")
    await app.press("g", "c")
    #expect(app.application.session.stack?.topDialog is CertificateView)
    return app
  }

  @Test func aSearchGoesOnAndTellsWhatIsMissing() async throws {
    let app = try await viewer(of: "good")
    await app.press("/")
    await app.type("practice\n")
    #expect(app.shows("O = Grille Practice"))
    await app.press("n", "n", "N")
    await app.press("/")
    await app.type("no such text\n")
    #expect(app.shows("“no such text” is not in this certificate."))
    await app.press("/", "Esc", "q")
    #expect(!app.hasDialog)
  }

  @Test func certificateAndFingerprintAreCopied() async throws {
    let app = try await viewer(of: "good")
    let leaf = site.certificate(ofHost: "good.practice.test")
    await app.press("y")
    #expect(app.screen.clipboard == leaf.pemText)
    #expect(app.shows("The certificate was put on the clipboard."))
    await app.press("f")
    #expect(app.screen.clipboard == leaf.sha256Fingerprint.description)
    await app.press("]", "y")
    #expect(app.screen.clipboard == site.chain(ofHost: "good.practice.test")[1].pemText)
  }

  @Test func savingNeverOverwrites() async throws {
    let folder = try TemporaryDirectory()
    var configuration = Configuration()
    configuration.downloadFolder = folder.path
    let app = try await viewer(of: "good", columns: 160, configuration: configuration)
    let path = folder.path(of: "certificate.pem")
    await app.press("w")
    #expect(app.lines.last?.contains(path) == true)
    await app.press("RET")
    #expect(app.shows("Saved as \(path)."))
    let pem = site.certificate(ofHost: "good.practice.test").pemText
    #expect(try String(contentsOfFile: path, encoding: .utf8) == pem)
    // The next proposal is another name; the same one is refused.
    await app.press("]", "w")
    #expect(app.lines.last?.contains("certificate (1).pem") == true)
    await app.press("C-a", "C-k")
    await app.type(path + "\n")
    #expect(app.shows("exists already; nothing was written."))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == pem)
    await app.press("w", "C-a", "C-k")
    await app.type("/nowhere/at/all.pem\n")
    #expect(app.shows("/nowhere/at/all.pem could not be written."))
  }

  @Test(arguments: Language.allCases, [(80, 24), (40, 12), (20, 5), (3, 2), (1, 1)])
  func everySizeIsDrawn(language: Language, size: (Int, Int)) async throws {
    let app = try await viewer(of: "good", language: language)
    app.screen.resize(to: CellSize(columns: size.0, rows: size.1))
    await app.press("j", "SPC", "G", "k", "g", "]", "[")
    #expect(app.lines.count == size.1)
    guard size.0 >= 40 else { return }
    let words = Localization(language)
    #expect(app.lines[0].contains("1/3") || app.lines[0].contains("1 of 3"))
    let keys = words.text(.certificateKeys).filter { !$0.isWhitespace }
    #expect(app.lines.joined().filter { !$0.isWhitespace }.contains(keys))
  }

  @Test func manyNamesStandAtTheEndAndAFewAtTheBeginning() throws {
    let leaf = site.certificate(ofHost: "sans-1000.practice.test")
    let trust = try #require(Self.trust(in: leaf))
    let text = CertificateText(leaf, of: trust, in: Localization(.english))
    let lines = (0..<text.count).map { text[$0].text }
    #expect(lines.count { $0.hasPrefix("  DNS ") } == 1000 + CertificateText.namesAtOnce)
    #expect(lines.contains("Names (1000)"))
    #expect(lines.last == "-----END CERTIFICATE-----")
    #expect(text.isHeading(try #require(lines.lastIndex(of: "Names (1000)"))))
    #expect(text.isHeading(try #require(lines.firstIndex(of: "PEM"))))
  }

  /// A certificate as the only one of a trust.
  private static func trust(in certificate: Certificate) -> ServerTrust? {
    var configuration = TrustEvaluator.Configuration()
    configuration.addedAnchors = [certificate]
    return try? TrustEvaluator(configuration).evaluate(
      [certificate], host: "a.test", port: 443, at: UnixTime.now())
  }
}
