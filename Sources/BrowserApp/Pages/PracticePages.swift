// SPDX-License-Identifier: MIT
// Part of Grille: the pages of the practice site, in the user's language.
import PracticeSite

/// Makes the list of all cases, and the page that stands at the root of each host.
nonisolated struct PracticePages {
  /// Where the list is.
  static let indexAddress = "https://\(PracticeHost.domain)/"

  /// Where the identities to practise with are, and their pass phrases.
  private static let filesAddress = "https://\(PracticeHost.domain)/identities"

  let words: Localization

  /// The page at the root of a host of the site; nil for hosts that are no case.
  func page(forHost name: String) -> [UInt8]? {
    if name == PracticeHost.domain { return Array(index.utf8) }
    guard let host = PracticeHost.all.first(where: { $0.name == name }) else { return nil }
    return Array(page(for: host).utf8)
  }

  /// The list: each group with its cases, what is wrong with them and what should happen.
  private var index: String {
    var body = "<h1>\(HTMLText.escape(words.text(.practiceTitle)))</h1>\n"
    body += paragraph(words.text(.practiceIntroduction))
    for group in PracticeHost.Group.allCases {
      body += "<h2>\(HTMLText.escape(words.text(Self.title(of: group))))</h2>\n<ul>\n"
      for host in PracticeHost.all where host.group == group {
        body += "<li>\(link(host.address, host.key)): \(HTMLText.escape(description(of: host))) "
        body += "<em>→ \(HTMLText.escape(words.text(Self.text(of: host.expectation))))</em></li>\n"
      }
      if group == .clients {
        let files = link(Self.filesAddress, words.text(.practiceIdentities))
        body += "<li>\(files)</li>\n"
      }
      body += "</ul>\n"
    }
    return HTMLText.page(
      title: words.text(.practiceTitle), language: words.language, body: body)
  }

  /// What someone sees who has come to a host.
  private func page(for host: PracticeHost) -> String {
    var body = "<h1>\(HTMLText.escape(host.key))</h1>\n"
    body += paragraph(words.text(.practiceReached, ["name": host.name]))
    body += paragraph(description(of: host))
    body += paragraph(
      words.text(.practiceExpectation) + " " + words.text(Self.text(of: host.expectation)))
    let neighbours = Self.neighbours(of: host).map { "<li>\(link($0, $0))</li>\n" }.joined()
    if !neighbours.isEmpty { body += "<ul>\n\(neighbours)</ul>\n" }
    body += "<p>\(link(Self.indexAddress, words.text(.practiceIndex)))</p>\n"
    return HTMLText.page(title: host.key, language: words.language, body: body)
  }

  /// Addresses that show what a visit to the host has changed.
  private static func neighbours(of host: PracticeHost) -> [String] {
    switch host.label {
    case "hsts": ["http://\(host.name)/", "https://expired.\(host.name)/"]
    case "hsts-plain": ["http://\(host.name)/", "https://\(host.name)/"]
    default:
      host.group == .clients
        ? ["https://\(host.name)/who", filesAddress] : []
    }
  }

  private func description(of host: PracticeHost) -> String {
    StringKey(rawValue: "practice.case.\(host.key)").map { words.text($0) } ?? host.key
  }

  private func link(_ address: String, _ text: String) -> String {
    "<a href=\"\(HTMLText.escape(address))\">\(HTMLText.escape(text))</a>"
  }

  private func paragraph(_ text: String) -> String { "<p>\(HTMLText.escape(text))</p>\n" }

  private static func title(of group: PracticeHost.Group) -> StringKey {
    switch group {
    case .sound: .practiceGroupSound
    case .dates: .practiceGroupDates
    case .names: .practiceGroupNames
    case .issuers: .practiceGroupIssuers
    case .keys: .practiceGroupKeys
    case .limits: .practiceGroupLimits
    case .revocation: .practiceGroupRevocation
    case .strictness: .practiceGroupStrictness
    case .swapping: .practiceGroupSwapping
    case .clients: .practiceGroupClients
    case .handshakes: .practiceGroupHandshakes
    }
  }

  private static func text(of expectation: PracticeHost.Expectation) -> StringKey {
    switch expectation {
    case .opens: .practiceOpens
    case .asks: .practiceAsks
    case .refuses: .practiceRefuses
    case .asksForIdentity: .practiceAsksForIdentity
    case .fails: .practiceFails
    }
  }
}
