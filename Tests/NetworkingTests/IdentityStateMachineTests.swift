// SPDX-License-Identifier: MIT
// Part of Grille: the course of a load whose server wants to know who its client is.

import COpenSSL
import Testing
import WebInfra

@testable import Networking
@testable import Security

@Suite struct IdentityStateMachineTests {
  typealias Machine = TransferStateMachine

  static let address = TransferStateMachineTests.address

  /// Two identities, "A" and "B".
  static let identities: [ClientIdentity] = ["A", "B"].map { name in
    var template = CertificateTemplate.leaf(for: [], at: 0)
    template.subject = [.commonName(name)]
    let minted = CertificateMint.mint(template)
    EVP_PKEY_up_ref(minted.privateKey.pointer)
    return ClientIdentity(
      certificate: minted.certificate, issuers: [],
      privateKey: OwnedPrivateKey(takingOwnership: minted.privateKey.pointer), label: name)
  }

  static func use(_ name: String) -> ClientIdentityUse {
    switch name {
    case "-": .none
    case "?": .undecided
    default: identities.first { $0.label == name }.map { .identity($0) } ?? .undecided
    }
  }

  enum Event: Sendable {
    /// The server asks, and nothing is chosen.
    case wanted
    /// It has been chosen meanwhile.
    case meanwhile(String)
    /// What was shown was not taken; the connection broke.
    case refused(String)
    /// The same, said with a page.
    case page(String)
    case head, failed, exhausted
    case show(String), locked, showNone, byDefault, cancel, reject, password

    var event: Machine.Event {
      switch self {
      case .wanted: .identityWanted(ClientCertificateDemand(acceptableIssuers: []))
      case .meanwhile(let name): .identityChosenMeanwhile(use(name))
      case .refused(let name), .page(let name):
        .identityRefused(
          ClientCertificateDemand(acceptableIssuers: [], identity: use(name).identity),
          ResourceError(
            name == "-" ? .clientCertificateRequired : .clientCertificateRejected, url: address),
          hasPage: isPage)
      case .head: .head
      case .failed: .failed(ResourceError(.timedOut, url: address))
      case .exhausted: .questionsExhausted
      case .show(let name):
        .answered(
          .useCredential(use(name).identity.map { Credential(identity: $0, persistence: .none) }))
      case .locked:
        .answered(
          .useCredential(Credential(identity: identities[0].locked, persistence: .none)))
      case .showNone: .answered(.useCredential(nil))
      case .byDefault: .answered(.performDefaultHandling)
      case .cancel: .answered(.cancelAuthenticationChallenge)
      case .reject: .answered(.rejectProtectionSpace)
      case .password:
        .answered(.useCredential(Credential(user: "u", password: "p", persistence: .none)))
      }
    }

    private var isPage: Bool { if case .page = self { true } else { false } }
  }

