// SPDX-License-Identifier: MIT
// Part of Grille: a throw-away authority for practice and tests.

/// A root and an intermediate authority that exist in memory only.
package struct CertificateAuthority: Sendable {
  /// The root.
  package let root: MintedIdentity
  /// The authority below it that signs leaves.
  package let intermediate: MintedIdentity

  /// Makes both authorities, valid around `moment`.
  package init(named name: String, at moment: Int64) {
    root = CertificateMint.mint(.authority(named: "\(name) Root", at: moment))
    intermediate = CertificateMint.mint(
      .authority(named: "\(name) Intermediate", at: moment), issuer: root)
  }

  /// Signs a leaf below the intermediate; its chain leaves the root out, as servers do.
  package func issue(_ template: CertificateTemplate) -> MintedIdentity {
    CertificateMint.mint(template, issuer: intermediate)
      .sending([intermediate.certificate])
  }
}
