// SPDX-License-Identifier: MIT
// Part of Grille: somebody who is asked for client certificates in tests.
import PracticeSite
import Security
import Synchronization
import Testing

@testable import Networking

/// Answers questions about client certificates, one answer after the other, and remembers them.
final class IdentityPerson: Sendable {
  typealias Disposition = AuthenticationChallengeDisposition

  private let asked = Mutex<[AuthenticationChallenge]>([])
  private let answers: Mutex<[Disposition]>
  private let last: Disposition
  private let trusts: Bool

  /// Gives the answers in turn, and the last one for ever.
  ///
  /// - Parameters:
  ///   - answers: At least one.
  ///   - trusts: Whether servers are trusted in spite of their problems.
  init(_ answers: Disposition..., trusts: Bool = false) {
    self.answers = Mutex(answers)
    last = answers[answers.count - 1]
    self.trusts = trusts
  }

  func context(navigation: UInt64 = 1) -> LoadContext {
    LoadContext(navigationID: navigation) { await self.respond(to: $0) }
  }

  private func respond(to challenge: AuthenticationChallenge) async -> Disposition {
    asked.withLock { $0.append(challenge) }
    switch challenge.protectionSpace.authenticationMethod {
    case .serverTrust(let trust):
      return trusts ? .useCredential(Credential(trust: trust)) : .performDefaultHandling
    case .clientCertificate:
      return answers.withLock { $0.isEmpty ? last : $0.removeFirst() }
    default: return .performDefaultHandling
    }
  }

  /// Every question, those about servers among them.
  var questions: [AuthenticationChallenge] { asked.withLock { $0 } }

  /// The methods of the questions, by their names.
  var methods: [String] { questions.map(\.protectionSpace.authenticationMethod.name) }

  /// The questions about client certificates.
  var challenges: [AuthenticationChallenge] {
    questions.filter { $0.protectionSpace.authenticationMethod.name == "clientCertificate" }
  }

  /// The common names of the authorities that the first question named.
  var issuers: [String] {
    guard
      case .clientCertificate(let names) = challenges.first?.protectionSpace.authenticationMethod
    else { return [] }
    return names.compactMap(\.commonName)
  }
}

extension PracticeSite {
  /// One of the site's identities, taken from its file.
  func identity(_ name: String) throws -> ClientIdentity {
    let file = try #require(clients[name])
    let bytes = SecretBytes(copying: file.pkcs12.span)
    let passPhrase: SecretBytes? = SecretBytes(copying: Array(file.passPhrase.utf8).span)
    let read = try IdentityImport(bytes, passPhrase: passPhrase)
    return try #require(read.identities.first)
  }
}

extension AuthenticationChallengeDisposition {
  /// The answer that shows an identity.
  static func show(
    _ identity: ClientIdentity, _ persistence: Credential.Persistence = .none
  ) -> Self {
    .useCredential(Credential(identity: identity, persistence: persistence))
  }
}
