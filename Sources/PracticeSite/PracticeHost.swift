// SPDX-License-Identifier: MIT
// Part of Grille: the hosts of the practice site, one kind of case each.
package import Security

/// One host name of the practice site and what it must lead to.
package struct PracticeHost: Hashable, Sendable {
  /// What kind of case a host shows.
  package enum Group: String, CaseIterable, Sendable {
    /// Nothing is wrong, though much may be unusual.
    case sound
    /// The validity of a certificate.
    case dates
    /// The names in a certificate.
    case names
    /// Who has issued a certificate.
    case issuers
    /// Keys and signatures that are too weak or false.
    case keys
    /// Limits that an issuer has set.
    case limits
    /// Certificates that their issuer has withdrawn.
    case revocation
    /// Hosts that have asked for more than a valid certificate.
    case strictness
    /// Servers that show another certificate each time, or have no patience.
    case swapping
    /// Servers that want to know who their client is.
    case clients
    /// Handshakes that fail before there is a certificate to judge.
    case handshakes
  }

  /// What a browser should do on the way to a host.
  package enum Expectation: String, CaseIterable, Sendable {
    /// Open the page without a question.
    case opens
    /// Say what is wrong, and let the user go on.
    case asks
    /// Say what is wrong, and offer no way on.
    case refuses
    /// Ask which client certificate is to be shown.
    case asksForIdentity
    /// Show an error without a question: there is nothing to decide.
    case fails
  }

  /// The label or labels below `practice.test`, such as "expired"; empty for the domain itself.
  package let label: String
  /// What kind of case it is.
  package let group: Group
  /// The problems that a client which trusts the practice root must find in the handshake; none
  /// for a sound host.
  ///
  /// What is learned beside the handshake, as from fetching an issuer's
  /// certificate, may leave fewer.
  package let reasons: Set<TrustFailure.Reason>
  /// True if a person may continue in spite of ``reasons``.
  package let isOverridable: Bool
  /// What the browser that `grille practice` opens should do.
  package let expectation: Expectation
  /// True if the case is one of https.
  package let isSecure: Bool

  init(
    _ label: String, _ group: Group, _ reasons: Set<TrustFailure.Reason> = [],
    isOverridable: Bool = true, expecting expectation: Expectation? = nil, isSecure: Bool = true
  ) {
    self.label = label
    self.group = group
    self.reasons = reasons
    self.isOverridable = isOverridable
    self.expectation =
      expectation ?? (reasons.isEmpty ? .opens : isOverridable ? .asks : .refuses)
    self.isSecure = isSecure
  }

  /// The full name.
  package var name: String {
    label.isEmpty ? PracticeHost.domain : "\(label).\(PracticeHost.domain)"
  }

  /// The address of its first page, on the usual port.
  package var address: String { "\(isSecure ? "https" : "http")://\(name)/" }

  /// The label under which texts about the host are kept: the first words of one that is drawn out.
  package var key: String {
    switch label {
    case PracticeHost.longName: "long-name"
    case PracticeHost.longLabel: "long-label"
    default: label
    }
  }

  /// The reserved domain below which all hosts stand.
  package static let domain = "practice.test"

  /// The labels of a name below the domain; empty if it is not below it.
  static func label(ofName name: String?) -> String {
    let name = name?.lowercased() ?? ""
    let suffix = "." + domain
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.utf8.count)) : ""
  }

  /// The labels of a name of 250 bytes whose beginning looks like a name of its own.
  package static let longName =
    "www.bank.test."
    + [("a", 63), ("b", 63), ("c", 63), ("d", 20)].map { letter, count in
      String(repeating: letter, count: count) + "."
    }.joined() + "long-name"

  /// A label of 64 characters, which is one more than the name system has room for.
  package static let longLabel = String(repeating: "l", count: 64)
}
