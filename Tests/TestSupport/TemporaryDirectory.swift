// SPDX-License-Identifier: MIT
// Part of Grille: folders that live as long as a test.
import Foundation

/// A new folder that is removed, with all its content, when the value's owner lets go of it.
package final class TemporaryDirectory: Sendable {
  /// The folder's path without a final slash.
  package let path: String

  /// Makes a folder that only its owner may enter.
  package init() throws {
    let name = "grille-test-\(UUID().uuidString)"
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder, which need not exist.
  package func path(of name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes a file, making the folders on its way.
  ///
  /// - Returns: The file's path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path(of: name)
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Writes a text file in UTF-8.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }
}
