// SPDX-License-Identifier: MIT
// Part of Grille: what is printed of a page, as the command line asks for it.

/// What is printed of a page: the values of `--dump`.
nonisolated package enum DumpFormat: String, CaseIterable, Sendable {
  /// Its text, laid out.
  case text
  /// Its text with colours and attributes, for a terminal.
  case ansi
  /// The document as the parser has understood it.
  case html
  /// The body as it arrived.
  case source
  /// The addresses of its links, one a line.
  case links
  /// Status line and header fields of the answer.
  case headers
  /// Everything that is known of the load, as one line of JSON.
  case json
  /// The document as Markdown.
  case markdown
}

/// Where the addresses of links are printed: the values of `--links`.
nonisolated package enum LinkPlacement: String, CaseIterable, Sendable {
  /// Nowhere.
  case none
  /// In a numbered list behind the text.
  case end
  /// Behind the text of each link.
  case inline
  /// Out of sight, where terminals open a link by its text (OSC 8).
  case osc8
}

/// Who decides about servers that cannot be verified: the values of `--trust`.
nonisolated package enum TrustChoice: String, CaseIterable, Sendable {
  /// The user, on the screen; a printed page fails.
  case ask
  /// Nobody: what the user has decided earlier does not count either.
  case strict
  /// This run goes on wherever the user could.
  case once
}

/// The parts of an exchange that are printed: the letters of `--print`.
nonisolated package struct PrintParts: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// Makes a set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The request's line and header fields.
  package static let requestHead = PrintParts(rawValue: 1)
  /// The request's body.
  package static let requestBody = PrintParts(rawValue: 2)
  /// The answer's status line and header fields.
  package static let responseHead = PrintParts(rawValue: 4)
  /// The document.
  package static let body = PrintParts(rawValue: 8)
  /// Times, sizes and where the server was reached.
  package static let metadata = PrintParts(rawValue: 16)
  /// Every hop, not the last alone.
  package static let hops = PrintParts(rawValue: 32)
  /// What the secure connection agreed on, and the server's certificate.
  package static let security = PrintParts(rawValue: 64)

  /// The letters, each with the part it stands for.
  package static let letters: [(letter: Character, part: PrintParts)] = [
    ("H", .requestHead), ("B", .requestBody), ("h", .responseHead), ("b", .body),
    ("m", .metadata), ("r", .hops), ("t", .security),
  ]

  /// Reads letters; nil for none, or for one that is unknown.
  package init?(letters text: String) {
    var parts = PrintParts()
    for letter in text {
      guard let part = Self.letters.first(where: { $0.letter == letter })?.part else { return nil }
      parts.insert(part)
    }
    guard !parts.isEmpty else { return nil }
    self = parts
  }
}
