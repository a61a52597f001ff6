// SPDX-License-Identifier: MIT
// Part of Grille: tests of the practice command's words and pages.
import PracticeSite
import Testing

@testable import BrowserApp

@Suite struct PracticeTests {
  @Test(arguments: [
    (["practice"], "https://practice.test/"),
    (["practice", "expired"], "https://expired.practice.test/"),
    (["practice", "wrong.host.practice.test"], "https://wrong.host.practice.test/"),
    (["--dump", "practice", "hsts-plain"], "http://hsts-plain.practice.test/"),
    (["practice", "--cols", "40", "good"], "https://good.practice.test/"),
  ])
  func theCommandNamesTheListOrAHost(words: [String], address: String) throws {
    #expect(try Arguments(parsing: words).practiceTarget == .address(address))
  }

  @Test func theWordIsATargetAfterTheEndOfOptionsOrInAPath() throws {
    for words in [["--", "practice"], ["./practice"], ["practice/"]] {
      let arguments = try Arguments(parsing: words)
      #expect(arguments.practiceTarget == nil)
      #expect(arguments.targets == words.suffix(1))
    }
  }

  @Test(arguments: [
    ["practice", "expird"], ["practice", "good", "expired"], ["a.test", "practice"],
    ["practice", ""],
  ])
  func whatCannotBeMeantIsRefused(words: [String]) {
    #expect(throws: UsageError.self) { _ = try Arguments(parsing: words) }
  }

  @Test(arguments: Language.allCases)
  func everyCaseHasWordsOfItsOwn(language: Language) throws {
    let table = Localization.table(of: language)
    var seen: Set<String> = []
    for host in PracticeHost.all {
      let text = try #require(table["practice.case.\(host.key)"], "\(host.key)")
      #expect(seen.insert(text).inserted, "\(host.key)")
    }
    let keys = Set(PracticeHost.all.map { "practice.case.\($0.key)" })
    #expect(Set(table.keys.filter { $0.hasPrefix("practice.case.") }) == keys)
  }

  @Test(arguments: Language.allCases)
  func theListAndThePagesAreFilled(language: Language) throws {
    let pages = PracticePages(words: Localization(language))
    let list = String(decoding: try #require(pages.page(forHost: "practice.test")), as: UTF8.self)
    #expect(list.contains("<html lang=\"\(language.rawValue)\">"))
    #expect(!list.contains("{") && !list.contains("practice.case") && !list.contains("practice.g"))
    for host in PracticeHost.all {
      #expect(list.contains("<a href=\"\(host.address)\">\(host.key)</a>"))
      let page = String(decoding: try #require(pages.page(forHost: host.name)), as: UTF8.self)
      #expect(page.contains(host.name) && page.contains("https://practice.test/"))
    }
    #expect(pages.page(forHost: "elsewhere.test") == nil)
  }
}
