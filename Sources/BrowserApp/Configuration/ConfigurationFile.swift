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

  /// Whether a file named by a setting can be read.
  private let isReadable: @Sendable (String) -> Bool

  /// Starts from the values a file's lines change.
  ///
  /// - Parameters:
  ///   - configuration: The values before the first line.
  ///   - isReadable: Whether a file that a line names can be read; one that cannot makes the line
  ///     unusable.
  package init(
    configuration: Configuration = Configuration(),
    isReadable: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.configuration = configuration
    self.isReadable = isReadable
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
    try checkFiles(of: command)
    if try configuration.apply(command) { return }
    switch command {
    case .map, .unmap: keyCommands.append(command)
    case .perform(let action, _):
      throw CommandError(.commandNotForConfiguration, ["name": action.rawValue])
    case .set, .site, .pin: break
    }
  }

  /// Notes the lines of a list of blocked keys that could not be used.
  package mutating func note(_ problems: [Problem]) { self.problems += problems }

  private func checkFiles(of command: Command) throws(CommandError) {
    guard case .set(let name, let value) = command, let setting = Setting(rawValue: name),
      case .files(let path) = setting.kind
    else { return }
    var scratch = Configuration()
    guard setting.apply(value, to: &scratch) else { return }
    for file in scratch[keyPath: path] where !isReadable(file) {
      throw CommandError(.settingUnreadableFile, ["name": name, "file": file])
    }
  }
}
