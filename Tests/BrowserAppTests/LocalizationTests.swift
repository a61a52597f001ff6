// SPDX-License-Identifier: MIT
// Part of Grille: tests of the program's texts in all languages.
import Foundation
import Testing

@testable import BrowserApp

@Suite struct LocalizationTests {
  @Test func englishHasEveryKey() {
    let table = Localization.table(of: .english)
    #expect(Set(table.keys) == Set(StringKey.allCases.map(\.rawValue)))
  }

  // Nobody shall have to decide about a server in a language that is not theirs.
  @Test(arguments: Language.allCases)
  func whatIsSaidAboutServersIsInEveryLanguage(language: Language) {
    let topics = [
      "trust", "trustAlert", "passwordPrompt", "identityPicker",
      "identityImport", "aboutIdentities", "vault", "aboutLogins", "certificate", "aboutTrust",
      "status", "practice",
      "dialog",
    ]
    let known = Set(Localization.table(of: language).keys)
    let missing = StringKey.allCases.map(\.rawValue).filter { key in
      topics.contains { key.hasPrefix($0 + ".") } && !known.contains(key)
    }
    #expect(missing.isEmpty)
  }

  @Test(arguments: Language.allCases)
  func noLanguageHasUnknownKeys(language: Language) {
    let known = Set(StringKey.allCases.map(\.rawValue))
    #expect(Set(Localization.table(of: language).keys).subtracting(known).isEmpty)
  }

  @Test(arguments: Language.allCases)
  func placeholdersAreTheSameInAllLanguages(language: Language) {
    let english = Localization.table(of: .english)
    for (key, text) in Localization.table(of: language) {
      #expect(placeholders(in: text) == placeholders(in: english[key] ?? ""), "\(key)")
    }
  }

  @Test(arguments: Language.allCases)
  func filesHoldValidJSONInTheOrderOfTheKeys(language: Language) throws {
    let file = resource("Strings/\(language.rawValue).json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
    #expect(object == Localization.table(of: language))
    let order = text.split(separator: "\n").compactMap { line in
      line.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first.map(
        String.init)
    }
    #expect(order == StringKey.allCases.map(\.rawValue).filter { object[$0] != nil })
  }

  @Test(arguments: [
    (["LANG": "ja_JP.UTF-8"], Language.japanese),
    (["LANG": "zh_CN.UTF-8"], .simplifiedChinese),
    (["LANG": "zh_TW.UTF-8"], .english),
    (["LANG": "de_DE.UTF-8"], .english),
    (["LANG": "ja_JP", "LC_ALL": "C"], .english),
    (["LANG": "C", "LC_MESSAGES": "ja"], .japanese),
    (["LC_ALL": "", "LANG": "ja"], .japanese),
    ([:], .english),
  ])
  func theLocaleChoosesTheLanguage(variables: [String: String], language: Language) {
    #expect(Language.detected(in: ProcessEnvironment(variables)) == language)
  }

  @Test func valuesReplaceNamedPlaceholders() {
    #expect(Localization.fill("{a} and {b}, {a}", ["a": "1", "b": "{a}"]) == "1 and {a}, 1")
    #expect(Localization.fill("{x} {", ["a": "1"]) == "{x} {")
    #expect(
      Localization(.japanese).text(.errorCannotFindHost, ["host": "x.test"]).contains("x.test"))
  }

  private func placeholders(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map {
      String($0.prefix { $0 != "}" })
    }.sorted()
  }
}
