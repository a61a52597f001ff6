// SPDX-License-Identifier: MIT
// Part of Grille: takes user names and passwords out of what was typed.

/// The user name and password of an address in a text that may be malformed.
nonisolated enum UserInfo {
  /// The text without what stands before the `@` of the authority of each address in it.
  static func removed(from text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    var result = ""
    var rest = text[...]
    guard text.contains("//") else { return removedWithoutScheme(text) }
    while let slashes = rest.firstRange(of: "//") {
      result += rest[..<slashes.upperBound]
      rest = rest[slashes.upperBound...]
      let authority = rest.prefix { !endsAuthority($0) }
      if let at = authority.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    }
    return result + rest
  }

  /// The same for an address without a scheme, such as `name:password@host`, behind other words.
  private static func removedWithoutScheme(_ text: String) -> String {
    let authority = text.prefix { !endsAuthority($0) }
    guard let at = authority.lastIndex(of: "@") else { return text }
    let before = authority[..<at]
    let start = before.lastIndex(where: \.isWhitespace).map(before.index(after:)) ?? text.startIndex
    guard before[start...].contains(":") else { return text }
    return String(text[..<start] + text[text.index(after: at)...])
  }

  // url.spec.whatwg.org/#authority-state
  private static func endsAuthority(_ character: Character) -> Bool {
    character == "/" || character == "?" || character == "#" || character == "\\"
  }
}
