// SPDX-License-Identifier: MIT
// Part of Grille: what varies in a log entry, made safe to be written down.

/// Keys and values of a log entry.
///
/// Written as a dictionary literal: `["url": .url(url), "status": .number(404)]`.
package struct LogMetadata: ExpressibleByDictionaryLiteral, Sendable {
  /// A value of a log entry.
  package enum Value: Sendable {
    /// A number.
    case number(Int)
    /// A text; control characters are escaped, user info in addresses is cut out.
    case text(String)
    /// An address; user name and password are left out.
    case url(WebURL)
    /// Header fields; the values of secret ones are left out.
    case headers(HTTPHeaderList)
  }

  /// Keys with the text of their values.
  let pairs: [(key: String, value: String)]

  /// Makes the metadata; values of keys that name a secret are left out.
  package init(dictionaryLiteral elements: (StaticString, Value)...) {
    pairs = elements.map { key, value in
      let name = "\(key)"
      return (name, Self.isSecret(name) ? "(hidden)" : Self.text(of: value))
    }
  }

  private static let secretWords = [
    "password", "passphrase", "authorization", "cookie", "credential", "secret", "privatekey",
    "body", "token",
  ]

  private static func isSecret(_ key: String) -> Bool {
    let lowered = ASCII.lowercased(key)
    return secretWords.contains { word in
      lowered.utf8.indices.contains { lowered[$0...].utf8.starts(with: word.utf8) }
    }
  }

  private static func text(of value: Value) -> String {
    switch value {
    case .number(let number): String(number)
    case .url(let url): quoted(url.description)
    case .text(let text): quoted(withoutUserInfo(text))
    case .headers(let headers): quoted(headers.description)
    }
  }

  /// The text without what stands between `://` and `@` in addresses.
  private static func withoutUserInfo(_ text: String) -> String {
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      output.append(bytes[index])
      index += 1
      guard output.suffix(3).elementsEqual([0x3A, 0x2F, 0x2F]) else { continue }
      let authority = bytes[index...].prefix {
        $0 > 0x20 && ![0x2F, 0x3F, 0x23, 0x22].contains($0)
      }
      if let at = authority.lastIndex(of: 0x40) { index = at + 1 }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The text as it is if it is a single printable word, else in quotes with escapes.
  private static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
    return isPlain ? text : JSONValue.string(escaped(text)).serialized()
  }

  /// Controls beyond ASCII and line separators as `\u{…}`; JSON escapes the rest.
  private static func escaped(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x80...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
        output.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: output.append(scalar)
      }
    }
    return String(output)
  }
}
