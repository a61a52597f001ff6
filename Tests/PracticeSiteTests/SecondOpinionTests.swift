// SPDX-License-Identifier: MIT
// Part of Grille: our verdict beside that of the openssl program.
import Foundation
import PracticeSite
import Security
import TestSupport
import Testing

@Suite struct SecondOpinionTests {
  private static let program = "/usr/bin/openssl"

  /// Hosts on which we are stricter, with the reason.
  private static let stricter: [String: String] = [
    "no-san": "the program falls back on the common name",
    "revoked-stapled": "the program is given no staple",
    "must-staple-missing": "the program knows no demand of a staple",
  ]

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: program),
      "the openssl program is not installed"),
    arguments: PracticeHost.judged)
  func programAgreesOnEveryHostButTheListed(_ host: PracticeHost) throws {
    let directory = try TemporaryDirectory()
    let root = try site.writeRoot(to: directory)
    let chain = site.chain(ofHost: host.name)
    let leaf = try directory.write(certificates: [chain[0]], to: "leaf.pem")
    let others = try directory.write(certificates: Array(chain.dropFirst()), to: "others.pem")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments =
      [
        "verify", "-auth_level", "2", "-purpose", "sslserver", "-no-CApath", "-no-CAstore",
        "-CAfile", root, "-verify_hostname", host.name,
      ] + (chain.count > 1 ? ["-untrusted", others] : []) + [leaf]
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    try process.run()
    process.waitUntilExit()
    let isValid = process.terminationStatus == 0
    #expect(isValid == (host.reasons.isEmpty || Self.stricter[host.label] != nil))
  }
}
