// SPDX-License-Identifier: MIT
// Part of Grille: a file of log-ins that cannot be used.
import Networking

/// Why the file of `--netrc` cannot be used.
nonisolated struct NetrcFailure: Error {
  /// The file as it was named.
  let path: String
  /// What is wrong with it.
  let problem: NetrcFile.Problem

  /// The sentence that says so; it repeats nothing of the file.
  func message(in words: Localization) -> String {
    return switch problem {
    case .unreadable: words.text(.usageNetrcUnreadable, ["file": path])
    case .notRegularFile: words.text(.usageNetrcNotRegularFile, ["file": path])
    case .openToOthers: words.text(.usageNetrcOpenToOthers, ["file": path])
    case .tooLarge: words.text(.usageNetrcTooLarge, ["file": path])
    case .malformed(let line):
      words.text(.usageNetrcMalformed, ["file": path, "line": String(line)])
    }
  }
}

extension Preferences {
  /// Reads the file of log-ins that the command line names.
  func readNetrc() throws(NetrcFailure) {
    guard let path = arguments.netrcFile else { return }
    do throws(NetrcFile.Problem) {
      netrc = try NetrcFile(path: path)
    } catch {
      throw NetrcFailure(path: path, problem: error)
    }
  }
}
