// SPDX-License-Identifier: MIT
// Part of Grille: tests of what a typed word means.
import Testing

@testable import BrowserApp

@Suite struct TargetTests {
  private func resolve(_ text: String, files: Set<String> = []) throws -> Target {
    try Target.resolve(text, home: "/home/reader", fileExists: files.contains)
  }

  @Test(arguments: [
    "a#b.html", "b?b.html", "c%20.html", "d e.html", "http:", "x:80", "example.com",
  ])
  func anExistingFileComesFirst(name: String) throws {
    #expect(try resolve(name, files: [name]) == .file(path: name))
  }

  @Test(arguments: [
    ("example.com", "https://example.com"),
    ("example.com/a b", "https://example.com/a b"),
    ("example.com:8080/x", "https://example.com:8080/x"),
    ("//example.com/", "https://example.com/"),
    ("host:8080", "https://host:8080"),
    ("intranet/", "https://intranet/"),
    ("localhost", "http://localhost"),
    ("localhost:3000/?q", "http://localhost:3000/?q"),
    ("127.0.0.1:8000/", "http://127.0.0.1:8000/"),
    ("192.168.1.1", "http://192.168.1.1"),
    ("[::1]:80", "http://[::1]:80"),
    ("https://example.com/", "https://example.com/"),
    ("about:help", "about:help"),
    ("data:text/html,x", "data:text/html,x"),
    ("mailto:a@b", "mailto:a@b"),
    ("user:pw@example.com/x", "https://user:pw@example.com/x"),
    ("user:80@host", "https://user:80@host"),
    ("u_1:p:w@a@[::1]:8080/", "http://u_1:p:w@a@[::1]:8080/"),
    ("jörg:pw@127.0.0.1", "http://jörg:pw@127.0.0.1"),
    ("data:,a@b", "data:,a@b"),
    ("  example.com \n", "https://example.com"),
    ("例え.jp", "https://例え.jp"),
    ("example.com/page.html", "https://example.com/page.html"),
  ])
  func addressesGetAScheme(text: String, address: String) throws {
    #expect(try resolve(text) == .address(address))
  }

  @Test(arguments: ["/nowhere", "./x", "../x", "not-there.html", "docs/page.html", "~/x"])
  func missingFilesAreSaidToBeMissing(text: String) {
    #expect(throws: Target.Failure.noSuchFile(text)) { try resolve(text) }
  }

  @Test(arguments: ["practice", "two words", "?", "a@b"])
  func otherWordsAreNoAddress(text: String) {
    #expect(throws: Target.Failure.notAnAddress(text)) { try resolve(text) }
  }

  @Test func aTildeStandsForTheHomeFolder() throws {
    #expect(
      try resolve("~/notes", files: ["/home/reader/notes"]) == .file(path: "/home/reader/notes"))
  }

  @Test func aDashIsStandardInput() throws {
    #expect(try resolve("-") == .standardInput)
  }
}
