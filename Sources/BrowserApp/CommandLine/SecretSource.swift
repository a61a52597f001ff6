// SPDX-License-Identifier: MIT
// Part of Grille: where pass phrases and passwords come from, which is never the command line.
import Glibc
import Security

/// Where a secret is read from.
nonisolated package enum SecretSource: Equatable, Sendable {
  /// The next line of an open descriptor.
  case descriptor(Int32)
  /// The first line of a file.
  case file(String)

  /// The number of an open descriptor, as an option gives it; nil for anything else.
  init?(descriptor text: String) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int32(text) else {
      return nil
    }
    self = .descriptor(number)
  }

  /// Reads the secret.
  ///
  /// A descriptor is read no further than the line's end, and no program started later inherits it.
  func read() throws(SecretReadingError) -> SecretBytes {
    switch self {
    case .descriptor(let number):
      let secret = try SecretBytes(lineFrom: number)
      if number > STDERR_FILENO { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
      return secret
    case .file(let path): return try SecretBytes(firstLineOf: path)
    }
  }
}
