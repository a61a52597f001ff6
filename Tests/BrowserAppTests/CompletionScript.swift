// SPDX-License-Identifier: MIT
// Part of Grille: makes the completions of shells from the table of options.
import Testing

@testable import BrowserApp

/// A file that teaches a shell the options.
enum CompletionScript: String, CaseIterable, CustomTestStringConvertible {
  case bash = "grille.bash"
  case zsh = "_grille"
  case fish = "grille.fish"

  var testDescription: String { rawValue }

  /// What the file has to hold.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// The first clause of what the help says.
  private static func summary(_ option: Option) -> String {
    let text = Localization(.english).text(option.summary)
    return String(text.prefix { !":;(".contains($0) }.drop { $0 == " " })
      .split(separator: " ").joined(separator: " ").replacing("’", with: "'")
  }

  private static func spellings(_ option: Option) -> [String] {
    (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.rawValue)"]
  }

  // MARK: bash

  private static var bashText: String {
    let options = Option.allCases
    func patterns(_ isWanted: (Option) -> Bool) -> String {
      options.filter(isWanted).flatMap { option in
        // Words are parted at an equals sign.
        spellings(option).flatMap { option.isValueOptional ? ["\($0)="] : [$0, "\($0)="] }
      }.joined(separator: " | ")
    }
    let choices = options.filter { !$0.choices.isEmpty }.map { option in
      """
          \(patterns { $0 == option }))
            mapfile -t COMPREPLY < <(compgen -W "\(option.choices.joined(separator: " "))" -- "$word")
            return
            ;;

      """
    }
    return """
      # SPDX-License-Identifier: MIT
      # Completion of grille for bash; made from the program's table of options by its tests.

      _grille() {
        local word=$2 option=$3 joined=
        if [[ ${COMP_WORDS[COMP_CWORD]} == = ]]; then
          word='' joined='='
        elif [[ $option == = ]]; then
          option=${COMP_WORDS[COMP_CWORD - 2]} joined='='
        fi
        case $option$joined in
      \(choices.joined())    \(patterns { $0.takesFile }))
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            return
            ;;
          \(patterns { $0.placeholder != nil && !$0.takesFile && $0.choices.isEmpty }))
            return
            ;;
        esac
        if [[ $word == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W "
            \(options.map { "--\($0.rawValue)" }.joined(separator: "\n      "))
            " -- "$word")
        else
          mapfile -t COMPREPLY < <(compgen -W practice -- "$word"; compgen -f -- "$word")
        fi
      }
      complete -o filenames -F _grille grille

      """
  }

  // MARK: zsh

  private static var zshText: String {
    let lines = Option.allCases.map { option -> String in
      let isRepeated = [.certificateAuthority, .pin, .resolve, .connectTo].contains(option)
      let names = spellings(option)
      let head =
        names.count > 1
        ? "'(\(names.joined(separator: " ")))'{\(names.joined(separator: ","))}'"
        : "'" + (isRepeated ? "*" : "") + names[0]
      let summary = summary(option).replacing("'", with: #"'\''"#)
      return "  \(head)\(option.isValueOptional ? "=-" : "")[\(summary)]\(zshValue(option))' \\"
    }
    return """
      #compdef grille
      # SPDX-License-Identifier: MIT
      # Completion of grille for zsh; made from the program's table of options by its tests.

      _arguments -s \\
      \(lines.joined(separator: "\n"))
        '*:address or file:_alternative "files:file:_files" "commands:command:(practice)"'

      """
  }

  private static func zshValue(_ option: Option) -> String {
    guard let placeholder = option.placeholder else { return "" }
    let name = placeholder.lowercased().replacing(":", with: #"\:"#)
      .replacing("[", with: "").replacing("]", with: "")
    let action =
      option.takesFile
      ? ":_files" : option.choices.isEmpty ? "" : ":(\(option.choices.joined(separator: " ")))"
    return "\(option.isValueOptional ? "::" : ":")\(name)\(action)"
  }

  // MARK: fish

  private static var fishText: String {
    let lines = Option.allCases.map { option -> String in
      var words = ["complete -c grille"]
      if let letter = option.letter { words.append("-s \(letter)") }
      words.append("-l \(option.rawValue)")
      if option.takesFile {
        words.append("-r")
      } else if option.placeholder != nil, !option.isValueOptional {
        words.append("-x")
      }
      if !option.choices.isEmpty {
        words.append("-a '\(option.choices.joined(separator: " "))'")
      }
      words.append("-d '\(summary(option).replacing("'", with: #"\'"#))'")
      return words.joined(separator: " ")
    }
    return """
      # SPDX-License-Identifier: MIT
      # Completion of grille for fish; made from the program's table of options by its tests.

      \(lines.joined(separator: "\n"))
      complete -c grille -n __fish_is_first_arg -a practice -d 'open the practice site'

      """
  }
}
