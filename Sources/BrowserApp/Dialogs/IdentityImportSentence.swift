// SPDX-License-Identifier: MIT
// Part of Grille: why no identity could be taken from a file, in the user's language.
import Glibc
import Security

/// Sentences about imports.
nonisolated enum IdentityImportSentence {
  /// Why an import has failed.
  static func text(for error: IdentityImportError, of path: String, in words: Localization)
    -> String
  {
    let path = error.path ?? path
    func sentence(_ key: StringKey, _ values: [String: String] = [:]) -> String {
      words.text(key, values.merging(["path": path]) { old, _ in old })
    }
    return switch error.problem {
    case .unreadable(let code):
      sentence(
        .identityImportUnreadable, ["reason": reason(code)])
    case .notRegularFile: sentence(.identityImportNotRegularFile)
    case .tooLarge: sentence(.identityImportTooLarge)
    case .damaged: sentence(.identityImportDamaged)
    case .newerFormat: sentence(.identityImportNewerFormat)
    case .unsupportedAlgorithm(let name):
      sentence(.identityImportUnsupportedAlgorithm, ["name": ForeignName.text(name)])
    case .passPhraseNeeded: sentence(.identityImportPassPhraseNeeded)
    case .wrongPassPhrase: sentence(.identityImportWrongPassPhrase)
    case .tooManyIterations(let count):
      sentence(.identityImportTooManyIterations, ["count": String(count)])
    case .noPrivateKey: sentence(.identityImportNoPrivateKey)
    case .noCertificateForKey: sentence(.identityImportNoCertificateForKey)
    }
  }

  /// The system's own words for a reason (`errno`).
  static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  /// What the user should know though an import went well.
  static func text(
    for warnings: Set<IdentityImport.Warning>, of path: String, in words: Localization
  ) -> String? {
    var sentences: [String] = []
    if warnings.contains(.notIntegrityProtected) {
      sentences.append(words.text(.identityImportNotProtected, ["path": path]))
    }
    if warnings.contains(.keysLeftOut) {
      sentences.append(words.text(.identityImportKeysLeftOut, ["path": path]))
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
