// SPDX-License-Identifier: MIT
// Part of Grille: a line on which a pass phrase is typed, unseen and into memory that is wiped.
import CellGrid
import Security
import TerminalUI

/// Asks for a pass phrase on the last row; Esc gives none.
///
/// What is typed never becomes a text: each character goes straight into `SecretBytes`, which is
/// why there is no cursor to move within it. C-u wipes it.
final class PassPhraseDialog: @MainActor Dialog {
  /// A pass phrase on its way to whoever asked for it.
  nonisolated final class PassPhrase: Sendable {
    /// The bytes, in UTF-8.
    let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
  }

  let discardsTypeahead = true
  var close: (() -> Void)?

  private let layout: PromptLayout
  private var secret = SecretBytes(capacity: 256)
  /// How many characters were typed.
  private var count = 0
  private var respond: ((PassPhrase?) -> Void)?

  /// Makes a question.
  /// - Parameters:
  ///   - prompt: Words before the line.
  ///   - respond: Called once with the pass phrase, or nil.
  init(prompt: DisplayString, respond: @escaping (PassPhrase?) -> Void) {
    // What is typed is not to be read: a few stars are enough.
    layout = PromptLayout(prompt: prompt, leastFieldColumns: 16)
    self.respond = respond
  }

  func cancel() {
    secret.removeAll()
    answer(nil)
  }

  func preferredRows(forColumns columns: Int) -> Int { layout.rows(forColumns: columns) }

  func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    layout.draw(into: &surface, in: rect, theme: theme)
    let field = layout.fieldRect(in: rect)
    surface.clear(field, style: theme.field)
    let stars = String(repeating: "*", count: min(count, max(0, field.size.columns - 1)))
    surface.write(DisplayString(stars), at: field.origin, style: theme.field, clippedTo: field)
  }

  func cursor(in rect: CellRect) -> CellPoint? {
    let field = layout.fieldRect(in: rect)
    guard !field.isEmpty else { return nil }
    return CellPoint(
      column: field.origin.column + min(count, field.size.columns - 1), row: field.origin.row)
  }

  func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .paste(let text):
      for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\r" { type(scalar) }
    case .key(let key):
      if let scalar = key.typedCharacter {
        type(scalar)
      } else {
        edit(key)
      }
    default: break
    }
    return true
  }

  private func type(_ scalar: Unicode.Scalar) {
    guard secret.count + 4 <= SecretBytes.maximumPassPhraseLength else { return }
    secret.append(scalar)
    count += 1
  }

  private func edit(_ key: KeyEvent) {
    switch (key.key, key.modifiers) {
    case (.enter, _):
      var typed = SecretBytes()
      swap(&typed, &secret)
      answer(PassPhrase(typed))
    case (.escape, _), (.character("g"), .control), (.character("c"), .control): cancel()
    case (.backspace, _), (.character("h"), .control):
      secret.removeLastCharacter()
      count = max(0, count - 1)
    case (.character("u"), .control):
      secret.removeAll()
      count = 0
    default: break
    }
  }

  private func answer(_ passPhrase: PassPhrase?) {
    let respond = respond
    self.respond = nil
    close?()
    respond?(passPhrase)
  }
}
