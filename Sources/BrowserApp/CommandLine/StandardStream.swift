// SPDX-License-Identifier: MIT
// Part of Grille: writes to standard output and standard error.
import CellGrid
import Glibc

/// Standard output, standard error, or another open file.
nonisolated struct StandardStream {
  /// What became of a write.
  enum Outcome {
    /// Everything was written.
    case written
    /// The reader has gone away, which is its right.
    case closed
    /// The bytes could not be written.
    case failed
  }

  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  let descriptor: Int32

  /// Writes bytes, all of them if that is possible.
  @discardableResult
  func write(_ bytes: Span<UInt8>) -> Outcome {
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count >= 0 {
          written += count
        } else if errno == EPIPE {
          return .closed
        } else if errno != EINTR {
          return .failed
        }
      }
      return .written
    }
  }

  /// Writes a text of the program's own.
  @discardableResult
  func write(_ text: String) -> Outcome { write(Array(text.utf8).span) }

  /// Writes a text that may hold words of strangers.
  @discardableResult
  func write(_ text: DisplayString, newline: Bool) -> Outcome {
    write((text.utf8 + (newline ? [0x0A] : [])).span)
  }
}
