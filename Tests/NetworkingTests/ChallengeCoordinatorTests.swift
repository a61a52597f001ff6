// SPDX-License-Identifier: MIT
// Part of Grille: how often somebody is asked.

import Synchronization
import TestSupport
import Testing

@testable import Networking
@testable import Security

@Suite struct ChallengeCoordinatorTests {
  static func challenge(_ realm: String, failures: Int = 0) -> AuthenticationChallenge {
    AuthenticationChallenge(
      protectionSpace: ProtectionSpace(
        host: "h", port: 80, scheme: "http", authenticationMethod: .httpBasic(realm: realm)),
      previousFailureCount: failures)
  }

  /// Counts questions; answers with a password that names the count.
  final class Person: Sendable {
    let count = Mutex(0)

    var answer: @Sendable (AuthenticationChallenge) async -> AuthenticationChallengeDisposition {
      { _ in
        let number = self.count.withLock { count in
          count += 1
          return count
        }
        return .useCredential(
          Credential(user: "u", password: "\(number)", persistence: .forSession))
      }
    }
  }

  /// Counts questions; answers when told to.
  final class SlowPerson: Sendable {
    let count = Mutex(0)
    let isReady = Mutex(false)

    func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallengeDisposition {
      count.withLock { $0 += 1 }
      // A task of its own: one that is cancelled would not sleep, but keep a thread busy.
      await Task {
        while !isReady.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
      }.value
      return .rejectProtectionSpace
    }

    func wasAsked() async {
      while count.withLock({ $0 }) == 0 { try? await Task.sleep(for: .milliseconds(1)) }
    }
  }

  func ask(
    _ coordinator: ChallengeCoordinator, _ challenge: AuthenticationChallenge,
    navigation: UInt64 = 1, _ person: Person
  ) async throws -> String {
    let answer = try await coordinator.ask(
      challenge, navigationID: navigation, person.answer)
    guard case .useCredential(let credential?)? = answer,
      case .password(_, let password) = credential.kind
    else { return "none" }
    return password
  }

  @Test func equalQuestionsOfANavigationAreAskedOnce() async throws {
    let (coordinator, person) = (ChallengeCoordinator(), Person())
    #expect(try await ask(coordinator, Self.challenge("a"), person) == "1")
    #expect(try await ask(coordinator, Self.challenge("a"), person) == "1")
    #expect(try await ask(coordinator, Self.challenge("b"), person) == "2")
    #expect(try await ask(coordinator, Self.challenge("a", failures: 1), person) == "3")
    #expect(try await ask(coordinator, Self.challenge("a"), navigation: 2, person) == "4")
    coordinator.navigationDidEnd(1)
    #expect(try await ask(coordinator, Self.challenge("a"), person) == "5")
  }

  @Test func loadsWithoutNavigationShareNothing() async throws {
    let (coordinator, person) = (ChallengeCoordinator(), Person())
    #expect(try await ask(coordinator, Self.challenge("a"), navigation: 0, person) == "1")
    #expect(try await ask(coordinator, Self.challenge("a"), navigation: 0, person) == "2")
  }

  static func trustChallenge() -> AuthenticationChallenge {
    let now = UnixTime.now()
    let identity = CertificateMint.mint(.leaf(for: ["a.test"], at: now))
    guard let evaluator = try? TrustEvaluator() else { preconditionFailure("no store") }
    let trust = evaluator.evaluate(identity.chain, host: "a.test", port: 443, at: now)
    return AuthenticationChallenge(
      protectionSpace: ProtectionSpace(
        host: "a.test", port: 443, scheme: "https", authenticationMethod: .serverTrust(trust)))
  }

  @Test func openTrustQuestionIsJoinedAcrossNavigations() async throws {
    let (coordinator, first, second) = (ChallengeCoordinator(), SlowPerson(), SlowPerson())
    let challenge = Self.trustChallenge()
    let one = Task {
      try await coordinator.ask(challenge, navigationID: 1) { await first.answer($0) }
    }
    await first.wasAsked()
    let two = Task {
      try await coordinator.ask(challenge, navigationID: 2) { await second.answer($0) }
    }
    try await waitUntil("both wait") { coordinator.waiterCount == 2 }
    first.isReady.withLock { $0 = true }
    for task in [one, two] {
      guard case .rejectProtectionSpace? = try await task.value else {
        Issue.record("both get the answer")
        return
      }
    }
    #expect(second.count.withLock { $0 } == 0)
    // Once it is answered, another navigation raises it anew.
    second.isReady.withLock { $0 = true }
    _ = try await coordinator.ask(challenge, navigationID: 3) { await second.answer($0) }
    #expect(second.count.withLock { $0 } == 1)
  }