  /// An action in a few letters: `-` shows none, `?` is undecided.
  static func letters(_ action: Machine.Action) -> String {
    switch action {
    case .attempt(let attempt):
      let use =
        switch attempt.identityUse {
        case .undecided: "?"
        case .none: "-"
        case .identity(let identity): identity.label
        }
      guard let acceptance = attempt.identityAcceptance else { return "try \(use)" }
      return "try \(use) noting \(acceptance.identity?.label ?? "-")"
    case .ask(let challenge):
      var proposed = "-"
      if case .identity(let identity)? = challenge.proposedCredential?.kind {
        proposed = identity.label
      }
      return "ask \(challenge.previousFailureCount) \(proposed)"
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

  static let required = "fail clientCertificateRequired"
  static let rejected = "fail clientCertificateRejected"

  static let rows: [Row] = [
    // The first question.
    Row(
      label: "shown and taken", events: [.wanted, .show("A"), .head],
      actions: ["try ?", "ask 0 -", "try A noting A", "deliver"]),
    Row(
      label: "none is enough", events: [.wanted, .showNone, .head],
      actions: ["try ?", "ask 0 -", "try - noting -", "deliver"]),
    Row(
      label: "default handling goes on without", events: [.wanted, .byDefault],
      actions: ["try ?", "ask 0 -", "try - noting -"]),
    Row(
      label: "rejecting goes on without", events: [.wanted, .reject],
      actions: ["try ?", "ask 0 -", "try - noting -"]),
    Row(
      label: "cancel", events: [.wanted, .cancel],
      actions: ["try ?", "ask 0 -", "fail cancelled"]),
    Row(
      label: "a locked one is none", events: [.wanted, .locked],
      actions: ["try ?", "ask 0 -", "try - noting -"]),
    Row(
      label: "a password is none", events: [.wanted, .password],
      actions: ["try ?", "ask 0 -", "try - noting -"]),
    Row(
      label: "one question too many", events: [.wanted, .exhausted],
      actions: ["try ?", "ask 0 -", required]),
    Row(
      label: "chosen meanwhile", events: [.meanwhile("A"), .head],
      actions: ["try ?", "try A", "deliver"]),
    Row(
      label: "none was chosen meanwhile", events: [.meanwhile("-"), .head],
      actions: ["try ?", "try -", "deliver"]),
    // After a failure.
    Row(
      label: "another one after a failure",
      events: [.wanted, .show("A"), .refused("A"), .show("B")],
      actions: ["try ?", "ask 0 -", "try A noting A", "ask 1 A", "try B noting B"]),
    Row(
      label: "none after a failure", events: [.wanted, .show("A"), .refused("A"), .showNone],
      actions: ["try ?", "ask 0 -", "try A noting A", "ask 1 A", "try - noting -"]),
    Row(
      label: "default handling after a failure",
      events: [.wanted, .show("A"), .refused("A"), .byDefault],
      actions: ["try ?", "ask 0 -", "try A noting A", "ask 1 A", rejected]),
    Row(
      label: "rejecting after a failure", events: [.wanted, .show("A"), .refused("A"), .reject],
      actions: ["try ?", "ask 0 -", "try A noting A", "ask 1 A", rejected]),
    Row(
      label: "cancel after a failure", events: [.wanted, .show("A"), .refused("A"), .cancel],
      actions: ["try ?", "ask 0 -", "try A noting A", "ask 1 A", "fail cancelled"]),
    Row(
      label: "one question too many after a failure",
      events: [.wanted, .show("A"), .refused("A"), .exhausted],
      actions: ["try ?", "ask 0 -", "try A noting A", "ask 1 A", rejected]),
    Row(
      label: "none, twice, is no loop", events: [.wanted, .showNone, .refused("-"), .showNone],
      actions: ["try ?", "ask 0 -", "try - noting -", "ask 1 -", required]),
    Row(
      label: "none, then a locked one, is no loop",
      events: [.wanted, .showNone, .refused("-"), .locked],
      actions: ["try ?", "ask 0 -", "try - noting -", "ask 1 -", required]),
    Row(
      label: "none, then one", events: [.wanted, .showNone, .refused("-"), .show("A"), .head],
      actions: ["try ?", "ask 0 -", "try - noting -", "ask 1 -", "try A noting A", "deliver"]),
    Row(
      label: "the same for ever ends",
      events: [.wanted, .show("A")]
        + Array(repeating: [.refused("A"), .show("A")], count: 5).joined() + [.refused("A")],
      actions: ["try ?", "ask 0 -", "try A noting A"]
        + (1...5).flatMap { ["ask \($0) A", "try A noting A"] } + [rejected]),
    Row(
      label: "one and none in turn for ever ends",
      events: [.wanted, .show("A")]
        + Array(
          repeating: [.refused("A"), .showNone, .refused("-"), .show("A")], count: 2
        ).joined() + [.refused("A"), .showNone, .refused("-")],
      actions: [
        "try ?", "ask 0 -", "try A noting A", "ask 1 A", "try - noting -", "ask 2 -",
        "try A noting A", "ask 3 A", "try - noting -", "ask 4 -", "try A noting A", "ask 5 A",
        "try - noting -", required,
      ]),
    Row(
      label: "another failure is no refusal", events: [.wanted, .show("A"), .failed],
      actions: ["try ?", "ask 0 -", "try A noting A", "fail timedOut"]),
    // Refusals with a page.
    Row(
      label: "the page of a refusal stands", events: [.wanted, .show("A"), .page("A"), .byDefault],
      actions: ["try ?", "ask 0 -", "try A noting A", "ask 1 A", "deliver"]),
    Row(
      label: "the page that misses one stands",
      events: [.wanted, .showNone, .page("-"), .showNone],
      actions: ["try ?", "ask 0 -", "try - noting -", "ask 1 -", "deliver"]),
    Row(
      label: "another one in place of the page",
      events: [.wanted, .show("A"), .page("A"), .show("B"), .head],
      actions: ["try ?", "ask 0 -", "try A noting A", "ask 1 A", "try B noting B", "deliver"]),
    Row(
      label: "cancelling does not show the page",
      events: [.wanted, .show("A"), .page("A"), .cancel],
      actions: ["try ?", "ask 0 -", "try A noting A", "ask 1 A", "fail cancelled"]),
    // What was chosen before.
    Row(
      label: "chosen before", change: { $0.identityUse = use("A") }, events: [.head],
      actions: ["try A", "deliver"]),
    Row(
      label: "chosen before and refused", change: { $0.identityUse = use("A") },
      events: [.refused("A"), .show("B"), .head],
      actions: ["try A", "ask 1 A", "try B noting B", "deliver"]),
    Row(
      label: "whoever has chosen none is not asked", change: { $0.identityUse = .none },
      events: [.refused("-")], actions: ["try -", required]),
    Row(
      label: "nor about a page", change: { $0.identityUse = .none }, events: [.page("-")],
      actions: ["try -", "deliver"]),
    Row(
      label: "asked for though something is chosen", change: { $0.identityUse = use("A") },
      events: [.wanted], actions: ["try A", required]),
    // Whom nobody asks.
    Row(
      label: "nobody to ask", change: { $0.canAsk = false }, events: [.wanted, .refused("-")],
      actions: ["try ?", "try -", required]),
    Row(
      label: "nobody to ask about a page", change: { $0.canAsk = false },
      events: [.wanted, .page("-")], actions: ["try ?", "try -", "deliver"]),
    Row(
      label: "a part of a page never asks", change: { $0.mayAskForIdentity = false },
      events: [.wanted, .head], actions: ["try ?", "try -", "deliver"]),
    Row(
      label: "a part of a page fails as what was chosen",
      change: {
        $0.mayAskForIdentity = false
        $0.identityUse = use("A")
      }, events: [.refused("A")], actions: ["try A", rejected]),
  ]

  @Test(arguments: rows)
  func course(_ row: Row) {
    var machine = Machine(TransferStateMachineTests.setting(row.change))
    var actions = [Self.letters(machine.handle(.start))]
    for event in row.events { actions.append(Self.letters(machine.handle(event.event))) }
    #expect(actions == row.actions)
  }

  @Test func aChoiceIsNotedOnceOnly() {
    var machine = Machine(TransferStateMachineTests.setting())
    _ = machine.handle(.start)
    _ = machine.handle(Event.wanted.event)
    #expect(Self.letters(machine.handle(Event.show("A").event)) == "try A noting A")
    // What is tried again for another reason does not choose again, but shows the same.
    #expect(Self.letters(machine.handle(.unusableConnection)) == "try A")
    #expect(
      Self.letters(machine.handle(.unauthorized([.basic(realm: "r")], .init(url: Self.address))))
        == "ask 0 -")
    #expect(Self.letters(machine.handle(Event.password.event)) == "try A")
  }
}
