// SPDX-License-Identifier: MIT
// Part of Grille: a hashed directory like that of the system.
import COpenSSL
import Foundation
import TestSupport

@testable import Security

/// A folder of roots and a directory of links to them named by subject hash.
struct SystemStore {
  let directory: TemporaryDirectory

  init(roots: [Certificate]) throws {
    directory = try TemporaryDirectory()
    for (index, root) in roots.enumerated() {
      let file = try directory.write(certificates: [root], to: "public/root\(index).crt")
      guard let x509 = OwnedX509(derBytes: root.derBytes) else { continue }
      let hash = X509_NAME_hash_ex(X509_get_subject_name(x509.pointer), nil, nil, nil)
      let link = directory.path(of: String(format: "%08lx.0", hash))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    }
  }

  /// An evaluator that knows this store alone.
  func evaluator(areRootsPublic: Bool = false) -> TrustEvaluator {
    Practice.evaluator {
      $0.addedAnchors = []
      $0.systemDirectories = [directory.path]
      $0.publicRootDirectory = areRootsPublic ? directory.path(of: "public/") : "/nonexistent/"
    }
  }
}
