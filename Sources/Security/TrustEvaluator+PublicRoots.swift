// SPDX-License-Identifier: MIT
// Part of Grille: tells public authorities from those that an administrator has added.
import COpenSSL
import Glibc

extension TrustEvaluator {
  /// True if the root's file in the hashed directory belongs to the distribution's public roots.
  ///
  /// An administrator's own authorities stand in the same directory but link to another place.
  func isPublicRoot(_ root: Certificate) -> Bool {
    guard let x509 = OwnedX509(derBytes: root.derBytes) else { return false }
    let hash = unsafe X509_NAME_hash_ex(X509_get_subject_name(x509.pointer), nil, nil, nil)
    let digits = String(hash, radix: 16)
    let name = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    for directory in configuration.systemDirectories {
      for number in 0..<8 {
        let path = "\(directory)/\(name).\(number)"
        guard let target = Self.resolvedPath(path) else { break }
        guard target.hasPrefix(configuration.publicRootDirectory) else { continue }
        if let found = try? CertificateFile.read(path), found.contains(root) { return true }
      }
    }
    return false
  }

  private static func resolvedPath(_ path: String) -> String? {
    guard let target = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(target) }
    return unsafe String(cString: target)
  }
}
