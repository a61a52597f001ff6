// SPDX-License-Identifier: MIT
// Part of Grille: reads a flat JSON object of strings.

/// Reads the string files.
///
/// They are one object of strings, so that no tree of values has to be built at start.
nonisolated enum StringTableReader {
  // RFC 8259
  /// The members of the object; what does not fit the form ends the reading.
  static func read(_ text: String) -> [String: String] {
    var table: [String: String] = [:]
    let bytes = Array(text.utf8)
    var position = 0
    while let key = string(in: bytes, &position), let value = string(in: bytes, &position) {
      table[key] = value
    }
    return table
  }

  /// The next quoted string at or after a position.
  private static func string(in bytes: [UInt8], _ position: inout Int) -> String? {
    guard let open = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    var index = open + 1
    var buffer: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
        index += 1
        buffer.append(bytes[index] == UInt8(ascii: "n") ? 0x0A : bytes[index])
      } else {
        buffer.append(bytes[index])
      }
      index += 1
    }
    guard index < bytes.count else { return nil }
    position = index + 1
    return String(decoding: buffer, as: UTF8.self)
  }
}
