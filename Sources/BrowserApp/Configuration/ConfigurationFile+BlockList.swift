// SPDX-License-Identifier: MIT
// Part of Grille: reads the files of public keys that are never trusted.
package import Security

nonisolated extension ConfigurationFile {
  /// Reads a file of keys that the configuration has named; lines that are none become problems.
  /// - Returns: SHA-256 of the keys.
  package mutating func readBlockList(_ text: String, file: String) -> Set<Fingerprint> {
    let (keys, damaged) = KeyBlockList.parse(text)
    // Split as the list is: a line end of two bytes is one character.
    let lines = text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    note(
      damaged.map { number in
        let line = String(Substring(lines[number - 1])).trimmingBlanks
        return Problem(
          file: file, line: number, error: CommandError(.pinMalformed, ["value": line]))
      })
    return keys
  }
}

extension String {
  /// The text without blanks and line ends at its end.
  nonisolated fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
