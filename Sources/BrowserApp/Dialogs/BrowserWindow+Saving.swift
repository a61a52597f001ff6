// SPDX-License-Identifier: MIT
// Part of Grille: writes a small text to a file that the user names.
import CellGrid
import TerminalUI

extension BrowserWindow {
  /// Asks for a file and writes to it; an existing one is never overwritten.
  ///
  /// - Parameters:
  ///   - bytes: What the file is to hold.
  ///   - name: Its name if the user gives none or a folder; never a server's words.
  ///   - prompt: What is asked.
  ///   - tell: Shows what came of it.
  func askWhereToSave(
    _ bytes: [UInt8], as name: String, asking prompt: StringKey,
    tell: @escaping (StringKey, [String: String]) -> Void
  ) {
    let folder = configuration.downloadFolder
    let proposal = DownloadName.path(
      for: name, in: folder.isEmpty ? FileSystem.currentFolder : folder, exists: FileSystem.exists)
    session.open(
      PromptDialog(prompt: DisplayString(words.text(prompt)), text: proposal) {
        [weak self] answer in
        guard let self, let answer, !answer.isEmpty else { return }
        let path = DownloadName.destination(
          answer, name: name, home: preferences.folders.home, isFolder: FileSystem.isFolder,
          exists: FileSystem.exists)
        if FileSystem.exists(path) {
          tell(.certificateExists, ["path": path])
        } else {
          let isWritten = FileSystem.create(path, with: bytes)
          tell(isWritten ? .certificateSaved : .certificateNotSaved, ["path": path])
        }
      })
  }
}