  @Test func questionOfANavigationThatGivesUpIsPutByTheNext() async throws {
    let (coordinator, first, second) = (ChallengeCoordinator(), SlowPerson(), SlowPerson())
    let challenge = Self.trustChallenge()
    let one = Task {
      try await coordinator.ask(challenge, navigationID: 1) { await first.answer($0) }
    }
    await first.wasAsked()
    let two = Task {
      try await coordinator.ask(challenge, navigationID: 2) {
        _ = await second.answer($0)
        return .performDefaultHandling
      }
    }
    try await waitUntil("both wait") { coordinator.waiterCount == 2 }
    one.cancel()
    await #expect(throws: ResourceError(.cancelled)) { try await one.value }
    await second.wasAsked()
    // The answer of the one that gave up counts for nobody.
    first.isReady.withLock { $0 = true }
    second.isReady.withLock { $0 = true }
    guard case .performDefaultHandling? = try await two.value else {
      Issue.record("the second one's own answer")
      return
    }
  }

  @Test func answerGoesToEveryoneWhoWaits() async throws {
    let coordinator = ChallengeCoordinator()
    let slow = SlowPerson()
    let tasks = (0..<5).map { _ in
      Task {
        try await coordinator.ask(Self.challenge("a"), navigationID: 1) { await slow.answer($0) }
      }
    }
    await slow.wasAsked()
    // One who gives up does not take the question from the others.
    tasks[0].cancel()
    await #expect(throws: ResourceError(.cancelled)) { try await tasks[0].value }
    slow.isReady.withLock { $0 = true }
    for task in tasks.dropFirst() {
      guard case .rejectProtectionSpace? = try await task.value else {
        Issue.record("everyone gets the answer")
        return
      }
    }
    #expect(slow.count.withLock { $0 } == 1)
  }

  // MARK: Client certificates

  static func identityChallenge(
    _ host: String = "h.test", port: UInt16 = 443, failures: Int = 0
  ) -> AuthenticationChallenge {
    AuthenticationChallenge(
      protectionSpace: ProtectionSpace(
        host: host, port: port, scheme: "https",
        authenticationMethod: .clientCertificate(acceptableIssuers: [])),
      previousFailureCount: failures)
  }

  @Test func sevenLoadsThatMeetOneServerRaiseOneIdentityQuestion() async throws {
    let (coordinator, slow) = (ChallengeCoordinator(), SlowPerson())
    // Two tabs: an identity is shown on a connection, which is no navigation's own.
    let tasks = (0..<7).map { number in
      Task {
        try await coordinator.ask(
          Self.identityChallenge(), navigationID: UInt64(1 + number % 2)
        ) { await slow.answer($0) }
      }
    }
    try await waitUntil("all wait") { coordinator.waiterCount == 7 }
    slow.isReady.withLock { $0 = true }
    for task in tasks {
      guard case .rejectProtectionSpace? = try await task.value else {
        Issue.record("everyone gets the answer")
        return
      }
    }
    #expect(slow.count.withLock { $0 } == 1)
  }

  @Test func identityQuestionsDifferByServerAndFailures() async throws {
    let (coordinator, person) = (ChallengeCoordinator(), Person())
    let questions = [
      Self.identityChallenge(), Self.identityChallenge("other.test"),
      Self.identityChallenge(port: 8443), Self.identityChallenge(failures: 1),
      Self.identityChallenge(failures: 2),
    ]
    for (number, question) in questions.enumerated() {
      #expect(try await ask(coordinator, question, person) == "\(number + 1)")
    }
    // The same navigation has its answers; another one asks for itself.
    for (number, question) in questions.enumerated() {
      #expect(try await ask(coordinator, question, person) == "\(number + 1)")
    }
    #expect(try await ask(coordinator, questions[0], navigation: 2, person) == "6")
    coordinator.navigationDidEnd(1)
    #expect(try await ask(coordinator, questions[0], person) == "7")
  }

  @Test func identityQuestionsLeaveRoomForThoseAboutTrust() async throws {
    let (coordinator, person) = (ChallengeCoordinator(), Person())
    for failures in 0..<ChallengeCoordinator.maximumTrustQuestions + 1 {
      _ = try await ask(coordinator, Self.identityChallenge(failures: failures), person)
    }
    // Three servers' certificates may be asked about, and not a fourth.
    for number in 0..<4 {
      let isAsked = try await ask(coordinator, Self.trustChallenge(), person) != "none"
      #expect(isAsked == (number < ChallengeCoordinator.maximumTrustQuestions))
    }
  }

  @Test func openIdentityQuestionSurvivesTheOneWhoAskedIt() async throws {
    let (coordinator, first, second) = (ChallengeCoordinator(), SlowPerson(), SlowPerson())
    let one = Task {
      try await coordinator.ask(Self.identityChallenge(), navigationID: 1) {
        await first.answer($0)
      }
    }
    await first.wasAsked()
    let two = Task {
      try await coordinator.ask(Self.identityChallenge(), navigationID: 2) {
        await second.answer($0)
      }
    }
    try await waitUntil("both wait") { coordinator.waiterCount == 2 }
    one.cancel()
    await #expect(throws: ResourceError(.cancelled)) { try await one.value }
    await second.wasAsked()
    for person in [first, second] { person.isReady.withLock { $0 = true } }
    guard case .rejectProtectionSpace? = try await two.value else {
      Issue.record("the second one's own answer")
      return
    }
  }
}
