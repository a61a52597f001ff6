// SPDX-License-Identifier: MIT
// Part of Grille: asks a terminal to put a text on the clipboard.

/// The sequence OSC 52.
///
/// The text goes in base64, so that nothing in it can end the sequence.
nonisolated enum ClipboardSequence {
  // invisible-island.net/xterm/ctlseqs/ctlseqs.html
  /// What is sent for a text.
  static func bytes(for text: String) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)) + [0x07]
  }

  // RFC 4648 §4
  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = group.reduce(0) { $0 << 8 | UInt32($1) }
      value <<= UInt32(8 * (3 - group.count))
      for position in 0..<4 {
        result.append(
          position <= group.count
            ? digits[Int(value >> UInt32(18 - 6 * position) & 63)] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
