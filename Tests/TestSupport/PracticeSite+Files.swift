// SPDX-License-Identifier: MIT
// Part of Grille: the practice site's root as a file.
package import PracticeSite

extension PracticeSite {
  /// Writes the root that makes the sound hosts sound, for `--cacert`.
  ///
  /// - Returns: The file's path.
  package func writeRoot(to directory: TemporaryDirectory) throws -> String {
    try directory.write(certificates: [rootCertificate], to: "practice-root.pem")
  }

  /// Writes the list of withdrawn certificates, in DER.
  ///
  /// - Returns: The file's path.
  package func writeRevocationList(to directory: TemporaryDirectory) throws -> String {
    try directory.write(crlDER, to: "practice.crl")
  }
}
