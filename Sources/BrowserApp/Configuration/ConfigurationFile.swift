// SPDX-License-Identifier: MIT
// Part of Grille: reads the lines of the configuration file and of key maps.

/// What a configuration file amounts to, and what in it could not be used.
nonisolated package struct ConfigurationFile: Sendable {
  /// A line that was passed over.
  package struct Problem: Equatable, Sendable {
    /// The file, as it was named.
    package let file: String
    /// The line, 1-based.
    package let line: Int
    /// What is wrong with it.
    package let error: CommandError

    /// `file:line: sentence`, in the user's language.
    package func message(in words: Localization) -> String {
      "\(file):\(line): \(error.message(in: words))"
    }
  }

  /// The choices after the file was read.
  package private(set) var configuration: Configuration
  /// The file's `map` and `unmap` lines; see `Keymap.applying`.
  package private(set) var keyCommands: [Command] = []
  /// The lines that were passed over, in the order of the file.
  package private(set) var problems: [Problem] = []

  /// Starts from the values a file's lines change.
  package init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Applies the lines of a file; one that cannot be used changes nothing and becomes a problem.
  package mutating func read(_ text: String, file: String) {
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      do throws(CommandError) {
        try apply(String(line))
      } catch {
        problems.append(Problem(file: file, line: number, error: error))
      }
    }
  }

  private mutating func apply(_ line: String) throws(CommandError) {
    guard let command = try Command.parse(line) else { return }
    if try configuration.apply(command) { return }
    switch command {
    case .map, .unmap: keyCommands.append(command)
    case .perform(let action, _):
      throw CommandError(.commandNotForConfiguration, ["name": action.rawValue])
    case .set, .site: break
    }
  }
}
