// SPDX-License-Identifier: MIT
// Part of Grille: what the status codes of HTTP mean, in the user's language.
package import WebInfra

/// Explains status codes; the texts are read when the first one is needed.
nonisolated package struct StatusCodeReference {
  /// The texts of the user's language, then those in English.
  private let tables: [[String: String]]

  /// Makes the reference of a language; what it lacks is answered in English.
  package init(_ language: Language) {
    let languages = language == .english ? [.english] : [language, .english]
    tables = languages.map { Self.table(of: $0) }
  }

  /// What the server says with a code, in one sentence.
  ///
  /// A class of codes stands in for its unknown members; nil for numbers that are no status codes.
  package func meaning(of status: HTTPStatus) -> String? { text("meaning", for: status) }

  /// What the user can do about a code from 400 on, in one sentence; nil for others.
  package func advice(for status: HTTPStatus) -> String? { text("advice", for: status) }

  /// All texts of one language: `404.meaning`, `404.advice`, `4xx.meaning` and so on.
  package static func table(of language: Language) -> [String: String] {
    guard let source = ResourceLocator.bundled("StatusCodes/\(language.rawValue).json") else {
      return [:]
    }
    return StringTableReader.read(source.description)
  }

  private func text(_ kind: String, for status: HTTPStatus) -> String? {
    guard (100..<600).contains(status.code) else { return nil }
    let isRegistered = HTTPStatus.registeredReason(for: status.code) != nil
    let key = isRegistered ? "\(status.code)" : "\(status.code / 100)xx"
    return tables.lazy.compactMap { $0["\(key).\(kind)"] }.first
  }
}
