// SPDX-License-Identifier: MIT
// Part of Grille: files of certificates that count as anchors, read when they are first needed.

internal import Security
internal import Synchronization

/// The anchors in files that the embedding program has named; read once, from any thread.
nonisolated final class AnchorFiles: Sendable {
  private let paths: [String]
  private let read = Mutex<Result<[Certificate], TrustStoreError>?>(nil)

  init(_ paths: [String]) { self.paths = paths }

  /// What the files hold, or why one of them cannot be used.
  var certificates: Result<[Certificate], TrustStoreError> {
    read.withLock { read in
      if let read { return read }
      let result = Self.certificates(in: paths)
      read = result
      return result
    }
  }

  private static func certificates(
    in paths: [String]
  ) -> Result<[Certificate], TrustStoreError> {
    var all: [Certificate] = []
    do throws(TrustStoreError) {
      for path in paths { all += try CertificateFile.read(path) }
      return .success(all)
    } catch {
      return .failure(error)
    }
  }
}
