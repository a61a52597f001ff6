// SPDX-License-Identifier: MIT
// Part of Grille: pages beside what they must look like.

import Foundation
import Layout
import Testing
import WebInfra

/// A page and its expected dump, `name.html` and `name.expected`.
///
/// The page may begin with `<!--` and words: a number of columns, `links`, `numbered`, `ascii`,
/// `hardwrap`, `nowrap`, `controls` (fields are cut to their size). Run with GRILLE_RECORD=1 to write the
/// expected files anew, and read the difference.
struct Fixture: CustomTestStringConvertible {
  let name: String
  var testDescription: String { name }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  static let all: [Fixture] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".html") }.sorted().map {
      Fixture(name: String($0.dropLast(5)))
    }
  }()

  func url(_ suffix: String) -> URL { Self.folder.appendingPathComponent(name + suffix) }
}

@Suite struct GoldenTests {
  @Test func thereArePages() {
    #expect(Fixture.all.count > 20)
  }

  @Test(arguments: Fixture.all)
  func pageLooksAsExpected(_ fixture: Fixture) throws {
    let html = try String(contentsOf: fixture.url(".html"), encoding: .utf8)
    var columns = 40
    var options = LayoutOptions.dump
    if html.hasPrefix("<!--"), let end = html.range(of: "-->") {
      for word in html[..<end.lowerBound].dropFirst(4).split(separator: " ") {
        switch word {
        case "links": options.links = .collected
        case "numbered": options.links = .numbered
        case "ascii": options.usesASCII = true
        case "hardwrap": options.breaksLongWords = true
        case "nowrap": options.wrapsLines = false
        case "controls": options.showsWholeValues = false
        default: columns = try #require(Int(word))
        }
      }
    }
    options.baseURL = WebURL("http://site.example/dir/page.html")
    let result = layOut(html, columns: columns, options: options)
    #expect(isConsistent(result))
    let dump = TextDump.string(result, listsLinks: options.links != .none)
    if ProcessInfo.processInfo.environment["GRILLE_RECORD"] != nil {
      try dump.write(to: fixture.url(".expected"), atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: fixture.url(".expected"), encoding: .utf8)
    #expect(dump == expected, "\n\(dump)")
  }

  @Test(arguments: Fixture.all)
  func pageFitsAnyTerminal(_ fixture: Fixture) throws {
    let html = try String(contentsOf: fixture.url(".html"), encoding: .utf8)
    for columns in [1, 2, 5, 300] {
      #expect(isConsistent(layOut(html, columns: columns)))
      #expect(isConsistent(layOut(html, columns: columns, options: LayoutOptions())))
    }
  }
}
