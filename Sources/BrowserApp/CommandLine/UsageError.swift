// SPDX-License-Identifier: MIT
// Part of Grille: what was wrong with the command line, in a sentence.

/// A command line that cannot be understood.
nonisolated package struct UsageError: Error, Equatable, Sendable {
  /// The sentence that says what is wrong.
  package let sentence: StringKey
  /// What its placeholders stand for.
  package let values: [String: String]
  /// The option that was probably meant.
  package let suggestion: String?

  /// Makes an error of a sentence and its values.
  package init(_ sentence: StringKey, _ values: [String: String] = [:], suggestion: String? = nil) {
    self.sentence = sentence
    self.values = values
    self.suggestion = suggestion
  }

  /// The whole message, in the user's language.
  package func message(in words: Localization) -> String {
    var text = words.text(sentence, values)
    if let suggestion { text += " " + words.text(.usageDidYouMean, ["option": suggestion]) }
    return text
  }
}
