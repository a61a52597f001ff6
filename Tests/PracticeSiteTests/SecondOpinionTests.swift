// SPDX-License-Identifier: MIT
// Part of Grille: our verdict beside that of the openssl program.
import Foundation
import PracticeSite
import Security
import TestSupport
import Testing

@Suite(.enabled(if: OutsideProgram.openssl.isInstalled, "the openssl program is not installed"))
struct SecondOpinionTests {
  /// Hosts on which we are stricter, with the reason.
  private static let stricter: [String: String] = [
    "no-san": "the program falls back on the common name",
    "revoked-stapled": "the program is given no staple",
    "revoked-stapled-tls12": "the program is given no staple",
    "must-staple-missing": "the program knows no demand of a staple",
  ]

  @Test(arguments: PracticeHost.judged)
  func programAgreesOnEveryHostButTheListed(_ host: PracticeHost) throws {
    let directory = try TemporaryDirectory()
    let root = try site.writeRoot(to: directory)
    let chain = site.chain(ofHost: host.name)
    let leaf = try directory.write(certificates: [chain[0]], to: "leaf.pem")
    let others = try directory.write(certificates: Array(chain.dropFirst()), to: "others.pem")
    let outcome = try OutsideProgram.openssl.outcome(
      of: [
        "verify", "-auth_level", "2", "-purpose", "sslserver", "-no-CApath", "-no-CAstore",
        "-CAfile", root, "-verify_hostname", host.name,
      ] + (chain.count > 1 ? ["-untrusted", others] : []) + [leaf])
    let isValid = outcome.status == 0
    let isListed = Self.stricter[host.label] != nil
    #expect(isValid == (host.reasons.isEmpty || isListed), "\(outcome.output)")
    // The list holds differences only.
    #expect(!isListed || !host.reasons.isEmpty)
  }

  @Test func everyListedHostExists() {
    let labels = Set(PracticeHost.judged.map(\.label))
    #expect(Set(Self.stricter.keys).isSubset(of: labels))
  }
}
