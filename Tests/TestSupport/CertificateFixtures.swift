// SPDX-License-Identifier: MIT
// Part of Grille: certificates as files for tests.
package import Security

extension TemporaryDirectory {
  /// Writes certificates as one PEM file, such as `--cacert` takes.
  ///
  /// - Returns: The file's path.
  @discardableResult
  package func write(certificates: [Certificate], to name: String) throws -> String {
    try write(certificates.map(CertificateFile.pemText(of:)).joined(), to: name)
  }
}
