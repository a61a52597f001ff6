// SPDX-License-Identifier: MIT
// Part of Grille: the practice site that one run of the program carries within itself.
import PracticeSite
import Security
import WebViewKit

/// A practice site that runs as long as its owner, and what leads web views to it.
///
/// Its hosts exist for the web views prepared by it only, and its authority is trusted by them
/// only.
nonisolated final class PracticeSession: Sendable {
  /// The word on the command line that asks for it.
  static let command = "practice"

  private let site: PracticeSite

  /// Starts the site.
  /// - Parameter words: the texts in the user's language.
  /// - Throws: `ServerError` if the system refuses a socket or a thread.
  init(words: Localization) throws(ServerError) {
    let pages = PracticePages(words: words)
    site = try PracticeSite.start(frontPage: { pages.page(forHost: $0) })
  }

  deinit {
    site.stop()
  }

  /// The address that opens a host's page, or the list of all cases if none is named.
  /// - Parameter key: a host as the list names it.
  /// - Returns: what is to be opened.
  /// - Throws: `UsageError` if there is no such host.
  static func target(named key: String?) throws(UsageError) -> Target {
    guard let key else { return .address(PracticePages.indexAddress) }
    let suffix = "." + PracticeHost.domain
    let label = key.hasSuffix(suffix) ? String(key.dropLast(suffix.utf8.count)) : key
    guard
      let host = PracticeHost.named(label) ?? PracticeHost.all.first(where: { $0.label == label })
    else {
      throw UsageError(
        .usagePracticeHost, ["name": key],
        suggestion: NearestName.find(label[...], among: PracticeHost.all.map(\.key)))
    }
    return .address(host.address)
  }

  /// Leads web views to the site: names, usual ports, trust and distrust.
  @MainActor func prepare(_ options: inout WebsiteDataStore.NetworkOptions) {
    // The user's own rules come first, and the first that fits counts.
    options.connectTo += site.connectToEntries
    options.addedAnchors.append(site.rootCertificate)
    options.blockedKeys.insert(site.blockListedKey)
    options.pinning.pins += [
      pin("pinned", to: site.pinnedKey), pin("pin-mismatch", to: site.strangersKey),
    ]
  }

  private func pin(_ label: String, to key: Fingerprint) -> PublicKeyPinning.Pin {
    PublicKeyPinning.Pin(
      host: "\(label).\(PracticeHost.domain)", includesSubdomains: false, keys: [key])
  }
}
