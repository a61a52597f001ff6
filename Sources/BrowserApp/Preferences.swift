// SPDX-License-Identifier: MIT
// Part of Grille: the choices in force, which commands change for this run.
import Networking
import Security

/// What holds for the whole program: choices, keys, texts.
final class Preferences {
  let words: Localization
  let arguments: Arguments
  let folders: UserFolders
  let trustSources: TrustSources
  /// The user's choices.
  var configuration: Configuration
  /// The practice site that this run carries within itself, if it was asked for.
  var practice: PracticeSession?
  /// The client certificate and the log-in that the command line names.
  var given: GivenCredentials?
  /// The log-ins of the file that the command line names.
  var netrc: NetrcFile?
  /// The keys; made when the first one is pressed.
  lazy var keymap = makeKeymap()

  private let makeKeymap: () -> Keymap

  init(
    arguments: Arguments = Arguments(), words: Localization, folders: UserFolders,
    trustSources: TrustSources = TrustSources(), configuration: Configuration = Configuration(),
    keymap: @escaping () -> Keymap
  ) {
    self.arguments = arguments
    self.words = words
    self.folders = folders
    self.trustSources = trustSources
    self.configuration = configuration
    makeKeymap = keymap
  }

  /// The file the user's choices are kept in, as the help names it.
  var configurationFile: String { (folders.configuration ?? "~/.config/grille") + "/config" }
}

/// What the environment and the files named by the configuration say about whom to trust.
nonisolated struct TrustSources {
  /// SHA-256 of keys that are never trusted.
  var blockedKeys: Set<Fingerprint> = []
  /// Files of certificates that count as the system's.
  var systemFiles: [String] = []
}
