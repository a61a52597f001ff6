// SPDX-License-Identifier: MIT
// Part of Grille: how often somebody is asked.

import Synchronization
import Testing

@testable import Networking

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
      while !isReady.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
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
}
