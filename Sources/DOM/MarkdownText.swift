// SPDX-License-Identifier: MIT
// Part of Grille: the text of a paragraph in Markdown.

/// Text of a paragraph whose white space is collapsed.
struct MarkdownText {
  private var text = ""
  private var wantsBlank = false

  /// The lines, without blanks at their ends.
  var lines: [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A break at the end breaks nothing.
    while lines.last?.isEmpty == true { lines.removeLast() }
    if lines.last == "\\" { lines.removeLast() }
    if let last = lines.last, last.hasSuffix("\\"), !last.hasSuffix("\\\\") {
      lines[lines.count - 1].removeLast()
    }
    return lines
  }

  mutating func append(_ piece: String) {
    for character in piece {
      if character.isWhitespace, character != "\u{A0}" {
        wantsBlank = true
      } else {
        appendBlank()
        text.append(character)
      }
    }
  }

  /// Appends what `body` does between two marks, with the blanks outside; nothing if it does nothing.
  mutating func append(
    opening: String, closing: String, _ body: (inout MarkdownText) -> Void
  ) {
    var inner = MarkdownText()
    body(&inner)
    let content = inner.lines.joined(separator: "\n")
    guard !content.isEmpty else {
      wantsBlank = wantsBlank || inner.wantsBlank
      return
    }
    if inner.startsWithBlank { wantsBlank = true }
    appendBlank()
    text += opening + content + closing
    wantsBlank = inner.wantsBlank
  }

  mutating func appendBreak() {
    guard !text.isEmpty else { return }
    wantsBlank = false
    text += "\\\n"
  }

  private var startsWithBlank = false

  private mutating func appendBlank() {
    guard wantsBlank else { return }
    wantsBlank = false
    if text.isEmpty {
      startsWithBlank = true
    } else if text.last != "\n" {
      text.append(" ")
    }
  }
}

extension MarkdownText {
  static func code(_ text: String) -> String {
    var fence = "`"
    while text.contains(fence) { fence += "`" }
    let pad = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return text.isEmpty ? "" : fence + pad + text + pad + fence
  }

  /// A text in which nothing means anything but itself.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\`*_[]<>~".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  /// A line of text that does not look like the start of a heading, list, rule or quotation.
  static func protectingStart(_ line: String) -> String {
    guard let first = line.first else { return line }
    let rest = line.dropFirst()
    if "#+-=".contains(first) { return "\\" + line }
    let digits = line.prefix { ("0"..."9").contains($0) }
    let mark = line.dropFirst(digits.count)
    guard !digits.isEmpty, let dot = mark.first, ".)".contains(dot), rest.count >= digits.count
    else { return line }
    return digits + "\\" + mark
  }
}
