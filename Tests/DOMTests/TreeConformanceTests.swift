// SPDX-License-Identifier: MIT
// Part of Grille: tree construction on the html5lib tests, where they are at hand.

import Foundation
import Testing

@testable import DOM

@Suite struct TreeConformanceTests {
  private static var folder: String? {
    ProcessInfo.processInfo.environment["GRILLE_CONFORMANCE"]
      .map { $0 + "/data/html5lib/tree-construction" }
  }

  /// What is known to fail, from the list that gives the reasons.
  private static func knownFailures() throws -> Set<String> {
    let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/known-failures.txt")
    var names: Set<String> = []
    for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") {
      let columns: [Substring] = line.split(separator: "\t")
      if columns.count == 3, columns[0] == "html" { names.insert(String(columns[1])) }
    }
    return names
  }

  @Test(.enabled(if: folder != nil, "set GRILLE_CONFORMANCE to the conformance folder"))
  func treesAreTheStandards() throws {
    let folder = try #require(Self.folder)
    let files = try #require(FileManager.default.enumerator(atPath: folder))
    var failures: Set<String> = []
    var count = 0
    for case let file as String in files where file.hasSuffix(".dat") {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
      for (number, test) in Self.tests(String(decoding: data, as: UTF8.self)).enumerated() {
        count += 1
        if tree(test) != test.tree { failures.insert("\(file) \(number)") }
      }
    }
    #expect(count > 1700)
    #expect(failures == (try Self.knownFailures()))
  }

  private func tree(_ test: Case) -> String {
    var options = HTMLParser.Options()
    options.isScripting = test.isScripting
    guard let context = test.context else {
      return DocumentDump.string(HTMLParser.parse(test.data, options))
    }
    let words = context.split(separator: " ")
    let document = HTMLParser.parseFragment(
      test.data, of: String(words[words.count - 1]),
      namespace: words.count == 1 ? .html : words[0] == "svg" ? .svg : .mathML, options)
    return DocumentDump.string(document, below: document.documentElement)
  }

  private struct Case {
    var data = ""
    var tree = ""
    var context: String?
    var isScripting = false
  }

  private static func tests(_ text: String) -> [Case] {
    let sections: Set<Substring> = [
      "#data", "#errors", "#new-errors", "#document-fragment", "#document", "#script-on",
      "#script-off",
    ]
    var tests: [Case] = []
    var section: Substring = ""
    var lines: [Substring: [Substring]] = [:]
    func finish() {
      guard let data = lines["#data"], var tree = lines["#document"] else { return }
      while tree.last == "" { tree.removeLast() }
      tests.append(
        Case(
          data: data.joined(separator: "\n"), tree: tree.joined(separator: "\n") + "\n",
          context: lines["#document-fragment"]?.first.map(String.init),
          isScripting: lines["#script-on"] != nil))
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let starts = line == "#data" && (section == "" || section == "#document")
      if starts {
        finish()
        lines = [:]
      }
      if starts || (sections.contains(line) && (section != "#data" || line == "#errors")) {
        section = line
        lines[section] = []
      } else {
        lines[section, default: []].append(line)
      }
    }
    finish()
    return tests
  }
}
