// SPDX-License-Identifier: MIT
// Part of Grille: names and passwords from a file in the form that ftp once thought of.
import Glibc

/// The log-ins of a file in the `netrc` form, read only because the user has named it.
///
/// It knows hosts, neither ports nor schemes; the first entry that fits a host is the only one that
/// counts, so that a name is never joined with another entry's password.
public struct NetrcFile: Sendable, Equatable, CustomStringConvertible {
  /// Why a file cannot be used.
  public enum Problem: Error, Hashable, Sendable {
    /// It cannot be opened or read, for a reason of the system (`errno`).
    case unreadable(code: Int32)
    /// It is a folder, a pipe or a device.
    case notRegularFile
    /// Other users may read or change it, or it belongs to one.
    case openToOthers
    /// It has more than a megabyte.
    case tooLarge
    /// A line, counted from 1, holds what is no part of the form.
    case malformed(line: Int)
  }

  /// The most bytes that are read.
  static let maximumSize = 1 << 20

  private struct Entry: Sendable, Equatable {
    /// The host in lower case; nil for any.
    var machine: String?
    var login: String?
    var password: String?
  }

  private let entries: [Entry]

  /// Reads a file.
  ///
  /// - Parameter path: The file; links are followed, pipes and devices never waited for.
  /// - Throws: ``Problem``.
  public init(path: String) throws(Problem) {
    try self.init(contents: try Self.read(path))
  }

  /// Reads the contents of a file.
  ///
  /// - Throws: ``Problem/malformed(line:)``.
  init(contents: [UInt8]) throws(Problem) {
    var reader = NetrcReader(contents)
    var entries: [Entry] = []
    // What stands behind the entry for any host can never be meant.
    while let word = reader.nextWord(), entries.last.map({ $0.machine != nil }) ?? true {
      switch word {
      case "machine":
        entries.append(Entry(machine: try reader.value().lowercased()))
      case "default":
        entries.append(Entry(machine: nil))
      case "macdef":
        reader.skipMacro()
        continue
      default:
        throw .malformed(line: reader.line)
      }
      try Self.readValues(&reader, into: &entries[entries.count - 1])
    }
    self.entries = entries
  }

  /// The name and password for a host.
  ///
  /// - Parameter host: The host as in a URL.
  /// - Returns: Both; nil if the host's entry lacks one of them, or there is none.
  public func login(forHost host: String) -> (user: String, password: String)? {
    let name = host.lowercased()
    guard let entry = entries.first(where: { $0.machine == nil || $0.machine == name }),
      let login = entry.login, let password = entry.password
    else { return nil }
    return (login, password)
  }

  /// How many entries there are, and nothing of what they hold.
  public var description: String { "NetrcFile(\(entries.count) entries)" }

  private static func readValues(
    _ reader: inout NetrcReader, into entry: inout Entry
  ) throws(Problem) {
    while let word = reader.peekWord() {
      switch word {
      case "login":
        _ = reader.nextWord()
        entry.login = try reader.value()
      case "password":
        _ = reader.nextWord()
        entry.password = try reader.value()
      case "account":
        _ = reader.nextWord()
        _ = try reader.value()
      case "macdef":
        _ = reader.nextWord()
        reader.skipMacro()
      default:
        return
      }
    }
  }

  private static func read(_ path: String) throws(Problem) -> [UInt8] {
    guard !path.utf8.contains(0) else { throw .unreadable(code: ENOENT) }
    // Without O_NONBLOCK the opening of a pipe would wait for its writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw errno == ENXIO ? .notRegularFile : .unreadable(code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegularFile }
    guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else { throw .openToOthers }
    guard status.st_size <= maximumSize else { throw .tooLarge }
    var bytes = [UInt8](repeating: 0, count: maximumSize + 1)
    var count = 0
    while count < bytes.count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(
          descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable(code: errno) }
      if got == 0 { break }
      count += got
    }
    guard count <= maximumSize else { throw .tooLarge }
    return Array(bytes[..<count])
  }
}

/// Cuts a file of the `netrc` form into words.
private struct NetrcReader {
  private let bytes: [UInt8]
  private var index = 0
  /// The line of the word that came last, from 1.
  private(set) var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next word where a word of the form itself is due; comments are passed over.
  mutating func nextWord() -> String? {
    while true {
      skipBlanks()
      guard index < bytes.count else { return nil }
      guard bytes[index] == UInt8(ascii: "#") else { return take() }
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    }
  }

  /// The same, which stays where it is.
  func peekWord() -> String? {
    var copy = self
    return copy.nextWord()
  }

  /// The value of a word that came before; it may be quoted and begin with any character.
  mutating func value() throws(NetrcFile.Problem) -> String {
    skipBlanks()
    guard index < bytes.count else { throw .malformed(line: line) }
    guard bytes[index] == UInt8(ascii: "\"") else { return take() }
    index += 1
    var result: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] != 0x0A else { throw .malformed(line: line) }
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
        index += 1
        result.append(Self.escaped(bytes[index]))
      } else {
        result.append(bytes[index])
      }
      index += 1
    }
    guard index < bytes.count else { throw .malformed(line: line) }
    index += 1
    return String(decoding: result, as: UTF8.self)
  }

  /// Passes over the name and the lines of a macro, which an empty line ends.
  mutating func skipMacro() {
    while index < bytes.count {
      if bytes[index] == 0x0A {
        line += 1
        if index + 1 >= bytes.count || bytes[index + 1] == 0x0A || bytes[index + 1] == 0x0D {
          index += 1
          return
        }
      }
      index += 1
    }
  }

  private static func escaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: byte
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private mutating func skipBlanks() {
    while index < bytes.count, Self.isBlank(bytes[index]) {
      if bytes[index] == 0x0A { line += 1 }
      index += 1
    }
  }

  private mutating func take() -> String {
    let start = index
    while index < bytes.count, !Self.isBlank(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }
}
