// SPDX-License-Identifier: MIT
// Part of Grille: about:trust, where decisions about servers are looked at and withdrawn.
import CellGrid
import Security
import WebInfra
import WebViewKit

/// Makes the page of decisions and understands its links.
final class TrustPage {
  /// What a link of the page withdraws.
  enum Target {
    case decision(TrustDecision)
    case everyDecision
    /// What a host has declared about insecure visits.
    case strictHost(String)
    case everyStrictHost
  }

  /// A host that has asked never to be visited insecurely.
  struct StrictHost {
    var host: String
    var includesSubdomains: Bool
    /// When its declaration ends, in seconds since 1970.
    var expiryDate: Int64
  }

  private let words: Localization
  /// Whether there is anybody to follow the links.
  private let offersToForget: Bool
  private var links = SecretLinks<Target>(page: "trust")

  /// Prepares pages, with links or for reading only.
  init(words: Localization, offersToForget: Bool = true) {
    self.words = words
    self.offersToForget = offersToForget
  }

  /// Whether an address is the page's, with or without anything to do.
  func isAddress(_ url: WebURL?) -> Bool { links.isAddress(url) }

  /// What a link means that the user has followed on a page; nil if it means nothing there.
  func target(of action: NavigationAction, onPage page: WebURL?) -> Target? {
    links.target(of: action, onPage: page)
  }

  private func link(to target: Target, _ key: StringKey) -> String {
    guard offersToForget else { return "" }
    return "<a href=\"\(links.address(for: target))\">\(HTMLText.escape(words.text(key)))</a>"
  }

  // MARK: - The page

  /// The page of what a store knows now; links of an older one lead nowhere any more.
  func html(of store: WebsiteDataStore) -> String {
    html(
      decisions: store.trustDecisions,
      strictHosts: store.strictTransportHosts.map {
        StrictHost(
          host: $0.host, includesSubdomains: $0.includesSubdomains, expiryDate: $0.expiryDate)
      })
  }

  /// The page of such decisions and hosts.
  func html(decisions: [TrustDecision], strictHosts: [StrictHost]) -> String {
    links.removeAll()
    let decisions = decisions.filter(\.isException)
    let title = words.text(.aboutTrustTitle)
    var body = "<h1>\(HTMLText.escape(title))</h1>\n"
    if decisions.isEmpty {
      body += paragraph(words.text(.aboutTrustNoDecisions))
    } else {
      body += paragraph(words.text(.aboutTrustIntroduction))
      for decision in decisions { body += section(about: decision) }
      body += "<hr>\n" + paragraph(holding: link(to: .everyDecision, .aboutTrustForgetAll))
    }
    body += "<h2>\(HTMLText.escape(words.text(.aboutTrustStrictTitle)))</h2>\n"
    if strictHosts.isEmpty {
      body += paragraph(words.text(.aboutTrustNoStrictHosts))
    } else {
      body += paragraph(words.text(.aboutTrustStrictIntroduction)) + "<ul>\n"
      for entry in strictHosts {
        let text = words.text(
          entry.includesSubdomains ? .aboutTrustStrictHostAndBelow : .aboutTrustStrictHost,
          ["host": HostText(entry.host).display, "date": UnixTime.dateText(entry.expiryDate)])
        let link = link(to: .strictHost(entry.host), .aboutTrustForgetStrictHost)
        body += "<li>\(escaped(text))" + (link.isEmpty ? "" : "<br>\(link)") + "</li>\n"
      }
      body += "</ul>\n"
      body += paragraph(holding: link(to: .everyStrictHost, .aboutTrustForgetAllStrictHosts))
    }
    return HTMLText.page(title: title, language: words.language, body: body)
  }

  private func section(about decision: TrustDecision) -> String {
    let host = HostText(decision.host)
    let name = host.display == host.host ? host.host : "\(host.display) (\(host.host))"
    let reasons = decision.reasons.map { words.text(Self.key(for: $0)) }.sorted()
    let lines = [
      words.text(.aboutTrustReasons, ["reasons": reasons.joined(separator: ", ")]),
      words.text(.aboutTrustScope, ["scope": TrustScope.text(decision.scope, in: words)]),
      words.text(
        .aboutTrustDates,
        [
          "date": UnixTime.dateText(decision.decisionDate),
          "used": UnixTime.dateText(decision.lastUseDate),
        ]),
      "SHA-256 " + ServerTrustAlert.grouped(decision.leafFingerprint),
    ]
    let text =
      "<h3>\(escaped("\(name):\(decision.port)"))</h3>\n"
      + "<p>\(lines.map { escaped($0) }.joined(separator: "<br>\n"))</p>\n"
    return text + paragraph(holding: link(to: .decision(decision), .aboutTrustForget))
  }

  private func paragraph(_ text: String) -> String { "<p>\(escaped(text))</p>\n" }

  private func paragraph(holding link: String) -> String {
    link.isEmpty ? "" : "<p>\(link)</p>\n"
  }

  /// Text that may hold a stranger's name: what cannot be seen is spelled out.
  private func escaped(_ text: String) -> String {
    HTMLText.escape(DisplayString(text, as: .chrome).text)
  }

  private static func key(for reason: TrustFailure.Reason) -> StringKey {
    switch reason {
    case .expired: .aboutTrustExpired
    case .notYetValid: .aboutTrustNotYetValid
    case .selfSigned: .aboutTrustSelfSigned
    case .untrustedRoot: .aboutTrustUntrustedRoot
    case .issuerMissing: .aboutTrustIssuerMissing
    case .wrongHost: .aboutTrustWrongHost
    case .weakKey: .aboutTrustWeakKey
    case .weakSignature: .aboutTrustWeakSignature
    case .validityTooLong: .aboutTrustValidityTooLong
    case .revoked: .aboutTrustRevoked
    // Nothing else can be accepted.
    default: .aboutTrustOtherReason
    }
  }
}

/// How long a decision counts, in words.
nonisolated enum TrustScope {
  /// A few words, such as "this session".
  static func text(_ scope: TrustDecision.Scope, in words: Localization) -> String {
    switch scope {
    case .once: words.text(.trustAlertScopeOnce)
    case .session: words.text(.trustAlertScopeSession)
    case .permanent(let end):
      words.text(.trustAlertScopeUntil, ["date": UnixTime.dateText(end)])
    }
  }
}
