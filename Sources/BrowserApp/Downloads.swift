// SPDX-License-Identifier: MIT
// Part of Grille: saves what cannot be shown, under a name nobody can misuse.
import CellGrid
import TerminalUI
import WebInfra
import WebViewKit

/// Chooses where downloads go and tells how they come along.
final class Downloads: DownloadDelegate {
  private unowned let window: BrowserWindow
  /// The file each download under way is written to.
  private var destinations: [ObjectIdentifier: String] = [:]
  /// Keeps downloads alive until they end.
  private var active: [ObjectIdentifier: Download] = [:]

  init(window: BrowserWindow) { self.window = window }

  func download(
    _ download: Download, decideDestinationFor response: ResourceResponse, suggestedFilename: String
  ) async -> String? {
    let folder = window.configuration.downloadFolder
    let proposal = DownloadName.path(
      for: suggestedFilename, in: folder.isEmpty ? FileSystem.currentFolder : folder,
      exists: FileSystem.exists)
    let prompt = window.words.text(.promptSave)
    guard let answer = await window.ask(for: prompt, prefilled: proposal), !answer.isEmpty else {
      return nil
    }
    let path = DownloadName.destination(
      answer, name: suggestedFilename, home: window.preferences.folders.home,
      isFolder: FileSystem.isFolder, exists: FileSystem.exists)
    let identifier = ObjectIdentifier(download)
    destinations[identifier] = path
    active[identifier] = download
    return path
  }

  func downloadDidProgress(_ download: Download) {
    tell(
      .downloadProgress, download,
      ["size": ByteCount.text(download.receivedBytes, window.words)])
  }

  func downloadDidFinish(_ download: Download) {
    tell(
      .downloadDone, download, ["size": ByteCount.text(download.receivedBytes, window.words)])
    forget(download)
  }

  func download(_ download: Download, didFailWithError error: ResourceError) {
    tell(
      .downloadFailed, download, ["reason": ErrorSentence.text(for: error, in: window.words)])
    forget(download)
  }

  private func tell(_ key: StringKey, _ download: Download, _ values: [String: String]) {
    let path = destinations[ObjectIdentifier(download)] ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? path
    window.show(key, values.merging(["path": path, "name": name]) { old, _ in old })
  }

  private func forget(_ download: Download) {
    destinations[ObjectIdentifier(download)] = nil
    active[ObjectIdentifier(download)] = nil
  }
}

/// Names for downloads.
///
/// The server's part in them is a base name without a leading dot already.
nonisolated enum DownloadName {
  /// A path in a folder that nothing has yet: `name.txt`, else `name (1).txt` and so on.
  static func path(for name: String, in folder: String, exists: (String) -> Bool) -> String {
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let plain = "\(folder)/\(name)"
    guard exists(plain) else { return plain }
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    var number = 1
    while true {
      let path = "\(folder)/\(name[..<dot]) (\(number))\(name[dot...])"
      if !exists(path) { return path }
      number += 1
    }
  }

  /// The file an answer to "where to?" means: `~` is the home folder, and a folder gets the name.
  static func destination(
    _ answer: String, name: String, home: String?, isFolder: (String) -> Bool,
    exists: (String) -> Bool
  ) -> String {
    var path = answer
    if path.hasPrefix("~/"), let home { path = home + path.dropFirst() }
    return isFolder(path) || path.hasSuffix("/")
      ? Self.path(for: name, in: path, exists: exists) : path
  }
}
