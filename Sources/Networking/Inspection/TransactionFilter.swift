// SPDX-License-Identifier: MIT
// Part of Grille: the language in which transactions are picked out.

import WebInfra

/// A condition on transactions, such as `status:>=400 !type:css host:example.org`.
///
/// Terms are joined by blanks, and all of them must hold; `!` or `-` before one turns it round. A
/// word without a key looks for its text in the address. Letter case does not count; what has
/// blanks or colons in it is put in double quotes.
public struct TransactionFilter: Sendable, Hashable {
  /// Why a filter cannot be understood.
  public enum Problem: Error, Hashable, Sendable {
    /// There is no such key.
    case unknownKey(String)
    /// A key does not take that value.
    case badValue(Key, String)
    /// A quotation mark has no counterpart.
    case unclosedQuote
  }

  /// What a term is about.
  public enum Key: String, CaseIterable, Sendable {
    /// The code: `404`, `4xx`, `400-499`, `>=400`.
    case status
    /// The method.
    case method
    /// A part of the host's name.
    case host
    /// A part of the path and query.
    case path
    /// A part of the type, such as `css` or `image/`.
    case type
    /// The protocol, such as `h2`.
    case proto
    /// The decoded size in bytes, such as `>10k`.
    case size
    /// The whole time, such as `>1.5s` or `<200ms`.
    case time
    /// How the server's certificate was judged, a ``Transaction/TrustOutcome``.
    case trust
    /// A part of the error's name.
    case error
    /// A ``State``.
    case `is`
    /// The name of a field of the answer, or `name=part of the value`.
    case header
  }

  /// What a transaction can be.
  public enum State: String, CaseIterable, Sendable {
    /// Its answer leads elsewhere.
    case redirect
    /// It failed.
    case failed
    /// It is under way.
    case running
    /// It used a connection that was there already.
    case reused
    /// It went over a secure connection.
    case secure
    /// It was answered without being sent.
    case `internal`
  }

  /// A condition, and whether it must hold or must not.
  struct Term: Sendable, Hashable {
    var condition: Condition
    var isNegated: Bool
  }

  private let terms: [Term]

  /// The filter that lets everything through.
  public init() { terms = [] }

  /// Reads a filter.
  ///
  /// - Throws: ``Problem``.
  public init(_ text: String) throws(Problem) {
    var parser = TransactionFilterParser(text)
    terms = try parser.terms()
  }

  /// True if everything passes.
  public var isEmpty: Bool { terms.isEmpty }

  /// True if a transaction fulfils every term.
  public func matches(_ transaction: Transaction) -> Bool {
    terms.allSatisfy { $0.condition.holds(for: transaction) != $0.isNegated }
  }
}

extension TransactionFilter {
  /// What a term demands.
  enum Condition: Sendable, Hashable {
    /// A text is found in the address.
    case text(String)
    case status(ClosedRange<Int>)
    case method(String)
    case host(String)
    case path(String)
    case type(String)
    case proto(String)
    /// Bytes.
    case size(ClosedRange<Int>)
    /// Microseconds.
    case time(ClosedRange<Int>)
    case trust(Transaction.TrustOutcome)
    case error(String)
    case state(State)
    case header(name: String, value: String)

    func holds(for transaction: Transaction) -> Bool {
      let request = transaction.request
      switch self {
      case .text(let part): return Self.contains(request.url.href, part)
      case .status(let codes):
        return transaction.response?.status.map { codes.contains($0.code) } ?? false
      case .method(let name): return ASCII.equalsIgnoringCase(request.method.rawValue, name)
      case .host(let part):
        return Self.contains(request.url.hostname, part)
          || Self.contains(request.url.displayHost, part)
      case .path(let part): return Self.contains(request.url.requestTarget, part)
      case .type(let part):
        return transaction.response?.mimeType.map { Self.contains($0.essence, part) } ?? false
      case .proto(let name):
        return transaction.protocolName.map { ASCII.equalsIgnoringCase($0, name) } ?? false
      case .size(let bytes): return bytes.contains(Int(transaction.decodedSize))
      case .time(let range):
        return transaction.timings.finished.map { range.contains($0.wholeMicroseconds) } ?? false
      case .trust(let outcome): return transaction.trustOutcome == outcome
      case .error(let part):
        return transaction.error.map { Self.contains($0.name, part) } ?? false
      case .state(let state): return state.holds(for: transaction)
      case .header(let name, let part):
        return transaction.response?.headers.all(name).contains { Self.contains($0, part) } ?? false
      }
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
      part.isEmpty || ASCII.lowercased(text).contains(ASCII.lowercased(part))
    }
  }
}

extension TransactionFilter.State {
  fileprivate func holds(for transaction: Transaction) -> Bool {
    switch self {
    case .redirect: transaction.redirectTarget != nil
    case .failed: transaction.error != nil
    case .running: !transaction.isFinished
    case .reused: transaction.isConnectionReused
    case .secure: transaction.tls != nil
    case .internal: transaction.isInternalRedirect
    }
  }
}
