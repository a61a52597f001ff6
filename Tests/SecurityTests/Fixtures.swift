// SPDX-License-Identifier: MIT
// Part of Grille: chains shared by the tests of trust.
import Security

/// One authority, trusted only by the evaluator made here, and one fixed moment.
enum Practice {
  /// 2026-06-15, the present of every test.
  static let now = UnixTime.moment(year: 2026, month: 6, day: 15)
  static let host = "www.practice.test"
  static let authority = CertificateAuthority(named: "Practice", at: now)
  static let stranger = CertificateAuthority(named: "Stranger", at: now)

  static func evaluator(
    _ adjust: (inout TrustEvaluator.Configuration) -> Void = { _ in }
  ) -> TrustEvaluator {
    var configuration = TrustEvaluator.Configuration()
    configuration.systemDirectories = []
    configuration.addedAnchors = [authority.root.certificate]
    adjust(&configuration)
    do {
      return try TrustEvaluator(configuration)
    } catch {
      preconditionFailure("no evaluator: \(error)")
    }
  }

  static let evaluator = evaluator()

  static func leaf(
    _ names: [String] = [host], _ adjust: (inout CertificateTemplate) -> Void = { _ in }
  ) -> CertificateTemplate {
    var template = CertificateTemplate.leaf(for: names, at: now)
    adjust(&template)
    return template
  }

  static func evaluate(
    _ identity: MintedIdentity, host: String = host, at moment: Int64 = now,
    by evaluator: TrustEvaluator = evaluator
  ) -> ServerTrust {
    evaluator.evaluate(identity.chain, host: host, port: 443, at: moment)
  }

  /// "reason@index" of every failure, in the order in which they are told.
  static func findings(_ trust: ServerTrust) -> [String] {
    trust.failures.map { "\($0.reason.rawValue)@\($0.certificateIndex)" }
  }
}
