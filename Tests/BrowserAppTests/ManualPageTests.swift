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

  @Test(arguments: ["grille.bash", "_grille", "grille.fish"])
  func shellsCompleteEveryOption(file: String) throws {
    let text = try String(contentsOf: resource("completions/\(file)"), encoding: .utf8)
    for option in Option.allCases {
      let spelling = file.hasSuffix("fish") ? "-l \(option.rawValue) " : "--\(option.rawValue)"
      #expect(text.contains(spelling), "\(option.rawValue)")
    }
  }
}
