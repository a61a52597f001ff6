// SPDX-License-Identifier: MIT
// Part of Grille: the contract between those who want resources and those who load them.

/// Loads one hop: redirects are answers, and following them is the caller's decision.
package protocol ResourceLoader: Sendable {
  /// Loads the head of the answer to `request`, and returns a body that arrives behind it.
  ///
  /// Never runs on the caller's actor. Cancelling the task ends the load at once with −999; after
  /// the return `ResourceLoad.cancel` does.
  ///
  /// - Throws: a `ResourceError`; its transaction went to the context's observer.
  @concurrent
  func load(_ request: ResourceRequest, _ context: LoadContext) async throws(ResourceError)
    -> ResourceLoad
}

/// An answer whose head is here and whose body is on its way.
package struct ResourceLoad: Sendable {
  /// The head.
  package let response: ResourceResponse
  /// The record so far; its last state goes to the context's observer when the body is over.
  package let transaction: Transaction
  /// The decoded body, to be read once.
  package let body: BodyStream

  /// Makes an answer.
  package init(response: ResourceResponse, transaction: Transaction, body: BodyStream) {
    self.response = response
    self.transaction = transaction
    self.body = body
  }

  /// Ends the load: the body's reader gets −999 at once, and the connection is freed.
  package func cancel() { body.cancel() }
}

/// Who a load is for, and whom to ask and tell in its course.
package struct LoadContext: Sendable {
  /// The navigation the load belongs to, 0 for none; challenges are counted by it.
  package var navigationID: UInt64
  /// The identifier of the first transaction; later rounds get their own.
  package var transactionID: Transaction.ID
  /// Answers challenges, on no particular actor; nil means default handling.
  package var challenge:
    (@Sendable (AuthenticationChallenge) async -> AuthenticationChallengeDisposition)?
  /// Whether a connection to an address of one's own network is refused before anything is sent.
  package var refusesPrivateAddresses = false
  /// Told of every change worth showing; called on the loader's thread, so it must return at once.
  package var observer: (@Sendable (LoadEvent) -> Void)?

  /// Makes a context; without arguments nobody is asked and nobody is told.
  package init(
    navigationID: UInt64 = 0, transactionID: Transaction.ID = .next(),
    challenge: (
      @Sendable (AuthenticationChallenge) async -> AuthenticationChallengeDisposition
    )? = nil,
    observer: (@Sendable (LoadEvent) -> Void)? = nil
  ) {
    self.navigationID = navigationID
    self.transactionID = transactionID
    self.challenge = challenge
    self.observer = observer
  }
}

/// Something that happened in the course of a load.
package enum LoadEvent: Sendable {
  /// The load entered a phase.
  case phase(LoadPhase, Transaction.ID)
  /// A transaction began, got its head, or finished.
  case transaction(Transaction)
}

/// What a load is waiting for.
package enum LoadPhase: String, Sendable, Hashable {
  /// The name's address, or a free connection.
  case resolving
  /// The connection.
  case connecting
  /// The secure connection.
  case securing
  /// The first byte of the answer.
  case waiting
  /// The rest of the answer.
  case receiving
  /// An answer to a challenge.
  case asking
}
