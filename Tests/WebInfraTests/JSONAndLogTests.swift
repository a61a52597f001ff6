// SPDX-License-Identifier: MIT
// Part of Grille: tests of the JSON value and of the log.

import Foundation
import Testing

@testable import WebInfra

@Suite struct JSONTests {
  static let wellFormed: [(String, String)] = [
    (" {\"b\" : 1, \"a\": [true,false,null] } ", "{\"b\":1,\"a\":[true,false,null]}"),
    ("-0.5e2", "-50.0"), ("12345678901234567890", "1.2345678901234567e+19"), ("0", "0"),
    ("\"\\u65e5\\ud83d\\ude00\\ud800x\\n\\/\"", "\"\u{65E5}\u{1F600}\u{FFFD}x\\n/\""),
    ("[]", "[]"), ("{}", "{}"), ("\u{FEFF}1", "1"), ("\"\\u0000\"", "\"\\u0000\""),
    ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"),
  ]

  @Test(arguments: wellFormed) func textIsReadAndWritten(_ text: String, _ expected: String) {
    #expect(JSONValue(parsing: text)?.serialized() == expected)
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "{a:1}", "01", "1.", ".5", "+1", "1e", "-", "'a'", "\"a", "\"\t\"",
    "\"\\x\"", "\"\\u12\"", "nul", "1 2", "[1}", "NaN", "1e999", "// c\n1",
  ]) func malformedTextIsRefused(_ text: String) {
    #expect(JSONValue(parsing: text) == nil)
  }

  @Test func whatCannotBeSeenIsSpelledByItsNumber() {
    let text = "é日\u{0}\u{1B}\u{7F}\u{9B}\u{200F}\u{202E}\u{2066}\u{FEFF}\u{1F600}"
    let written = JSONValue.string(text).serialized()
    #expect(
      written == #""é日\u0000\u001B\u007F\u009B\u200F\u202E\u2066\uFEFF"#
        + "\u{1F600}\"")
    #expect(JSONValue(parsing: written)?.string == text)
  }

  @Test func deepNestingIsRefusedWithoutHarm() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(JSONValue(parsing: deep) == nil)
    let shallow = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(JSONValue(parsing: shallow) != nil)
  }

  @Test func brokenBytesAreRefused() {
    #expect(JSONValue(bytes: [0x22, 0xFF, 0x22]) == nil)
  }

  @Test func membersKeepTheirOrder() {
    let value: JSONValue = ["z": 1, "a": ["x", 2.5, .null], "m": ["k": true]]
    #expect(value["a"]?.array?[0].string == "x")
    #expect(value["z"]?.integer == 1)
    #expect(value["m"]?["k"]?.bool == true)
    #expect(value["missing"] == nil)
    #expect(
      value.serialized(indented: true) == """
        {
          "z": 1,
          "a": [
            "x",
            2.5,
            null
          ],
          "m": {
            "k": true
          }
        }
        """)
  }
}

@Suite struct LogTests {
  @Test func entryIsOneLineWithoutSecrets() throws {
    let url = try #require(WebURL("https://ann:hunter2@grille.example/"))
    let line = Log.entry(
      .info, "loaded",
      [
        "url": .url(url), "status": .number(200), "password": .text("hunter2"),
        "setCookie": .text("hunter2"),
        "note": .text("see http://ann:hunter2@h/ now\r\nfaked entry"),
        "headers": .headers(["Authorization": "hunter2", "Accept": "x"]),
      ], unixSeconds: 784_111_777, milliseconds: 5)
    #expect(line.hasPrefix("1994-11-06T08:49:37.005Z info loaded url=https://grille.example/ "))
    #expect(!line.contains("hunter2"))
    #expect(line.contains("status=200"))
    #expect(line.utf8.filter { $0 < 0x20 } == [0x0A])
    #expect(line.hasSuffix("\n"))
  }

  @Test func logIsSilentUntilAFileIsGiven() throws {
    #expect(!Log.isOn(.error))
    let path = NSTemporaryDirectory() + "grille-log-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(Log.start(path: path, level: .warning))
    defer { Log.stop() }
    Log.error("first", ["n": .number(1)])
    Log.info("left out")
    Log.stop()
    Log.error("after the end")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasSuffix(" error first n=1\n"))
    #expect(text.split(separator: "\n").count == 1)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func missingFolderIsReported() {
    #expect(!Log.start(path: "/nonexistent-folder/log"))
  }
}
