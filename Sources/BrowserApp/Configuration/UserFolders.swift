// SPDX-License-Identifier: MIT
// Part of Grille: the user's folders, by the XDG base directory rules.

/// Where the user's files are.
nonisolated package struct UserFolders: Equatable, Sendable {
  /// The home folder, if the environment names one.
  package let home: String?
  /// The folder of the program's configuration, if it can be known.
  package let configuration: String?

  /// Reads the environment; relative paths in it are passed over, as the rules ask.
  package init(environment: ProcessEnvironment) {
    home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    configuration = (folder ?? home.map { $0 + "/.config" }).map { $0 + "/grille" }
  }
}
