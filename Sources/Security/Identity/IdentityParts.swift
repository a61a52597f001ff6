// SPDX-License-Identifier: MIT
// Part of Grille: the keys and certificates of a file, and how they belong together.
import COpenSSL

/// What a file holds before its parts are joined to identities.
struct IdentityParts {
  /// What a file says about a key or certificate.
  struct Remark {
    /// What joins a key with its certificate; empty if nothing does.
    var localKeyID: [UInt8] = []
    /// What people call it; empty if it has no name.
    var label = ""
  }

  private(set) var keys: [(key: OwnedPrivateKey, remark: Remark)] = []
  private(set) var certificates: [(certificate: Certificate, remark: Remark)] = []
  /// What was wrong with keys that had to be left out.
  private(set) var keyProblems: [IdentityImportError.Problem] = []

  mutating func add(_ key: OwnedPrivateKey, _ remark: Remark = Remark()) {
    keys.append((key, remark))
  }

  mutating func add(_ certificate: Certificate, _ remark: Remark = Remark()) {
    certificates.append((certificate, remark))
  }

  mutating func addKeyProblem(_ problem: IdentityImportError.Problem) {
    keyProblems.append(problem)
  }

  /// Adds what another file holds.
  mutating func add(_ others: IdentityParts) {
    keys += others.keys
    certificates += others.certificates
    keyProblems += others.keyProblems
  }

  /// Joins every key with its certificate, in the order of the keys.
  ///
  /// - Throws: A problem if there is no identity at all.
  func identities() throws(IdentityImportError) -> [ClientIdentity] {
    var result: [ClientIdentity] = []
    for (key, remark) in keys {
      guard let match = certificate(for: key, remark) else { continue }
      result.append(
        ClientIdentity(
          certificate: match.certificate, issuers: issuers(of: match.certificate),
          privateKey: key, label: match.remark.label.isEmpty ? remark.label : match.remark.label))
    }
    guard result.isEmpty else { return result }
    if let problem = keyProblems.first { throw IdentityImportError(problem) }
    throw IdentityImportError(keys.isEmpty ? .noPrivateKey : .noCertificateForKey)
  }

  /// The certificate that speaks of a key: the one that the file names, else the longest valid.
  private func certificate(
    for key: OwnedPrivateKey, _ remark: Remark
  ) -> (certificate: Certificate, remark: Remark)? {
    let fitting = certificates.filter { key.fits($0.certificate) }
    let named = fitting.filter {
      !remark.localKeyID.isEmpty && $0.remark.localKeyID == remark.localKeyID
    }
    return (named.isEmpty ? fitting : named).max {
      $0.certificate.notValidAfter < $1.certificate.notValidAfter
    }
  }

  /// The certificates above one, nearest first, as far as the file holds them.
  private func issuers(of leaf: Certificate) -> [Certificate] {
    var chain = [leaf]
    while let last = chain.last, !last.isSelfIssued,
      let issuer = certificates.lazy.map(\.certificate).first(where: { candidate in
        !chain.contains(candidate) && last.isSigned(by: candidate)
      })
    {
      chain.append(issuer)
    }
    return Array(chain.dropFirst())
  }
}

extension Certificate {
  /// True if another certificate's name is that of the issuer and its key has made the signature.
  fileprivate func isSigned(by issuer: Certificate) -> Bool {
    guard self.issuer.matches(issuer.subject), let own = OwnedX509(derBytes: derBytes),
      let other = OwnedX509(derBytes: issuer.derBytes)
    else { return false }
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    return unsafe X509_verify(own.pointer, X509_get0_pubkey(other.pointer)) == 1
  }
}
