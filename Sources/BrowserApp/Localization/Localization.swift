// SPDX-License-Identifier: MIT
// Part of Grille: the program's own texts in the user's language.
import Synchronization
import WebInfra

/// Gives the text of a key; the texts are read when the first one is needed.
nonisolated package final class Localization: Sendable {
  /// The language of the texts; keys it lacks are answered in English.
  package let language: Language

  private let tables = Mutex<[[String: String]]?>(nil)

  /// Makes the texts of a language.
  package init(_ language: Language) { self.language = language }

  /// The text of a key, with `{name}` replaced by the value of that name.
  package func text(_ key: StringKey, _ values: [String: String] = [:]) -> String {
    let template = template(of: key)
    return values.isEmpty ? template : Self.fill(template, values)
  }

  private func template(of key: StringKey) -> String {
    let name = key.rawValue
    return tables.withLock { tables in
      let loaded = tables ?? Self.load(language)
      tables = loaded
      for table in loaded {
        if let text = table[name] { return text }
      }
      return name
    }
  }

  private static func load(_ language: Language) -> [[String: String]] {
    let languages = language == .english ? [.english] : [language, .english]
    return languages.map { table(of: $0) }
  }

  /// All texts of one language, by the names of their keys.
  package static func table(of language: Language) -> [String: String] {
    guard let source = ResourceLocator.bundled("Strings/\(language.rawValue).json") else {
      return [:]
    }
    return StringTableReader.read(source.description)
  }

  /// Replaces each `{name}` by the value of that name; an unknown name is left as it is.
  static func fill(_ template: String, _ values: [String: String]) -> String {
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: open)..<close])
      result += values[name] ?? String(rest[...close])
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
