// SPDX-License-Identifier: MIT
// Part of Grille: splits a command line into words.

/// The words of one line: separated by blanks, kept together by quotes, ended by a comment.
///
/// A backslash takes the character after it as it is; a `#` at the start of the line begins a
/// comment.
nonisolated struct CommandWords {
  private var text: Substring

  init(_ line: String) {
    text = line.drop(while: \.isWhitespace)
    if text.hasPrefix("#") { text = text[text.endIndex...] }
  }

  /// What is left of the line, as it was written.
  var rest: String {
    var end = text.endIndex
    while end > text.startIndex, text[text.index(before: end)].isWhitespace {
      end = text.index(before: end)
    }
    return String(text[..<end])
  }

  /// The next word, or nil at the end of the line.
  mutating func next() throws(CommandError) -> String? {
    guard !text.isEmpty else { return nil }
    var word = ""
    var quote: Character?
    while let character = text.first {
      if quote == nil, character.isWhitespace { break }
      text.removeFirst()
      switch character {
      case "\\" where quote != "'":
        guard let escaped = text.popFirst() else { break }
        word.append(escaped)
      case "\"", "'":
        if quote == character {
          quote = nil
        } else if quote == nil {
          quote = character
        } else {
          word.append(character)
        }
      default: word.append(character)
      }
    }
    if let quote { throw CommandError(.commandOpenQuote, ["quote": String(quote)]) }
    text = text.drop(while: \.isWhitespace)
    return word
  }

  /// The next word, in which quotes and backslashes mean themselves: they are keys.
  mutating func nextPlain() -> String? {
    guard !text.isEmpty else { return nil }
    let word = text.prefix { !$0.isWhitespace }
    text = text[word.endIndex...].drop(while: \.isWhitespace)
    return String(word)
  }
}
