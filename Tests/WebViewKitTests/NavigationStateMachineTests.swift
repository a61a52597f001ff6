// SPDX-License-Identifier: MIT
// Part of Grille: the order of a navigation's steps as a table of events and effects.

import Networking
import Testing

@testable import WebViewKit

@Suite("Navigation state machine")
struct NavigationStateMachineTests {
  typealias Event = NavigationStateMachine.Event
  typealias Effect = NavigationStateMachine.Effect

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let steps: [(Event, [Effect])]
  }

  static let cancelled = ResourceError(.cancelled)
  static let interrupted = ResourceError(.frameLoadInterruptedByPolicyChange)

  static let rows = [
    Row(
      testDescription: "a page that loads",
      steps: [
        (.actionPolicy(.allow), [.notifyStart, .load]),
        (.receivedHead(hasContent: true), [.askResponsePolicy]),
        (.responsePolicy(.allow), [.commit]),
        (.receivedEnd, [.notifyFinish]),
        (.failed(cancelled), []),
      ]),
    Row(
      testDescription: "a delegate that turns the first request down hears nothing more",
      steps: [(.actionPolicy(.cancel), [.endSilently(interrupted)]), (.receivedEnd, [])]),
    Row(
      testDescription: "a redirect passes the action policy before it is told",
      steps: [
        (.actionPolicy(.allow), [.notifyStart, .load]),
        (.redirected, [.discardBody, .askActionPolicy]),
        (.actionPolicy(.allow), [.notifyRedirect, .load]),
      ]),
    Row(
      testDescription: "a redirect that is turned down fails with 102",
      steps: [
        (.actionPolicy(.allow), [.notifyStart, .load]),
        (.redirected, [.discardBody, .askActionPolicy]),
        (.actionPolicy(.cancel), [.notifyFailProvisional(interrupted)]),
      ]),
    Row(
      testDescription: "a response that is turned down fails with 102 and stops the transfer",
      steps: [
        (.actionPolicy(.allow), [.notifyStart, .load]),
        (.receivedHead(hasContent: true), [.askResponsePolicy]),
        (.responsePolicy(.cancel), [.cancelTransfer, .notifyFailProvisional(interrupted)]),
      ]),
    Row(
      testDescription: "a response policy of download keeps the transfer",
      steps: [
        (.actionPolicy(.allow), [.notifyStart, .load]),
        (.receivedHead(hasContent: true), [.askResponsePolicy]),
        (.responsePolicy(.download), [.becomeDownload, .notifyFailProvisional(interrupted)]),
      ]),
    Row(
      testDescription: "an action policy of download skips the response policy",
      steps: [
        (.actionPolicy(.download), [.notifyStart, .load]),
        (
          .receivedHead(hasContent: true), [.becomeDownload, .notifyFailProvisional(interrupted)]
        ),
      ]),
    Row(
      testDescription: "a response without content keeps the page",
      steps: [
        (.actionPolicy(.allow), [.notifyStart, .load]),
        (
          .receivedHead(hasContent: false),
          [.cancelTransfer, .notifyFailProvisional(interrupted)]
        ),
      ]),
    Row(
      testDescription: "a failure before the commit is provisional",
      steps: [
        (.actionPolicy(.allow), [.notifyStart, .load]),
        (.failed(cancelled), [.cancelTransfer, .notifyFailProvisional(cancelled)]),
        (.receivedHead(hasContent: true), []),
      ]),
    Row(
      testDescription: "a failure after the commit is not",
      steps: [
        (.actionPolicy(.allow), [.notifyStart, .load]),
        (.receivedHead(hasContent: true), [.askResponsePolicy]),
        (.responsePolicy(.allow), [.commit]),
        (.failed(cancelled), [.cancelTransfer, .notifyFail(cancelled)]),
      ]),
    Row(
      testDescription: "stopping before the delegate answered ends silently",
      steps: [
        (.failed(cancelled), [.endSilently(cancelled)]),
        (.actionPolicy(.allow), []),
      ]),
  ]

  @Test(arguments: rows)
  func effectsFollowEvents(row: Row) {
    var machine = NavigationStateMachine()
    for (event, effects) in row.steps {
      #expect(machine.handle(event) == effects)
    }
  }
}
