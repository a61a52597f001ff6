// SPDX-License-Identifier: MIT
// Part of Grille: a home folder of its own for every test of the program.

/// An empty home with its XDG folders, and the environment that leads a program there.
package final class TemporaryHome: Sendable {
  /// The home folder.
  package let directory: TemporaryDirectory

  /// Makes an empty home.
  package init() throws {
    directory = try TemporaryDirectory()
  }

  /// The home's path.
  package var path: String { directory.path }

  /// Variables for a child process: home, XDG folders and a neutral locale.
  package var environment: [String: String] {
    [
      "HOME": path,
      "XDG_CONFIG_HOME": directory.path(of: ".config"),
      "XDG_STATE_HOME": directory.path(of: ".local/state"),
      "XDG_DATA_HOME": directory.path(of: ".local/share"),
      "XDG_CACHE_HOME": directory.path(of: ".cache"),
      "LC_ALL": "C.UTF-8",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
    ]
  }
}
