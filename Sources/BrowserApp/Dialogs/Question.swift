// SPDX-License-Identifier: MIT
// Part of Grille: asks the user something and waits for the answer.
import CellGrid
import TerminalUI

/// Questions of the program.
enum Question {
  /// An answer: the key that gives it, and its words.
  struct Answer {
    var letter: Unicode.Scalar
    var text: String

    init(_ letter: Unicode.Scalar, _ text: String) {
      self.letter = letter
      self.text = text
    }
  }
}

extension BrowserWindow {
  /// Asks a question with two answers; the safe one is no.
  func ask(
    _ title: String, _ message: [String], yes: Question.Answer, no: Question.Answer
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let responder = OneShotResponder(fallback: false) { continuation.resume(returning: $0) }
      let dialog = AlertDialog(
        title: DisplayString(title), message: message.map { DisplayString($0) },
        marker: DisplayString(words.text(.dialogBrowser)),
        buttons: [
          AlertDialog.Button(letter: no.letter, title: DisplayString(no.text), role: .safe),
          AlertDialog.Button(letter: yes.letter, title: DisplayString(yes.text)),
        ], now: session.now
      ) { responder.respond($0 == 1) }
      session.enqueue(dialog)
    }
  }

  /// Asks for a line of text; nil if none is given.
  func ask(for prompt: String, prefilled: String) async -> String? {
    await withCheckedContinuation { continuation in
      let responder = OneShotResponder<String?>(fallback: nil) {
        continuation.resume(returning: $0)
      }
      session.enqueue(
        PromptDialog(prompt: DisplayString(prompt), text: prefilled) { responder.respond($0) })
    }
  }
}
