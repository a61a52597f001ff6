// SPDX-License-Identifier: MIT
// Part of Grille: pass phrases from descriptors and files.
import Glibc

/// Why a secret cannot be read.
public enum SecretReadingError: Error, Hashable, Sendable {
  /// The file or descriptor cannot be opened or read, for a reason of the system (`errno`).
  case unreadable(code: Int32)
  /// The file is a folder, a pipe or a device.
  case notRegularFile
  /// There are more bytes than a pass phrase or a file of identities may have.
  case tooLong
}

extension SecretBytes {
  /// The most bytes a pass phrase may have; OpenSSL lends a buffer of this size to its callbacks.
  public static let maximumPassPhraseLength = 1024

  /// Reads one line from a descriptor, as `--cert-pass-fd` names it; its end is not part of it.
  ///
  /// Nothing behind the line is read. The call waits until the line has come to its end.
  ///
  /// - Parameter descriptor: A descriptor that stays open and the caller's.
  /// - Throws: ``SecretReadingError``.
  public init(lineFrom descriptor: Int32) throws(SecretReadingError) {
    self.init(capacity: Self.maximumPassPhraseLength + 2)
    while true {
      let code = appendByte(from: descriptor)
      if code > 0 { throw .unreadable(code: code) }
      if code < 0 { break }
      if withBytes({ $0[$0.count - 1] }) == UInt8(ascii: "\n") {
        removeLast()
        break
      }
      if count > Self.maximumPassPhraseLength + 1 { throw .tooLong }
    }
    if !isEmpty, withBytes({ $0[$0.count - 1] }) == UInt8(ascii: "\r") { removeLast() }
    if count > Self.maximumPassPhraseLength { throw .tooLong }
  }

  /// Reads the first line of a regular file, as `--cert-pass-file` names it.
  public init(firstLineOf path: String) throws(SecretReadingError) {
    let file = try RegularFile(path)
    try self.init(lineFrom: file.descriptor)
  }

  /// Reads a whole regular file.
  ///
  /// - Parameters:
  ///   - path: The file; links are followed, pipes and devices never waited for.
  ///   - limit: The most bytes it may have.
  /// - Throws: ``SecretReadingError``.
  init(contentsOf path: String, limit: Int) throws(SecretReadingError) {
    self.init()
    let file = try RegularFile(path)
    // Refused by its size first: a file may have holes and claim gigabytes.
    guard file.size <= limit else { throw .tooLong }
    while true {
      let room = min(limit + 1 - count, 65_536)
      let read = unsafe append(upTo: room) { unsafe Glibc.read(file.descriptor, $0, room) }
      if read < 0 {
        if errno == EINTR { continue }
        throw .unreadable(code: errno)
      }
      if read == 0 { break }
      if count > limit { throw .tooLong }
    }
  }

  /// Adds a byte: 0; -1 at the end; else the system's reason.
  private mutating func appendByte(from descriptor: Int32) -> Int32 {
    while true {
      let read = unsafe append(upTo: 1) { unsafe Glibc.read(descriptor, $0, 1) }
      if read == 1 { return 0 }
      if read == 0 { return -1 }
      if errno != EINTR { return errno }
    }
  }
}

/// A regular file, open for reading and closed with its owner.
private struct RegularFile: ~Copyable {
  let descriptor: Int32
  let size: Int

  init(_ path: String) throws(SecretReadingError) {
    (descriptor, size) = try Self.opened(path)
  }

  deinit { close(descriptor) }

  private static func opened(
    _ path: String
  ) throws(SecretReadingError) -> (descriptor: Int32, size: Int) {
    // A NUL would cut the path short.
    guard !path.utf8.contains(0) else { throw .unreadable(code: ENOENT) }
    // Without O_NONBLOCK the opening of a pipe would wait for its writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      // Sockets and devices without a driver cannot even be opened.
      if errno == ENXIO { throw .notRegularFile }
      throw .unreadable(code: errno)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(code: code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notRegularFile
    }
    return (descriptor, Int(status.st_size))
  }
}
