// SPDX-License-Identifier: MIT
// Part of Grille: events in, actions out: the course of a load without any loading.

import Testing
import WebInfra

@testable import Networking
@testable import Security

@Suite struct TransferStateMachineTests {
  typealias Machine = TransferStateMachine

  static let address: WebURL = {
    guard let url = WebURL("https://h.example/a") else { preconditionFailure("a valid address") }
    return url
  }()

  static let basic = AuthenticationOffer.basic(realm: "vault")

  static func digest(_ nonce: String, stale: Bool = false) -> AuthenticationOffer {
    let text =
      "Digest realm=\"vault\", qop=auth, nonce=\"\(nonce)\"" + (stale ? ", stale=true" : "")
    return AuthenticationOffer.offers(in: ChallengeParser.challenges(in: text))[0]
  }

  static func setting(_ change: (inout Machine.Setting) -> Void = { _ in }) -> Machine.Setting {
    var setting = Machine.Setting(url: address)
    setting.canAsk = true
    change(&setting)
    return setting
  }

  static let unauthorized = ResourceResponse(
    url: address, status: HTTPStatus(code: 401))

  static func password(_ password: String, _ persistence: Credential.Persistence = .forSession)
    -> Credential
  {
    Credential(user: "u", password: password, persistence: persistence)
  }

