// SPDX-License-Identifier: MIT
// Part of Grille: what the user can choose, with the defaults.
package import Security

/// The user's choices.
nonisolated package struct Configuration: Equatable, Sendable {
  /// The address opened when none is named.
  package var startPage = "about:start"
  /// The language of the program's own texts; `auto` follows the locale.
  package var language = "auto"
  /// The User-Agent header; empty for the usual one.
  package var userAgent = ""
  /// Seconds a silent server is waited for.
  package var timeout = 60
  /// Whether pages' own style sheets are applied.
  package var usesAuthorStyles = true
  /// Whether a page that asks for another to be loaded gets its way.
  package var followsRefresh = true
  /// Rows kept in sight above and below the cursor.
  package var scrollMargin = 2
  /// Rows the mouse wheel moves.
  package var wheelRows = 3
  /// Milliseconds after which the keys that may follow are shown.
  package var keyHintDelay = 400
  /// Whether a search goes on from the other end of the page.
  package var searchWraps = true
  /// Widest page in columns; 0 uses the whole window.
  package var pageWidth = 0
  /// The folder downloads go to; empty for the current one.
  package var downloadFolder = ""

  /// The address of the proxy to go through; empty for none.
  package var proxy = ""
  /// The hosts that are reached without it, separated by commas.
  package var proxyBypass = ""
  /// The hosts that are shown the user's Kerberos ticket without a question.
  package var ticketHosts = ""

  /// Whether a revoked certificate can be accepted, after the host's name was typed.
  package var trustAllowsRevoked = false
  /// How far one goes to learn whether a certificate was revoked: a `RevocationPolicy.Mode`.
  package var trustRevocation = RevocationPolicy.Mode.soft.rawValue
  /// Files of certificates trusted beside the system's; `~/` stands for the home folder.
  package var trustAnchorFiles: [String] = []
  /// Files of certificate revocation lists.
  package var trustRevocationListFiles: [String] = []
  /// Files of public keys that are never trusted.
  package var trustBlockFiles: [String] = []
  /// Whether the file named by SSL_CERT_FILE counts as the system's.
  package var trustUsesCertificateVariable = false

  /// Public keys demanded of hosts, in the order given.
  package var pins: [PublicKeyPinning.Pin] = []
  /// Values that hold for the pages of one host and its subdomains, in the order given.
  package var sites: [SiteSetting] = []

  /// Makes a configuration of the defaults.
  package init() {}

  /// The configuration with what holds for a host put in.
  package func forHost(_ host: String) -> Configuration {
    var result = self
    for site in sites where host == site.host || host.hasSuffix("." + site.host) {
      _ = site.setting.apply(site.value, to: &result)
    }
    return result
  }
}

/// A value that holds for the pages of one host and its subdomains.
nonisolated package struct SiteSetting: Equatable, Sendable {
  /// The host, lower case.
  package let host: String
  /// What is set.
  package let setting: Setting
  /// The value, already checked.
  package let value: String
}
