// SPDX-License-Identifier: MIT
// Part of Grille: about:trust, where decisions about servers are looked at and withdrawn.
import Security
import WebInfra
import WebViewKit

/// Makes the page of decisions and understands its links.
final class TrustPage: StorePage {
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

  let words: Localization
  var links: SecretLinks<Target>

  /// Prepares pages, with links or for reading only.
  init(words: Localization, offersActions: Bool = true) {
    self.words = words
    links = SecretLinks(page: "trust", areOffered: offersActions)
  }

  /// The page of what a store knows now; links of an older one lead nowhere any more.
  func html(of store: WebsiteDataStore, keepsProfile: Bool) -> String {
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
    var body = heading(1, title)
    if decisions.isEmpty {
      body += paragraph(words.text(.aboutTrustNoDecisions))
    } else {
      body += paragraph(words.text(.aboutTrustIntroduction))
      for decision in decisions { body += section(about: decision) }
      body += "<hr>\n" + paragraph(of: [link(to: .everyDecision, .aboutTrustForgetAll)])
    }
    body += heading(2, words.text(.aboutTrustStrictTitle))
    if strictHosts.isEmpty {
      body += paragraph(words.text(.aboutTrustNoStrictHosts))
    } else {
      body += paragraph(words.text(.aboutTrustStrictIntroduction))
      body += list(strictHosts.map { item(about: $0) })
      body += paragraph(of: [link(to: .everyStrictHost, .aboutTrustForgetAllStrictHosts)])
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
    return heading(3, "\(name):\(decision.port)") + paragraph(lines: lines)
      + paragraph(of: [link(to: .decision(decision), .aboutTrustForget)])
  }

  private func item(about entry: StrictHost) -> String {
    let text = words.text(
      entry.includesSubdomains ? .aboutTrustStrictHostAndBelow : .aboutTrustStrictHost,
      ["host": HostText(entry.host).display, "date": UnixTime.dateText(entry.expiryDate)])
    return item(text, link(to: .strictHost(entry.host), .aboutTrustForgetStrictHost))
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
