// SPDX-License-Identifier: MIT
// Part of Grille: the user's folders, by the XDG base directory rules.

/// Where the user's files are.
nonisolated package struct UserFolders: Equatable, Sendable {
  /// The home folder, if the environment names one.
  package let home: String?
  /// The folder of the program's configuration, if it can be known.
  package let configuration: String?
  /// The folder of what the program remembers, if it can be known.
  package let state: String?

  /// Reads the environment; relative paths in it are passed over, as the rules ask.
  package init(environment: ProcessEnvironment) {
    home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    configuration = Self.folder("XDG_CONFIG_HOME", "/.config", home, environment)
    state = Self.folder("XDG_STATE_HOME", "/.local/state", home, environment)
  }

  private static func folder(
    _ variable: String, _ usual: String, _ home: String?, _ environment: ProcessEnvironment
  ) -> String? {
    let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (named ?? home.map { $0 + usual }).map { $0 + "/grille" }
  }

  /// A path with the home folder in the place of a leading `~`.
  package func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }
}
