// SPDX-License-Identifier: MIT
// Part of Grille: makes sure that only the user can read what is kept.
import Glibc

/// The folder of a profile, held open and locked while its files are looked at.
struct ProfileFolder: ~Copyable {
  private let path: String
  private let descriptor: Int32

  private init(path: String, takingOwnership descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens the folder, which must be the user's own and no link; others lose their access to it.
  ///
  /// The lock keeps two programs from making or setting aside the same file at once. A program that
  /// holds it for too long is not waited for: SQLite's own locks still hold.
  /// - Throws: `StorageError` with code `absent` if it is not there and not to be made.
  static func open(_ path: String, isMade: Bool) throws(StorageError) -> ProfileFolder {
    if isMade { make(path) }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe Glibc.open(path, flags)
    guard descriptor >= 0 else { throw failure(path, errno, isMade: isMade) }
    let folder = ProfileFolder(path: path, takingOwnership: descriptor)
    var information = stat()
    guard unsafe fstat(descriptor, &information) == 0 else {
      throw StorageError(.inaccessible, path: path, detail: text(errno))
    }
    try checkOwner(of: information, path)
    if information.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 {
      throw StorageError(.unsafeLocation, path: path, detail: "others may read it: \(text(errno))")
    }
    for _ in 0..<500 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { break }
      usleep(2_000)
    }
    return folder
  }

  /// Checks a file of the folder, or makes it; others lose their access to it.
  ///
  /// The file itself is not opened unless it is new: closing it again would take away the locks that
  /// another connection of this process has on it.
  /// - Returns: false if it is not there and not to be made.
  func secure(_ name: String, isMade: Bool) throws(StorageError) -> Bool {
    let file = path + "/" + name
    var information = stat()
    guard unsafe fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 else {
      guard errno == ENOENT else {
        throw StorageError(.inaccessible, path: file, detail: Self.text(errno))
      }
      guard isMade else { return false }
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let made = unsafe openat(descriptor, name, flags, 0o600)
      guard made >= 0 else {
        let code: StorageError.Code =
          errno == EROFS ? .readOnly : errno == ENOSPC || errno == EDQUOT ? .full : .inaccessible
        throw StorageError(code, path: file, detail: Self.text(errno))
      }
      close(made)
      return true
    }
    guard information.st_mode & S_IFMT == S_IFREG else {
      let isLink = information.st_mode & S_IFMT == S_IFLNK
      throw StorageError(
        .unsafeLocation, path: file, detail: isLink ? "it is a link" : "it is no plain file")
    }
    try Self.checkOwner(of: information, file)
    guard information.st_nlink == 1 else {
      throw StorageError(.unsafeLocation, path: file, detail: "it has another name elsewhere")
    }
    if information.st_mode & 0o777 != 0o600, unsafe fchmodat(descriptor, name, 0o600, 0) != 0 {
      throw StorageError(
        .unsafeLocation, path: file, detail: "its mode is wrong: \(Self.text(errno))")
    }
    return true
  }

  /// Gives a file and SQLite's companions of it a free name.
  /// - Returns: the new path of the file.
  func setAside(_ name: String) throws(StorageError) -> String {
    for number in 1...1_000 {
      let target = "\(name).damaged-\(number)"
      var information = stat()
      guard unsafe fstatat(descriptor, target, &information, AT_SYMLINK_NOFOLLOW) != 0 else {
        continue
      }
      guard unsafe renameat(descriptor, name, descriptor, target) == 0 else { break }
      for suffix in Self.companions {
        _ = unsafe renameat(descriptor, name + suffix, descriptor, target + suffix)
      }
      return path + "/" + target
    }
    throw StorageError(
      .damaged, path: path + "/" + name, detail: "it cannot be moved aside: \(Self.text(errno))")
  }

  /// What SQLite adds to a file's name for its log and the index of that.
  static let companions = ["-wal", "-shm", "-journal"]

  private static func make(_ path: String) {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += (prefix.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      // A failure shows when the folder is opened.
      _ = unsafe mkdir(prefix, 0o700)
    }
  }

  private static func checkOwner(of information: stat, _ path: String) throws(StorageError) {
    guard information.st_uid == geteuid() else {
      throw StorageError(.unsafeLocation, path: path, detail: "it belongs to another user")
    }
  }

  private static func failure(_ path: String, _ number: Int32, isMade: Bool) -> StorageError {
    switch number {
    case ENOENT where !isMade: StorageError(.absent, path: path)
    case ELOOP: StorageError(.unsafeLocation, path: path, detail: "it is a link")
    case ENOTDIR:
      StorageError(.unsafeLocation, path: path, detail: "it is a link or no folder")
    default: StorageError(.inaccessible, path: path, detail: text(number))
    }
  }

  private static func text(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
