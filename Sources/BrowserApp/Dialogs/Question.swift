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
  /// Asks by a dialog of any kind and waits for the answer.
  ///
  /// The dialog waits until no other is open, and closes when the task is cancelled, which is when
  /// its navigation has ended.
  /// - Parameters:
  ///   - answer: The answer of a dialog that closes without one.
  ///   - makeDialog: Makes the dialog, which answers through the responder.
  /// - Returns: The answer.
  func ask<Answer: Sendable>(
    cancelled answer: Answer, _ makeDialog: (OneShotResponder<Answer>) -> any Dialog
  ) async -> Answer {
    let open = OpenDialog()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let responder = OneShotResponder(fallback: answer) { continuation.resume(returning: $0) }
        let dialog = makeDialog(responder)
        open.dialog = dialog
        session.enqueue(dialog)
        if Task.isCancelled { session.cancel(dialog) }
      }
    } onCancel: {
      Task { @MainActor [weak self] in
        if let dialog = open.dialog { self?.session.cancel(dialog) }
      }
    }
  }

  /// The dialog of a question that is being asked.
  private final class OpenDialog {
    weak var dialog: (any Dialog)?
  }

  /// Asks a question with two answers; the safe one is no.
  ///
  /// - Parameters:
  ///   - title: What it is about.
  ///   - message: Paragraphs.
  ///   - yes: The answer that is true.
  ///   - no: The answer that is false.
  ///   - role: What yes does: what cannot be undone takes its letter, not RET.
  /// - Returns: The answer.
  func ask(
    _ title: String, _ message: [String], yes: Question.Answer, no: Question.Answer,
    role: AlertDialog.Role = .normal
  ) async -> Bool {
    await ask(cancelled: false) { responder in
      AlertDialog(
        title: DisplayString(title), message: message.map { DisplayString($0) },
        marker: DisplayString(words.text(.dialogBrowser)),
        buttons: [
          AlertDialog.Button(letter: no.letter, title: DisplayString(no.text), role: .safe),
          AlertDialog.Button(letter: yes.letter, title: DisplayString(yes.text), role: role),
        ], now: session.now
      ) { responder.respond($0 == 1) }
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
