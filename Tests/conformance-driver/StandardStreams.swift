// SPDX-License-Identifier: MIT
// Part of Grille: requests and replies of the conformance driver.

import Glibc

/// Reads standard input whole, and collects replies for standard output.
struct StandardStreams {
  private let input: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  init() {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count <= 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    input = bytes
  }

  var isAtEnd: Bool { position >= input.count }

  /// Everything that has not been read.
  mutating func rest() -> [UInt8] {
    defer { position = input.count }
    return Array(input[position...])
  }

  /// The next line without its end.
  mutating func line() -> String {
    let end = input[position...].firstIndex(of: 0x0A) ?? input.count
    defer { position = min(end + 1, input.count) }
    return String(decoding: input[position..<end], as: UTF8.self)
  }

  /// The next bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let end = min(position + count, input.count)
    defer { position = end }
    return Array(input[position..<end])
  }

  /// Adds `<count>\n` and the bytes, or `-1\n` for nil.
  mutating func reply(_ bytes: [UInt8]?) {
    reply("\(bytes?.count ?? -1)\n")
    output.append(contentsOf: bytes ?? [])
  }

  /// Adds a text as it is.
  mutating func reply(_ text: String) { output.append(contentsOf: text.utf8) }

  /// Writes what has been collected.
  mutating func flush() {
    var written = 0
    while written < output.count {
      let count = output[written...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      written += count
    }
    output.removeAll()
  }

  /// Writes a line to standard error.
  static func complain(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(2, bytes, bytes.count)
  }

  /// The number after an option such as `--chunk`, or nil.
  static func number(after option: String, in arguments: [String]) -> Int? {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
      return nil
    }
    return Int(arguments[index + 1])
  }
}
