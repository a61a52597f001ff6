// SPDX-License-Identifier: MIT
// Part of Grille: what is known about certificates beside what servers send.
import Synchronization

/// Revocation lists, proofs and issuers' certificates from files and from the network.
///
/// The verify callback reads it, whoever fetches fills it; safe to use from any thread. Nothing in
/// it is trusted by itself: lists and proofs count only with a signature of the very issuer that the
/// path has, and issuers' certificates only as links of a path to an anchor.
package final class TrustEvidence: Sendable {
  private struct Subject: Hashable {
    var leaf: Fingerprint
    var issuerKey: Fingerprint

    init(_ leaf: Certificate, issuer: Certificate) {
      self.leaf = leaf.sha256Fingerprint
      issuerKey = issuer.publicKey.fingerprint
    }
  }

  private struct Verdict {
    var status: RevocationStatus
    var end: Int64
  }

  private struct State {
    var lists: [(location: String, list: RevocationList)] = []
    var verdicts: [Subject: Verdict] = [:]
    var issuers: [[UInt8]: [Certificate]] = [:]
  }

  /// Lists of the user's, by their issuer's name.
  private let ownLists: [DistinguishedName: [RevocationList]]
  private let state = Mutex(State())

  /// Begins with the lists of the user's files.
  package init(lists: [RevocationList] = []) {
    ownLists = Dictionary(grouping: lists, by: \.issuer)
  }

  // MARK: Reading

  /// What is known about the withdrawal of a path's certificates, the root aside.
  func findings(about chain: [Certificate], at moment: Int64) -> RevocationFindings {
    var findings = RevocationFindings()
    for index in chain.indices.dropLast() {
      let status = status(of: chain[index], issuer: chain[index + 1], at: moment)
      if index == 0 {
        findings.known = status
      } else if case .revoked(let revocation) = status {
        findings.withdrawnIssuers[index] = revocation
      }
    }
    return findings
  }

  /// What is known about the withdrawal of one certificate.
  package func status(
    of certificate: Certificate, issuer: Certificate, at moment: Int64
  ) -> RevocationStatus {
    let (verdict, fetched) = state.withLock { state in
      (
        state.verdicts[Subject(certificate, issuer: issuer)],
        state.lists.map(\.list).filter { $0.issuer == certificate.issuer }
      )
    }
    var best = RevocationStatus.notChecked
    if let verdict, verdict.end >= moment { best = verdict.status }
    for list in (ownLists[certificate.issuer] ?? []) + fetched {
      if case .revoked = best { return best }
      let status = list.status(of: certificate, issuer: issuer, at: moment)
      if status != .notChecked { best = status }
    }
    return best
  }

  /// Fetched certificates that may stand above one at which a path ends, nearest first.
  func issuers(above certificate: Certificate) -> [Certificate] {
    state.withLock { state in
      var found: [Certificate] = []
      var wanted = [certificate]
      while let next = wanted.popLast(), found.count < 8 {
        for issuer in state.issuers[next.issuer.derBytes] ?? [] where !found.contains(issuer) {
          found.append(issuer)
          wanted.append(issuer)
        }
      }
      return found
    }
  }

  // MARK: Filling

  /// A request for a proof about a leaf, to be posted to one of its responders; nil if a
  /// certificate cannot be read.
  package static func proofRequest(about leaf: Certificate, issuer: Certificate) -> [UInt8]? {
    OCSPProof.request(about: leaf, issuer: issuer)
  }

  /// Takes a fetched proof.
  ///
  /// - Returns: False if it cannot be used.
  package func keep(
    proof: [UInt8], about leaf: Certificate, issuer: Certificate, at moment: Int64
  ) -> Bool {
    let (status, end) = OCSPProof.verdict(of: proof, leaf: leaf, issuer: issuer, at: moment)
    guard status != .unusableProof else { return false }
    let last = min(end ?? moment + Self.ageWithoutEnd, moment + Self.longestAge)
    state.withLock { state in
      if state.verdicts.count >= Self.maximumVerdicts { state.verdicts.removeAll() }
      state.verdicts[Subject(leaf, issuer: issuer)] = Verdict(status: status, end: last)
    }
    return true
  }

  /// Takes a fetched list.
  ///
  /// - Returns: False if it says nothing about the certificate, and was dropped.
  package func keep(
    list bytes: [UInt8], from location: String, about certificate: Certificate,
    issuer: Certificate, at moment: Int64
  ) -> Bool {
    guard let list = RevocationList(derBytes: bytes),
      list.status(of: certificate, issuer: issuer, at: moment) != .notChecked
    else { return false }
    state.withLock { state in
      state.lists.removeAll { $0.location == location }
      if state.lists.count >= Self.maximumLists { state.lists.removeFirst() }
      state.lists.append((location, list))
    }
    return true
  }

  /// Takes the fetched certificate of an issuer.
  ///
  /// - Returns: The certificate; nil if it has not issued the one that was asked about.
  package func keep(issuer bytes: [UInt8], of certificate: Certificate) -> Certificate? {
    guard
      let issuer = CertificateFile.certificates(in: bytes).first(where: {
        $0.subject == certificate.issuer && $0.hasSigned(certificate)
      })
    else { return nil }
    state.withLock { state in
      if state.issuers.count >= Self.maximumIssuers { state.issuers.removeAll() }
      var known = state.issuers[issuer.subject.derBytes] ?? []
      guard !known.contains(issuer), known.count < 4 else { return }
      known.append(issuer)
      state.issuers[issuer.subject.derBytes] = known
    }
    return issuer
  }

  /// A proof that gives no end is kept for an hour, in seconds.
  private static let ageWithoutEnd: Int64 = 3600
  /// The longest time for which a proof is kept, in seconds.
  private static let longestAge: Int64 = 10 * UnixTime.day
  private static let maximumVerdicts = 1024
  private static let maximumLists = 8
  private static let maximumIssuers = 64
}
