// SPDX-License-Identifier: MIT
// Part of Grille: says why a text is no target.

nonisolated extension Target.Failure {
  /// The sentence that says so.
  func message(in words: Localization) -> String {
    switch self {
    case .noSuchFile(let name):
      words.text(.targetNoSuchFile, ["name": UserInfo.removed(from: name)])
    case .notAnAddress(let text):
      words.text(.targetNotAnAddress, ["text": UserInfo.removed(from: text)])
    }
  }

  /// The code the program ends with.
  var exitCode: ExitCode {
    switch self {
    case .noSuchFile: .input
    case .notAnAddress: .usage
    }
  }
}
