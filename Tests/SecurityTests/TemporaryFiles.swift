// SPDX-License-Identifier: MIT
// Part of Grille: certificate files for the tests of trust.
import Security
import TestSupport

/// A PEM file in a folder that is kept as long as the value.
struct TemporaryFiles {
  let directory: TemporaryDirectory
  let file: String

  static func certificates(_ certificates: [Certificate]) throws -> TemporaryFiles {
    let directory = try TemporaryDirectory()
    let file = try directory.write(certificates: certificates, to: "anchors.pem")
    return TemporaryFiles(directory: directory, file: file)
  }
}
