// SPDX-License-Identifier: MIT
// Part of Grille: says why nothing is kept on disk.
import WebViewKit

extension PersistenceProblem {
  /// The sentence that says so, in the user's language.
  nonisolated func message(in words: Localization) -> String {
    let values = ["file": path, "copy": movedTo ?? "", "detail": detail]
    return switch kind {
    case .damagedFileMovedAside: words.text(.storageDamagedMoved, values)
    case .damaged: words.text(.storageDamaged, values)
    case .unsafeLocation: words.text(.storageUnsafe, values)
    case .newerVersion: words.text(.storageNewerVersion, values)
    case .inaccessible: words.text(.storageInaccessible, values)
    case .readOnly: words.text(.storageReadOnly, values)
    case .full: words.text(.storageFull, values)
    case .busy: words.text(.storageBusy, values)
    case .libraryMissing: words.text(.storageLibraryMissing, values)
    case .noMasterPassPhrase: words.text(.storageNoMasterPassPhrase, values)
    case .vaultLocked: words.text(.storageVaultLocked, values)
    case .other: words.text(.storageOther, values)
    }
  }
}
