// SPDX-License-Identifier: MIT
// Part of Grille: judges a certificate chain against our own trust store.
import COpenSSL

/// Evaluates chains: every problem in one pass, for an injected moment.
///
/// Immutable after initialisation and safe to use from any thread; one serves a whole session.
package final class TrustEvaluator: Sendable {
  /// What the store holds and which rules hold.
  package struct Configuration: Sendable {
    /// Directories of PEM files named by subject hash.
    package var systemDirectories: [String] = ["/etc/ssl/certs"]
    /// PEM files that count as the system's own.
    package var systemFiles: [String] = []
    /// Anchors added by the user; here an intermediate or a leaf counts as an anchor too.
    package var addedAnchors: [Certificate] = []
    /// SHA-256 of keys that are never trusted, beside those of ``KeyBlockList/bundled``.
    package var blockedKeys: Set<Fingerprint> = []
    /// Files of certificate revocation lists, in PEM or DER.
    package var revocationListFiles: [String] = []
    /// Where the system's own copies of public roots live; a chain that ends in a file from here
    /// has to keep the rules of public authorities.
    package var publicRootDirectory = "/usr/share/ca-certificates/"
    /// True for names under which strangers register, such as "co.uk"; no wildcard may cover one.
    package var isPublicSuffix: @Sendable (String) -> Bool = {
      !$0.utf8.contains(UInt8(ascii: "."))
    }

    /// The system's store alone.
    package init() {}
  }

  /// The rules and anchors in force.
  package let configuration: Configuration
  let store: OwnedX509Store
  let addedStore: OwnedX509Store?
  /// What has been learned about withdrawals and issuers beside the handshakes.
  package let evidence: TrustEvidence
  private let addedFingerprints: Set<Fingerprint>

  /// Builds the store; directories are read only when a chain needs one of their certificates.
  ///
  /// - Throws: ``TrustStoreError`` if a file or an anchor cannot be used.
  package init(_ configuration: Configuration = Configuration()) throws(TrustStoreError) {
    self.configuration = configuration
    let store = OwnedX509Store()
    for directory in configuration.systemDirectories {
      guard store.addHashedDirectory(directory) else {
        throw TrustStoreError(path: directory, problem: .unusable)
      }
    }
    for path in configuration.systemFiles {
      for certificate in try CertificateFile.read(path) {
        guard store.add(certificate) else {
          throw TrustStoreError(path: path, problem: .unusable)
        }
      }
    }
    var added: OwnedX509Store?
    if !configuration.addedAnchors.isEmpty {
      let anchors = OwnedX509Store()
      for certificate in configuration.addedAnchors {
        guard store.add(certificate), anchors.add(certificate) else {
          throw TrustStoreError(path: certificate.summary, problem: .unusable)
        }
      }
      added = anchors
    }
    self.store = store
    addedStore = added
    var lists: [RevocationList] = []
    for path in configuration.revocationListFiles { lists += try RevocationList.read(path) }
    evidence = TrustEvidence(lists: lists)
    addedFingerprints = Set(configuration.addedAnchors.map(\.sha256Fingerprint))
  }

  /// The form in which a host is compared: lower case, no trailing dot, no brackets.
  package static func canonicalHost(_ host: String) -> String { HostForm.canonical(host) }

  /// Judges certificates in the order in which a server sends them, leaf first.
  package func evaluate(
    _ presented: [Certificate], host: String, port: UInt16, at moment: Int64,
    requirements: TrustRequirements = TrustRequirements()
  ) -> ServerTrust {
    let stack = OwnedX509Stack(presented)
    guard let leaf = unsafe stack.first else {
      return ServerTrust(
        host: host, port: port, certificateChain: [], presentedCertificates: presented,
        failures: [TrustFailure(.malformed)], anchor: nil, evaluationDate: moment,
        evaluator: self, requirements: requirements)
    }
    return unsafe evaluate(
      leaf: leaf, presented: stack.pointer, host: host, port: port, at: moment,
      requirements: requirements)
  }

  /// Judges a known trust again under the demands of another attempt to the same host.
  func evaluate(_ trust: ServerTrust, for attempt: HandshakeContext) -> ServerTrust {
    let judged = evaluate(
      trust.presentedCertificates, host: attempt.host, port: attempt.port, at: attempt.now,
      requirements: attempt.requirements)
    return trust.carryingVerdict(to: judged)
  }

  /// Judges certificates that OpenSSL has parsed already; nothing of them is kept but copies.
  @unsafe func evaluate(
    leaf: OpaquePointer, presented: OpaquePointer?, host: String, port: UInt16, at moment: Int64,
    requirements: TrustRequirements
  ) -> ServerTrust {
    let host = Self.canonicalHost(host)
    var path = unsafe buildPath(leaf: leaf, presented: presented, host: host, moment: moment)
    let presentedCertificates = unsafe OwnedX509Stack.certificates(in: presented)
    if path.isUnanchored, let top = path.chain.last {
      // Certificates that the server has left out and that were fetched since.
      let fetched = evidence.issuers(above: top)
      if !fetched.isEmpty {
        let longer = OwnedX509Stack(presentedCertificates + fetched)
        path = unsafe buildPath(
          leaf: leaf, presented: longer.pointer, host: host, moment: moment)
      }
    }
    var failures = path.failures()
    addOwnRules(to: &failures, path: path, host: host)
    if !requirements.pinnedKeys.isEmpty,
      !path.chain.contains(where: { requirements.pinnedKeys.contains($0.publicKey.fingerprint) })
    {
      failures.append(TrustFailure(.pinMismatch))
    }
    return ServerTrust(
      host: host, port: port, certificateChain: path.chain,
      presentedCertificates: presentedCertificates, failures: failures,
      anchor: path.isUnanchored ? nil : anchor(of: path.chain), evaluationDate: moment,
      evaluator: self, requirements: requirements
    ).judged(by: evidence.findings(about: path.chain, at: moment))
  }

  /// Builds a path to an anchor of the system, else to one of the user's.
  @unsafe private func buildPath(
    leaf: OpaquePointer, presented: OpaquePointer?, host: String, moment: Int64
  ) -> ChainVerification {
    let path = unsafe ChainVerification.run(
      leaf: leaf, untrusted: presented, store: store, acceptsPartialChains: false, host: host,
      at: moment)
    guard path.isUnanchored, let addedStore else { return path }
    let added = unsafe ChainVerification.run(
      leaf: leaf, untrusted: presented, store: addedStore, acceptsPartialChains: true,
      host: host, at: moment)
    return added.isUnanchored ? path : added
  }

  /// True for a key that is known to be misused.
  func isBlocked(_ key: Fingerprint) -> Bool {
    configuration.blockedKeys.contains(key) || KeyBlockList.bundled.contains(key)
  }

  private func anchor(of chain: [Certificate]) -> ServerTrust.Anchor? {
    chain.last.map { addedFingerprints.contains($0.sha256Fingerprint) ? .addedByUser : .system }
  }
}
