// SPDX-License-Identifier: MIT
// Part of Grille: the few things the program asks of files.
import Glibc
import WebInfra

/// Files by their paths.
nonisolated enum FileSystem {
  /// Whether there is a file or folder of that path.
  static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Whether there is a file of that path that can be read.
  static func isReadable(_ path: String) -> Bool {
    unsafe access(path, R_OK) == 0 && !isFolder(path)
  }

  /// Whether the path is that of a folder.
  static func isFolder(_ path: String) -> Bool {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { return false }
    return information.st_mode & S_IFMT == S_IFDIR
  }

  /// The whole content of a file, or nil if it cannot be read.
  static func contents(of path: String, limit: Int = 16 << 20) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return contents(of: descriptor, limit: limit)
  }

  /// The current folder.
  static var currentFolder: String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The address of a file; a relative path is one from the current folder.
  static func url(ofPath path: String) -> WebURL? {
    let absolute = path.hasPrefix("/") ? path : currentFolder + "/" + path
    return WebURL.file(path: absolute)
  }

  /// The address that stands for standard input.
  static let standardInput = WebURL("stdin:")

  /// Everything that can still be read from a descriptor, or nil if that fails.
  static func contents(of descriptor: Int32, limit: Int = 16 << 20) -> [UInt8]? {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while result.count <= limit {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count == 0 { return result }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      result += buffer[..<count]
    }
    return nil
  }

  /// Writes a file that only its owner may read, in the place of one that may be there.
  ///
  /// Whoever reads the path meets the old file or all of the new one. What is no ordinary file, such
  /// as a device, is written to.
  /// - Returns: 0, or the system's error code.
  static func replace(_ path: String, with bytes: [UInt8]) -> Int32 {
    var information = stat()
    let exists = unsafe stat(path, &information) == 0
    if exists, information.st_mode & S_IFMT != S_IFREG {
      return write(bytes, to: unsafe open(path, O_WRONLY | O_CLOEXEC))
    }
    let part = "\(path).\(getpid())~"
    _ = unsafe unlink(part)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    var code = write(bytes, to: unsafe open(part, flags, 0o600))
    if code == 0, unsafe rename(part, path) != 0 { code = errno }
    if code != 0 { _ = unsafe unlink(part) }
    return code
  }

  /// Writes to a descriptor, if that is one, and closes it; 0, or the system's error code.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    guard descriptor >= 0 else { return errno }
    let outcome = StandardStream(descriptor: descriptor).write(bytes.span)
    let code = outcome == .written ? 0 : errno
    return close(descriptor) == 0 || code != 0 ? code : errno
  }

  /// Writes a file that must not exist yet; only its owner may read it.
  /// - Returns: whether all of it was written.
  static func create(_ path: String, with bytes: [UInt8]) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let outcome = StandardStream(descriptor: descriptor).write(bytes.span)
    return close(descriptor) == 0 && outcome == .written
  }
}
