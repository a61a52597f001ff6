// SPDX-License-Identifier: MIT
// Part of Grille: the languages the program speaks, and which one the user reads.

/// A language there are texts in.
nonisolated package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"
  case simplifiedChinese = "zh-Hans"

  /// The language of the user's locale; English if there are no texts in it.
  package static func detected(in environment: ProcessEnvironment) -> Language {
    let locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"] ?? "C"
    return Language(locale: locale) ?? .english
  }

  /// The language of a setting's value, where `auto` asks the locale.
  package init(setting: String, environment: ProcessEnvironment) {
    self = Language(rawValue: setting) ?? .detected(in: environment)
  }

  // A locale is language[_TERRITORY][.codeset][@modifier].
  private init?(locale: String) {
    let name = locale.prefix { $0 != "." && $0 != "@" }.lowercased()
    let language = name.prefix { $0 != "_" && $0 != "-" }
    switch language {
    case "en": self = .english
    case "ja": self = .japanese
    case "zh":
      let isTraditional = ["tw", "hk", "mo", "hant"].contains { name.contains($0) }
      guard !isTraditional else { return nil }
      self = .simplifiedChinese
    default: return nil
    }
  }
}
