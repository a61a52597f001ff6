// SPDX-License-Identifier: MIT
// Part of Grille: learns more about a refused server before anybody is asked about it.

import Security
import WebInfra

/// Fetches issuers' certificates, proofs and revocation lists, and judges a trust again.
///
/// Works beside the network thread, so that no other transfer waits. Equal examinations that are
/// under way are joined.
actor TrustExaminer {
  /// What an examination is for.
  struct Purpose: Hashable, Sendable {
    /// Whether somebody will be asked about what remains.
    var endsInQuestion: Bool
    /// Whether the server itself was reached at an address of a private network; others may not
    /// send us to such addresses.
    var mayVisitPrivateAddresses: Bool
  }

  private struct Subject: Hashable {
    var trust: ServerTrust
    var purpose: Purpose
  }

  private typealias Waiter = CheckedContinuation<ServerTrust?, Never>

  /// The most bytes of a proof or an issuer's certificate.
  static let smallLimit = 64 << 10
  /// The most bytes of a revocation list.
  static let listLimit = 10 << 20
  /// The most addresses of one kind that are tried for one certificate.
  static let maximumAddresses = 2
  /// The most certificates that are fetched for one path.
  static let maximumIssuers = 4
  /// For how long an address that has failed is left alone.
  static let failureAge = Duration.seconds(300)

  private let evaluator: TrustEvaluator
  private let policy: RevocationPolicy
  let loader: any ResourceLoader
  /// The longest time for all issuers' certificates together, and for all words on withdrawal.
  private let patience: Duration
  private var waiters: [Subject: [UInt64: Waiter]] = [:]
  private var nextWaiter: UInt64 = 0
  private var failures: [String: ContinuousClock.Instant] = [:]

  /// Makes an examiner that fills the evaluator's evidence.
  init(
    evaluator: TrustEvaluator, policy: RevocationPolicy, loader: any ResourceLoader,
    patience: Duration
  ) {
    self.evaluator = evaluator
    self.policy = policy
    self.loader = loader
    self.patience = patience
  }

  /// Whether fetching could change anything about a trust.
  static func isWorthwhile(
    _ trust: ServerTrust, endsInQuestion: Bool, under policy: RevocationPolicy
  ) -> Bool {
    // Strictness and ignorance are all that new knowledge can take away.
    let isFinal = trust.failures.contains {
      !$0.isOverridable && $0.reason != .strictHost && $0.reason != .revocationUnknown
    }
    guard policy.fetches, !isFinal, !trust.isValid else { return false }
    return trust.reasons.contains(.issuerMissing)
      || wantsRevocation(of: trust, endsInQuestion: endsInQuestion, under: policy)
  }

  private static func wantsRevocation(
    of trust: ServerTrust, endsInQuestion: Bool, under policy: RevocationPolicy
  ) -> Bool {
    // A withdrawal by somebody who is not trusted says nothing.
    guard trust.anchor != nil, trust.certificateChain.count > 1 else { return false }
    switch trust.revocation {
    case .good, .revoked: return false
    case .notChecked, .unusableProof: break
    }
    switch policy.mode {
    case .off: return false
    case .soft: return endsInQuestion && !trust.isValid && trust.isAcceptableByDecision
    case .hard: return true
    }
  }

  /// Examines a trust; the result may be valid.
  ///
  /// - Throws: −999 at once when the task is cancelled.
  func examine(
    _ trust: ServerTrust, for purpose: Purpose
  ) async throws(ResourceError) -> ServerTrust {
    let subject = Subject(trust: trust, purpose: purpose)
    nextWaiter += 1
    let id = nextWaiter
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        wait(for: subject, as: id, waiter)
      }
    } onCancel: {
      Task { await withdraw(id, from: subject) }
    }
    guard let result else { throw ResourceError(.cancelled) }
    return result
  }

  private func wait(for subject: Subject, as id: UInt64, _ waiter: Waiter) {
    if Task.isCancelled {
      waiter.resume(returning: nil)
      return
    }
    let isFirst = waiters[subject] == nil
    waiters[subject, default: [:]][id] = waiter
    // The examination goes on without its askers: its fruits are kept for the next ones.
    if isFirst { Task { await run(subject) } }
  }

  private func withdraw(_ id: UInt64, from subject: Subject) {
    waiters[subject]?.removeValue(forKey: id)?.resume(returning: nil)
  }

  private func run(_ subject: Subject) async {
    var trust = await withIssuers(subject.trust, subject.purpose)
    trust = await withRevocation(trust, subject.purpose)
    let waiting = waiters.removeValue(forKey: subject) ?? [:]
    for waiter in waiting.values { waiter.resume(returning: trust) }
  }

  // MARK: The two kinds of knowledge

  // RFC 5280 §4.2.2.1
  private func withIssuers(_ trust: ServerTrust, _ purpose: Purpose) async -> ServerTrust {
    var trust = trust
    let end = ContinuousClock.now + patience
    for _ in 0..<Self.maximumIssuers {
      guard trust.reasons.contains(.issuerMissing), let top = trust.certificateChain.last,
        !top.isSelfIssued
      else { break }
      var found: Certificate?
      for address in top.issuerLocations.prefix(Self.maximumAddresses) where found == nil {
        guard
          let bytes = await fetch(
            address, limit: Self.smallLimit, until: end, purpose: purpose)
        else { continue }
        found = evaluator.evidence.keep(issuer: bytes, of: top)
        if found == nil { noteFailure(of: address) }
      }
      guard found != nil else { break }
      let next = trust.judgedAgain()
      // Nothing was gained, for example because the certificates form a circle.
      guard next.certificateChain.count > trust.certificateChain.count else { break }
      trust = next
    }
    return trust
  }

  private func withRevocation(_ trust: ServerTrust, _ purpose: Purpose) async -> ServerTrust {
    guard
      Self.wantsRevocation(of: trust, endsInQuestion: purpose.endsInQuestion, under: policy),
      let leaf = trust.leaf
    else { return trust }
    let issuer = trust.certificateChain[1]
    let end = ContinuousClock.now + patience
    if let body = TrustEvidence.proofRequest(about: leaf, issuer: issuer) {
      for address in leaf.statusResponders.prefix(Self.maximumAddresses) {
        guard
          let proof = await fetch(
            address, posting: body, limit: Self.smallLimit, until: end, purpose: purpose)
        else { continue }
        if evaluator.evidence.keep(
          proof: proof, about: leaf, issuer: issuer, at: trust.evaluationDate)
        {
          return trust.judgedAgain()
        }
        noteFailure(of: address)
      }
    }
    for address in leaf.revocationListLocations.prefix(Self.maximumAddresses) {
      guard
        let list = await fetch(address, limit: Self.listLimit, until: end, purpose: purpose)
      else { continue }
      if evaluator.evidence.keep(
        list: list, from: address, about: leaf, issuer: issuer, at: trust.evaluationDate)
      {
        return trust.judgedAgain()
      }
      noteFailure(of: address)
    }
    return trust
  }

  // MARK: Fetching

  /// Fetches from an address that a certificate names; nil if that is not allowed or fails.
  private func fetch(
    _ address: String, posting body: [UInt8]? = nil, limit: Int,
    until end: ContinuousClock.Instant, purpose: Purpose
  ) async -> [UInt8]? {
    let now = ContinuousClock.now
    failures = failures.filter { now - $0.value < Self.failureAge }
    guard failures[address] == nil, now < end, let url = Self.url(of: address) else { return nil }
    var request = ResourceRequest(
      url: url, timeout: end - now, overallTimeout: end - now, destination: .other)
    if let body {
      request.method = .post
      request.body = body
      request.headers.append("Content-Type", "application/ocsp-request")
    }
    var context = LoadContext()
    context.refusesPrivateAddresses = !purpose.mayVisitPrivateAddresses
    do throws(ResourceError) {
      let load = try await loader.load(request, context)
      // A redirect is an answer like any other that is not wanted.
      guard load.response.status?.code == 200,
        load.response.expectedContentLength ?? 0 <= Int64(limit)
      else {
        load.cancel()
        noteFailure(of: address)
        return nil
      }
      return try await load.body.collect(upTo: limit)
    } catch {
      noteFailure(of: address)
      return nil
    }
  }

  /// The address, if it is one that a stranger's certificate may send us to.
  ///
  /// Only http: with https the fetch would need the very judgement that it is for.
  static func url(of address: String) -> WebURL? {
    guard address.utf8.count <= 2048, let url = WebURL(address), url.scheme == "http",
      !url.hasCredentials, !url.hostname.isEmpty
    else { return nil }
    return url.withoutFragment
  }

  private func noteFailure(of address: String) {
    if failures.count >= 256 { failures.removeAll() }
    failures[address] = .now
  }
}
