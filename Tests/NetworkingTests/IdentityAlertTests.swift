// SPDX-License-Identifier: MIT
// Part of Grille: every way in which a server can refuse a client certificate without an answer.

import PracticeSite
import Security
import Testing
import WebInfra

@testable import Networking

@Suite struct IdentityAlertTests {
  typealias Ending = AlertingServer.Ending

  /// The alerts that servers send about a client's certificate, and a connection that breaks.
  static let refusals: [Ending] =
    [40, 42, 43, 44, 45, 46, 48, 49, 116].map { Ending.alert($0) } + [.reset]

  private struct Stage {
    let server: AlertingServer
    let session: NetworkSession
    let page: ResourceRequest
    let alice: ClientIdentity
    let site: PracticeSite

    init(_ ending: Ending, isTLS12: Bool) throws {
      site = try PracticeSite.start()
      alice = try site.identity("alice")
      let authority = CertificateAuthority(named: "own", at: UnixTime.now())
      let server = try AlertingServer(
        ending, isTLS12: isTLS12,
        identity: authority.issue(.leaf(for: ["web.example"], at: UnixTime.now())),
        authority: site.clients.authority.root.certificate)
      self.server = server
      session = makeSession {
        $0.trust.addedAnchors = [authority.root.certificate]
        $0.resolve = ["web.example:\(server.port):127.0.0.1"]
      }
      page = try request("https://web.example:\(server.port)/")
    }

    func stop() {
      server.stop()
      site.stop()
    }
  }

  private func name(of challenge: AuthenticationChallenge?) -> String? {
    guard case .identity(let identity)? = challenge?.proposedCredential?.kind else { return nil }
    return identity.certificate.summary
  }

  @Test(arguments: refusals, [true, false])
  func aRefusedCertificateIsNamedAndAskedAboutAgain(
    _ ending: Ending, _ isTLS12: Bool
  ) async throws {
    let stage = try Stage(ending, isTLS12: isTLS12)
    defer { stage.stop() }
    let person = IdentityPerson(.show(stage.alice), .performDefaultHandling)
    let error = await failure(of: stage.session, stage.page, person.context())
    #expect(error?.code == .clientCertificateRejected && error?.code.rawValue == -1205)
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1])
    #expect(person.challenges.map { name(of: $0) } == [nil, "Alice"])
    #expect(person.challenges.last?.error?.code == .clientCertificateRejected)
    // The server has seen what was shown, once, and a connection on which was asked first.
    #expect(try await stage.server.visitors(1) == ["Alice"])
    #expect(stage.server.connectionCount == 2)
    if case .alert(let number) = ending {
      let alert = TLSAlert(number: number, isReceived: true, isFatal: true)
      #expect(error?.underlyingText == "TLS alert \(alert.name)")
    }
  }

  @Test(arguments: refusals, [true, false])
  func aMissingCertificateIsAskedForAgainOnce(
    _ ending: Ending, _ isTLS12: Bool
  ) async throws {
    let stage = try Stage(ending, isTLS12: isTLS12)
    defer { stage.stop() }
    let person = IdentityPerson(.useCredential(nil))
    let error = await failure(of: stage.session, stage.page, person.context())
    #expect(error?.code == .clientCertificateRequired && error?.code.rawValue == -1206)
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1])
    #expect(person.challenges.allSatisfy { $0.proposedCredential == nil })
    #expect(try await stage.server.visitors(1) == ["nobody"])
    #expect(stage.server.connectionCount == 2)
    // Nor is there a loop when nobody can be asked.
    let unasked = await failure(of: stage.session, stage.page)
    #expect(unasked?.code == .clientCertificateRequired)
    #expect(try await stage.server.visitors(2) == ["nobody", "nobody"])
    #expect(stage.server.connectionCount <= 4)
  }

  @Test(arguments: refusals, [true, false])
  func theSameAnswerForEverEndsTheLoad(_ ending: Ending, _ isTLS12: Bool) async throws {
    let stage = try Stage(ending, isTLS12: isTLS12)
    defer { stage.stop() }
    let person = IdentityPerson(.show(stage.alice))
    let error = await failure(of: stage.session, stage.page, person.context())
    #expect(error?.code == .clientCertificateRejected)
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1, 2, 3, 4, 5])
    #expect(try await stage.server.visitors(6) == Array(repeating: "Alice", count: 6))
    #expect(stage.server.connectionCount == 7)
  }

  // Nothing that is said is nothing that is said about the certificate: a slow server is no reason to
  // doubt it.
  @Test(arguments: [true, false])
  func silenceIsATimeOutAndRaisesNoQuestion(_ isTLS12: Bool) async throws {
    let stage = try Stage(.silence, isTLS12: isTLS12)
    defer { stage.stop() }
    let person = IdentityPerson(.show(stage.alice))
    var page = stage.page
    page.timeout = .seconds(1)
    let error = await failure(of: stage.session, page, person.context())
    #expect(error?.code == .timedOut)
    #expect(error?.cause == (isTLS12 ? .connectTimedOut : .stalled))
    #expect(person.challenges.map(\.previousFailureCount) == [0])
    #expect(try await stage.server.visitors(1) == ["Alice"])
    #expect(stage.server.connectionCount == 2)
  }
}