  /// An action in a few letters: what tables compare.
  static func letters(_ action: Machine.Action) -> String {
    switch action {
    case .attempt(let attempt):
      var parts = ["try"]
      if let use = attempt.authorization {
        parts.append("\(use.offer.method.name):\(use.password)")
      }
      if attempt.acceptance != nil { parts.append("accepting") }
      if attempt.needsFreshConnection { parts.append("fresh") }
      return parts.joined(separator: " ")
    case .ask(let challenge):
      let proposed: String
      if case .password(_, let password)? = challenge.proposedCredential?.kind {
        proposed = password
      } else {
        proposed = "-"
      }
      return
        "ask \(challenge.protectionSpace.authenticationMethod.name) \(challenge.previousFailureCount) \(proposed)"
    case .deliver: return "deliver"
    case .fail(let error): return "fail \(error.name)"
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var label: String
    var change: @Sendable (inout Machine.Setting) -> Void = { _ in }
    var events: [Event]
    var actions: [String]
    var testDescription: String { label }
  }

  enum Event: Sendable {
    case head, basic, digest(String), stale(String), both, none, unusable
    case use(String), useNone, useDefault, cancel, reject

    var event: Machine.Event {
      switch self {
      case .head: .head
      case .basic: .unauthorized([TransferStateMachineTests.basic], unauthorized)
      case .digest(let nonce):
        .unauthorized([TransferStateMachineTests.digest(nonce)], unauthorized)
      case .stale(let nonce):
        .unauthorized([TransferStateMachineTests.digest(nonce, stale: true)], unauthorized)
      case .both:
        .unauthorized(
          [TransferStateMachineTests.digest("n"), TransferStateMachineTests.basic], unauthorized)
      case .none: .unauthorized([], unauthorized)
      case .unusable: .unusableConnection
      case .use(let text): .answered(.useCredential(TransferStateMachineTests.password(text)))
      case .useNone: .answered(.useCredential(nil))
      case .useDefault: .answered(.performDefaultHandling)
      case .cancel: .answered(.cancelAuthenticationChallenge)
      case .reject: .answered(.rejectProtectionSpace)
      }
    }
  }

  static let rows: [Row] = [
    Row(label: "plain answer", events: [.head], actions: ["try", "deliver"]),
    Row(
      label: "right password", events: [.basic, .use("p"), .head],
      actions: ["try", "ask httpBasic 0 -", "try httpBasic:p", "deliver"]),
    Row(
      label: "wrong, then right", events: [.basic, .use("x"), .basic, .use("p"), .head],
      actions: [
        "try", "ask httpBasic 0 -", "try httpBasic:x", "ask httpBasic 1 x", "try httpBasic:p",
        "deliver",
      ]),
    Row(
      label: "cancel", events: [.basic, .cancel],
      actions: ["try", "ask httpBasic 0 -", "fail cancelled"]),
    Row(
      label: "default handling shows the page", events: [.basic, .useDefault],
      actions: ["try", "ask httpBasic 0 -", "deliver"]),
    Row(
      label: "no credential shows the page", events: [.basic, .useNone],
      actions: ["try", "ask httpBasic 0 -", "deliver"]),
    Row(
      label: "default handling after a failure shows the page",
      events: [.basic, .use("x"), .basic, .useDefault],
      actions: ["try", "ask httpBasic 0 -", "try httpBasic:x", "ask httpBasic 1 x", "deliver"]),
    Row(
      label: "nobody to ask", change: { $0.canAsk = false }, events: [.basic],
      actions: ["try", "deliver"]),
    Row(
      label: "no prompt for another site's page", change: { $0.mayAskForPassword = false },
      events: [.basic], actions: ["try", "deliver"]),
    Row(
      label: "credential of the address is used unasked",
      change: { $0.urlCredential = password("p") }, events: [.basic, .head],
      actions: ["try", "try httpBasic:p", "deliver"]),
    Row(
      label: "wrong credential of the address is proposed",
      change: { $0.urlCredential = password("x") }, events: [.basic, .basic, .useDefault],
      actions: ["try", "try httpBasic:x", "ask httpBasic 1 x", "deliver"]),
    Row(
      label: "kept credential is used unasked",
      change: { $0.storedCredential = { _ in password("p") } }, events: [.basic, .head],
      actions: ["try", "try httpBasic:p", "deliver"]),
    Row(
      label: "stale nonce is no failure",
      events: [.digest("1"), .use("p"), .stale("2"), .head],
      actions: [
        "try", "ask httpDigest 0 -", "try httpDigest:p", "try httpDigest:p", "deliver",
      ]),
    Row(
      label: "endless stale nonces end",
      events: [
        .digest("1"), .use("p"), .stale("2"), .stale("3"), .stale("4"), .stale("5"), .stale("6"),
      ],
      actions: [
        "try", "ask httpDigest 0 -", "try httpDigest:p", "try httpDigest:p", "try httpDigest:p",
        "try httpDigest:p", "try httpDigest:p", "deliver",
      ]),
    Row(
      label: "endless failures end",
      events: [
        .basic, .use("1"), .basic, .use("2"), .basic, .use("3"), .basic, .use("4"), .basic,
        .use("5"), .basic,
      ],
      actions: [
        "try", "ask httpBasic 0 -", "try httpBasic:1", "ask httpBasic 1 1", "try httpBasic:2",
        "ask httpBasic 2 2", "try httpBasic:3", "ask httpBasic 3 3", "try httpBasic:4",
        "ask httpBasic 4 4", "try httpBasic:5", "deliver",
      ]),
    Row(
      label: "strongest scheme first, rejected one skipped",
      events: [.both, .reject, .use("p"), .head],
      actions: ["try", "ask httpDigest 0 -", "ask httpBasic 0 -", "try httpBasic:p", "deliver"]),
    Row(
      label: "every scheme rejected shows the page", events: [.both, .reject, .reject],
      actions: ["try", "ask httpDigest 0 -", "ask httpBasic 0 -", "deliver"]),
    Row(label: "no usable scheme", events: [.none], actions: ["try", "deliver"]),
    Row(
      label: "sent unasked with an old nonce",
      change: {
        $0.preemptive = Machine.AuthorizationUse(
          offer: digest("old"), user: "u", password: "p", persistence: .forSession,
          isPreemptive: true)
      }, events: [.digest("new"), .head],
      actions: ["try httpDigest:p", "try httpDigest:p", "deliver"]),
    Row(
      label: "unusable connections end",
      events: [.unusable, .unusable, .unusable],
      actions: ["try", "try fresh", "try fresh", "fail certificateChanged"]),
  ]

  @Test(arguments: rows)
  func course(_ row: Row) {
    var machine = Machine(Self.setting(row.change))
    var actions = [Self.letters(machine.handle(.start))]
    for event in row.events { actions.append(Self.letters(machine.handle(event.event))) }
    #expect(actions == row.actions)
  }

  // MARK: Server trust

  static let leaves = (0..<2).map { _ in
    CertificateMint.mint(.leaf(for: ["h.example"], at: 0)).certificate
  }

  static func trust(_ reasons: [TrustFailure.Reason], leaf: Int = 0) -> ServerTrust {
    ServerTrust(
      host: "h.example", port: 443, certificateChain: [leaves[leaf]],
      presentedCertificates: [leaves[leaf]], failures: reasons.map { TrustFailure($0) },
      anchor: nil, evaluationDate: 0, evaluator: nil, requirements: TrustRequirements())
  }

  /// The course of one question about a trust.
  static func answer(
    _ reasons: [TrustFailure.Reason], _ disposition: AuthenticationChallengeDisposition
  ) -> [String] {
    var machine = Machine(setting())
    _ = machine.handle(.start)
    let question = machine.handle(.refused(trust(reasons)))
    return [letters(question), letters(machine.handle(.answered(disposition)))]
  }

  @Test func trustQuestionIsAnsweredInEveryWay() {
    let expired = Self.trust([.expired])
    let ask = "ask serverTrust 0 -"
    #expect(
      Self.answer([.expired], .useCredential(Credential(trust: expired))) == [ask, "try accepting"])
    #expect(
      Self.answer([.expired], .performDefaultHandling) == [ask, "fail serverCertificateHasBadDate"])
    #expect(
      Self.answer([.expired], .useCredential(nil)) == [ask, "fail serverCertificateHasBadDate"])
    #expect(Self.answer([.expired], .cancelAuthenticationChallenge) == [ask, "fail cancelled"])
    #expect(Self.answer([.expired], .rejectProtectionSpace) == [ask, "fail cancelled"])
    #expect(Self.answer([], .performDefaultHandling) == [ask, "try accepting"])
    #expect(Self.answer([], .rejectProtectionSpace) == [ask, "fail cancelled"])
  }

  @Test func answerForAnotherCertificateIsNoAnswer() {
    let other = Credential(trust: Self.trust([.expired], leaf: 1))
    #expect(Self.answer([.expired], .useCredential(other))[1] == "fail serverCertificateHasBadDate")
  }

  @Test(arguments: TrustFailure.Reason.allCases)
  func onlySomeReasonsCanBeAccepted(reason: TrustFailure.Reason) {
    let trust = Self.trust([reason])
    let course = Self.answer([reason], .useCredential(Credential(trust: trust)))[1]
    let isAcceptable = reason.isOverridable || reason == .revoked
    #expect((course == "try accepting") == isAcceptable)
  }

  @Test func certificateThatChangesEveryTimeEndsTheQuestions() {
    var machine = Machine(Self.setting())
    _ = machine.handle(.start)
    for round in 0..<3 {
      let trust = Self.trust([.selfSigned], leaf: round % 2)
      #expect(Self.letters(machine.handle(.refused(trust))) == "ask serverTrust \(round) -")
      _ = machine.handle(.answered(.useCredential(Credential(trust: trust))))
    }
    let last = machine.handle(.refused(Self.trust([.selfSigned])))
    #expect(Self.letters(last) == "fail tooManyChallenges")
  }

  @Test func nobodyToAskFailsWithTheReasonAndTheTrust() {
    var machine = Machine(Self.setting { $0.canAsk = false })
    _ = machine.handle(.start)
    guard case .fail(let error) = machine.handle(.refused(Self.trust([.notYetValid]))) else {
      Issue.record("the load must fail")
      return
    }
    #expect(error.code == .serverCertificateNotYetValid)
    #expect(error.serverTrust?.reasons == [.notYetValid])
  }
}
