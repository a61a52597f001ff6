// SPDX-License-Identifier: MIT
// Part of Grille: what --help and --version print.
import CellGrid
import Networking
import TerminalUI

/// The text of `--help`, made from the table of options.
nonisolated enum HelpText {
  static func text(in words: Localization) -> String {
    var lines = [words.text(.usageLine), ""]
    lines += wrapped(words.text(.usageIntroduction), to: width)
    lines += ["", words.text(.usageOptions)]
    let indent = String(repeating: " ", count: column)
    for option in Option.allCases {
      let synopsis = "  " + option.synopsis
      let summary = wrapped(words.text(option.summary), to: width - column)
      if synopsis.count + 2 > column {
        lines.append(synopsis)
        lines += summary.map { indent + $0 }
      } else {
        let gap = indent.dropFirst(synopsis.count)
        lines.append(synopsis + gap + (summary.first ?? ""))
        lines += summary.dropFirst().map { indent + $0 }
      }
    }
    lines += [""] + wrapped(words.text(.usageMore), to: width)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Columns of the whole, and the one at which summaries begin.
  private static let (width, column) = (80, 30)

  /// The lines of a text: broken at blanks and beside wide characters.
  private static func wrapped(_ text: String, to columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for piece in pieces(of: text) {
      if DisplayString(line + piece).width <= columns || line.isEmpty {
        line += piece
      } else {
        lines.append(line.last == " " ? String(line.dropLast()) : line)
        line = piece == " " ? "" : piece
      }
    }
    return lines + [line]
  }

  /// What is not broken: blanks, words, and wide characters with the marks that belong to them.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    for character in text {
      let last = pieces.last?.last
      let isJoined =
        last.map { last in
          if character == " " || last == " " { return false }
          return closing.contains(character) || opening.contains(last)
            || !isWide(character) && !isWide(last)
        } ?? false
      if isJoined {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
    }
    return pieces
  }

  private static let closing = "、。，；：）」”)"
  private static let opening = "（「“("

  private static func isWide(_ character: Character) -> Bool {
    DisplayString(String(character)).width > 1
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
