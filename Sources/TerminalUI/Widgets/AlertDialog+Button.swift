// SPDX-License-Identifier: MIT
// Part of Grille: the answers of a dialog as buttons.

package import CellGrid

extension AlertDialog {
  /// What a button's answer does.
  package nonisolated enum Role: Sendable {
    /// Nothing can go wrong; Esc gives the first of these.
    case safe
    case normal
    /// Gives something away; only its letter presses it.
    case destructive
    /// Shows more and leaves the question open.
    case detail
    /// Leads to a further question and leaves this one open; only its letter presses it.
    case guarded

    /// Whether RET presses the button.
    var isPressedByReturn: Bool { self != .destructive && self != .guarded }
    /// Whether the dialog stays when the button is pressed.
    var leavesOpen: Bool { self == .detail || self == .guarded }
  }

  /// An answer.
  package nonisolated struct Button: Sendable {
    /// The key that presses the button; shown in its label.
    package var letter: Unicode.Scalar
    /// The words of the label.
    package var title: DisplayString
    /// What the answer does.
    package var role: Role

    /// Makes a button.
    package init(letter: Unicode.Scalar, title: DisplayString, role: Role = .normal) {
      self.letter = letter
      self.title = title
      self.role = role
    }

    /// The title with its letter in brackets, at the beginning of a word if there is such a one:
    /// `[o]nce`, or `[o] 一度` where the title has no such letter.
    var label: DisplayString {
      let scalars = Array(title.text.unicodeScalars)
      let lower = letter.properties.lowercaseMapping
      let places = scalars.indices.filter { scalars[$0].properties.lowercaseMapping == lower }
      let place = places.first { $0 == 0 || scalars[$0 - 1] == " " } ?? places.first
      guard let place else { return DisplayString("[\(letter)] \(title.text)") }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars[..<place])
      text += "[\(scalars[place])]"
      text.unicodeScalars.append(contentsOf: scalars[(place + 1)...])
      return DisplayString(text)
    }

    /// The letter alone.
    var shortLabel: DisplayString { DisplayString("[\(letter)]") }
  }
}
