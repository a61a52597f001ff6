// SPDX-License-Identifier: MIT
// Part of Grille: a file of log-ins in the real program.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct NetrcProgramTests {
  private let site: PracticeSite
  private let directory: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    directory = try TemporaryDirectory()
  }

  private func file(_ text: String, mode: Int = 0o600) throws -> String {
    let path = try directory.write(Array(text.utf8), to: "netrc")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  @Test func itsLogInOpensThePage() throws {
    let path = try file("machine 127.0.0.1 login user password pass\n")
    let outcome = try Program.run(["--dump", "--netrc", path, site.url("/basic")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let without = try Program.run(["--dump", site.url("/basic")])
    #expect(without.status == 12)
  }

  @Test func aFileThatCannotBeUsedIsNamedAndNotRepeated() throws {
    let right = "machine 127.0.0.1 login user password topsecret\n"
    for (text, mode, words) in [
      (right, 0o644, "Others may read or change"), (right + "topsecret", 0o600, "line 2"),
    ] {
      let path = try file(text, mode: mode)
      let outcome = try Program.run(["--dump", "--netrc", path, site.url("/basic")])
      #expect(outcome.status == 16, "\(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(!outcome.errors.contains("topsecret"))
      #expect(outcome.output.isEmpty)
    }
    #expect(site.requests.isEmpty)
  }
}
