// SPDX-License-Identifier: MIT
// Part of Grille: what --help and --version print.
import CellGrid
import Networking
import TerminalUI

/// The text of `--help`, made from the table of options.
nonisolated enum HelpText {
  static func text(in words: Localization) -> String {
    let synopses = Option.allCases.map(\.synopsis)
    let column = (synopses.map(\.utf8.count).max() ?? 0) + 4
    var lines = [words.text(.usageLine), ""]
    lines += [words.text(.usageIntroduction), "", words.text(.usageOptions)]
    for (option, synopsis) in zip(Option.allCases, synopses) {
      let gap = String(repeating: " ", count: column - synopsis.utf8.count - 2)
      lines.append("  " + synopsis + gap + words.text(option.summary))
    }
    lines += ["", words.text(.usageMore)]
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The text of `--version`.
nonisolated enum VersionText {
  /// One line, or with `isVerbose` also a line for each library.
  static func text(isVerbose: Bool) -> String {
    var lines = [ProgramVersion.text]
    if isVerbose {
      // libcurl names what it is built on, OpenSSL among it.
      lines += CurlVersion.text?.split(separator: " ").map(String.init) ?? []
      lines.append(NcursesVersion.text)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
