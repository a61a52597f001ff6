// SPDX-License-Identifier: MIT
// Part of Grille: checks the manual page against the tables it describes.
import Foundation
import Testing

@testable import BrowserApp

/// The file of that path below `Resources`.
func resource(_ path: String) -> URL {
  var folder = URL(filePath: #filePath)
  for _ in 0..<3 { folder.deleteLastPathComponent() }
  return folder.appending(path: "Resources").appending(path: path)
}

@Suite struct ManualPageTests {
  private func manual() throws -> String {
    let file = resource("man/grille.1")
    return try String(contentsOf: file, encoding: .utf8)
      .replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(of: "\\e", with: "\\")
  }

  @Test func everySettingIsDescribedWithValuesAndDefault() throws {
    let text = try manual()
    let words = Localization(.english)
    for setting in Setting.allCases {
      let summary = words.text(setting.summary)
      let value = setting.value(in: Configuration())
      let entry = """
        .TP
        \\fB\(setting.rawValue)\\fR
        \(summary.prefix(1).uppercased() + summary.dropFirst()).
        Values: \(setting.values).\(value.isEmpty ? " Empty by default." : " Default: \(value).")
        """.replacingOccurrences(of: "\\\\f", with: "\\f")
      #expect(text.contains(entry), "\(setting.rawValue)")
    }
  }

  @Test func everyOptionActionAndExitCodeIsDescribed() throws {
    let text = try manual()
    for option in Option.allCases { #expect(text.contains("\\fB--\(option.rawValue)\\fR")) }
    for action in Action.allCases { #expect(text.contains("\\fB\(action.rawValue)\\fR")) }
    for code in Array(0...17) + [130] { #expect(text.contains("\n.B \(code)\n")) }
  }

  @Test func everyOptionIsDescribedAsInTheHelp() throws {
    let entries = try manual().components(separatedBy: "\n.TP\n")
    let words = Localization(.english)
    for option in Option.allCases {
      let name = "\\fB--\(option.rawValue)\\fR"
      let entry = try #require(entries.first { $0.split(separator: "\n")[0].contains(name) })
      let summary = words.text(option.summary)
      let clause = summary.prefix { !":;,(".contains($0) }
      let opening = clause.prefix(1).uppercased() + clause.dropFirst()
      let plain = entry.replacingOccurrences(of: "\n", with: " ")
      #expect(plain.contains(opening.trimmingCharacters(in: .whitespaces)), "\(option.rawValue)")
      for choice in option.choices {
        #expect(plain.contains(choice), "\(choice)")
        for language in Language.allCases {
          #expect(Localization(language).text(option.summary).contains(choice), "\(choice)")
        }
      }
      for alias in option.aliases { #expect(plain.contains("-\(alias.name)"), "\(alias.name)") }
      if let letter = option.letter { #expect(entry.hasPrefix("\\fB-\(letter)\\fR, ")) }
    }
  }

  // Written anew with GRILLE_RECORD=1.
  @Test(arguments: CompletionScript.allCases)
  func shellsCompleteWhatTheTableHas(script: CompletionScript) throws {
    let file = resource("completions/\(script.rawValue)")
    let made = script.text
    if ProcessInfo.processInfo.environment["GRILLE_RECORD"] != nil {
      try made.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == made)
  }
}
