// SPDX-License-Identifier: MIT
// Part of Grille: the pages of the about: scheme.
import Synchronization
import WebInfra

/// Makes the pages of the `about:` scheme from the templates in `Resources/Pages`.
///
/// In a template `{key}` stands for the program's text of that key, and `{{name}}` for a part that
/// is generated.
nonisolated package final class AboutPages: Sendable {
  private let words: Localization
  private let configurationFile: String
  private let keymap: Mutex<@Sendable () -> Keymap>
  /// Pages that tell of the moment at which they are asked for, by their names.
  private let momentary = Mutex<[String: String]>([:])

  /// Makes the pages.
  /// - Parameters:
  ///   - words: the texts in the user's language.
  ///   - keymap: makes the keys the help describes, when it is asked for.
  ///   - configurationFile: where the help says the settings are kept.
  package init(
    words: Localization, keymap: @escaping @Sendable () -> Keymap, configurationFile: String
  ) {
    self.words = words
    self.configurationFile = configurationFile
    self.keymap = Mutex(keymap)
  }

  /// Lets the help describe another key map from now on.
  package func describe(_ keymap: Keymap) {
    self.keymap.withLock { $0 = { keymap } }
  }

  /// Sets what a page is to show that tells of the moment at which it is asked for.
  func set(_ name: String, to html: String) {
    momentary.withLock { $0[name] = html }
  }

  /// Makes the page of a name.
  ///
  /// Called by the loader, off the main actor.
  /// - Parameter name: what stands behind `about:`, without query and fragment.
  /// - Returns: the bytes of the page, or nil if there is none of that name.
  package func page(_ name: String) -> [UInt8]? {
    switch name.lowercased() {
    case "blank", "": []
    case "start": Array(render("start").utf8)
    case "help": Array(render("help").utf8)
    case "licence", "license": Array(render("licence").utf8)
    default: momentary.withLock { $0[name.lowercased()].map { Array($0.utf8) } }
    }
  }

  private func render(_ name: String) -> String {
    guard let template = ResourceLocator.bundled("Pages/\(name).html") else { return "" }
    var result = ""
    var rest = template.description[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = rest[..<close].drop { $0 == "{" }
      if rest.hasPrefix("{{") {
        result += generated(String(name))
        rest = rest[close...].dropFirst(2)
      } else {
        result += HTMLText.escape(text(String(name)))
        rest = rest[rest.index(after: close)...]
      }
    }
    return result + rest
  }

  private func text(_ key: String) -> String {
    guard let key = StringKey(rawValue: key) else { return "{\(key)}" }
    return words.text(key, ["file": configurationFile])
  }

  private func generated(_ part: String) -> String {
    switch part {
    case "language": words.language.rawValue
    case "version": HTMLText.escape(ProgramVersion.text)
    case "keys": keyTables()
    case "settings": settingsTable()
    default: ""
    }
  }

  // MARK: - The help's tables

  private func keyTables() -> String {
    let keys = keymap.withLock { $0 }().sequencesByAction()
    return ActionGroup.allCases.map { group in
      let rows = Action.allCases.filter { $0.group == group }.map { action in
        row([
          HTMLText.escape((keys[action] ?? []).joined(separator: "  ")),
          "<code>\(HTMLText.escape(Self.usage(of: action)))</code>",
          HTMLText.escape(words.text(action.summary)),
        ])
      }
      return "<h2>\(HTMLText.escape(words.text(group.title)))</h2>\n"
        + table([.helpKeys, .helpCommand, .helpMeaning], rows)
    }.joined()
  }

  private func settingsTable() -> String {
    let defaults = Configuration()
    let rows = Setting.allCases.map { setting in
      row([
        "<code>\(setting.rawValue)</code>",
        HTMLText.escape(words.text(setting.summary)),
        HTMLText.escape(setting.values),
        HTMLText.escape(setting.value(in: defaults)),
      ])
    }
    return table([.helpSetting, .helpMeaning, .helpValues, .helpDefault], rows)
  }

  private static func usage(of action: Action) -> String {
    switch action.argument {
    case .none: action.rawValue
    case .optional(let name): "\(action.rawValue) [\(name)]"
    case .required(let name): "\(action.rawValue) \(name)"
    }
  }

  private func table(_ headings: [StringKey], _ rows: [String]) -> String {
    let head = headings.map { "<th>\(HTMLText.escape(words.text($0)))</th>" }.joined()
    return "<table>\n<tr>\(head)</tr>\n\(rows.joined())</table>\n"
  }

  private func row(_ cells: [String]) -> String {
    "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
  }
}
