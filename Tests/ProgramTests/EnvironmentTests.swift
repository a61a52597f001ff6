// SPDX-License-Identifier: MIT
// Part of Grille: what the environment of a run may not do.
import Foundation
import PracticeSite
import Security
import TestSupport
import Testing

@Suite struct EnvironmentTests {
  /// CVE-2026-8927 and others told one proxy of the environment what was meant for another; the
  /// library would also read log-ins from a file in the home folder.
  @Test func cve2026_8927_theEnvironmentNamesNeitherProxiesNorLogIns() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let trap = try LoopbackServer { _ in }
    defer { trap.stop() }
    let home = try TemporaryHome()
    let file = try home.directory.write("default login user password pass\n", to: ".netrc")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    var environment = home.environment
    for name in [
      "http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY",
    ] {
      environment[name] = "http://user:pass@127.0.0.1:\(trap.port)"
    }
    environment["CURL_HOME"] = home.path
    environment["NETRC"] = file
    // The same log-in opens the page when the user names the file.
    for (arguments, isIn) in [([], false), (["--netrc", file], true)] {
      let address = site.url("/basic")
      let outcome = try Program.run(
        arguments + ["--dump", address], environment: environment)
      #expect(outcome.output.contains("You are in.") == isIn, "\(outcome.errors)")
    }
    let root = try site.writeRoot(to: home.directory)
    let secure = try Program.run(
      [
        "--dump", "--cacert", root, "--resolve", site.resolveEntry(for: "good", isSecure: true),
        site.url("/text", host: "good", isSecure: true),
      ], environment: environment)
    #expect(secure.output.contains("Plain text"), "\(secure.errors)")
    #expect(
      site.requests(forPath: "/basic").map { $0.field("authorization") != nil }
        == [false, false, true])
    #expect(trap.connectionRecords.isEmpty)
  }

  /// The library read a file of that name in the current folder, in place of no file.
  @Test func cve2023_38546_aFileNamedNoneGivesNoCookies() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let folder = try TemporaryDirectory()
    let jar = "127.0.0.1\tFALSE\t/\tFALSE\t0\tplanted\t1\n"
    for name in ["none", "cookies.txt"] { try folder.write(jar, to: name) }
    let outcome = try Program.run(
      ["--dump", site.url("/cookie/show")], folder: URL(filePath: folder.path))
    #expect(outcome.output == "none\n", "\(outcome.errors)")
    #expect(site.requests.map { $0.field("cookie") } == [nil])
  }
}
