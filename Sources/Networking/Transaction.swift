// SPDX-License-Identifier: MIT
// Part of Grille: the record of one request and its answer, for inspection.

public import Security
import Synchronization
public import WebInfra

/// One request and what came of it: a hop of a redirect, a round of authentication, a sub-resource.
public struct Transaction: Sendable, Identifiable {
  /// Identifies a transaction for the life of the process.
  public struct ID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The number, counted up from 1.
    public let rawValue: UInt64

    /// Makes an identifier from a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// An identifier nobody else has.
    public static func next() -> ID { ID(rawValue: counter.add(1, ordering: .relaxed).newValue) }

    /// The number.
    public var description: String { String(rawValue) }

    private static let counter = Atomic<UInt64>(0)
  }

  /// This transaction.
  public let id: ID
  /// The navigation it belongs to, 0 when to none.
  public let navigationID: UInt64
  /// When it began, counted from 1970-01-01 00:00 UTC.
  public let startDate: Duration
  /// What was sent.
  public var request: SentRequest
  /// The head of the answer; nil until it came.
  public var response: ResourceResponse?
  /// Where the answer redirects to; nil when it does not.
  public var redirectTarget: WebURL?
  /// When each phase ended.
  public var timings: Timings
  /// Bytes of the header fields received.
  public var headerSize: Int64
  /// Bytes of the body as received, before decoding.
  public var wireSize: Int64
  /// Bytes of the body after decoding.
  public var decodedSize: Int64
  /// Facts about the secure connection; nil without TLS.
  public var tls: TLSFacts?
  /// The address talked to, in the usual text form; nil when no connection was made.
  public var remoteAddress: String?
  /// The port talked to.
  public var remotePort: UInt16?
  /// Whether the connection had served an earlier request.
  public var isConnectionReused: Bool
  /// "h2", "http/1.1" or "http/1.0".
  public var protocolName: String?
  /// Why the server's certificate was accepted or not; nil without TLS.
  public var trustOutcome: TrustOutcome?
  /// Whether no byte was sent: the host is known to be strict, and the address was changed to https.
  public var isInternalRedirect = false
  /// Why it failed; nil while it runs and when it succeeded.
  public var error: ResourceError?
  /// Whether nothing more will change.
  public var isFinished: Bool

  /// Makes the record of a request that is about to be sent.
  public init(
    id: ID = .next(), navigationID: UInt64 = 0, request: SentRequest,
    startDate: Duration = .sinceEpoch()
  ) {
    self.id = id
    self.startDate = startDate
    self.navigationID = navigationID
    self.request = request
    timings = Timings()
    headerSize = 0
    wireSize = 0
    decodedSize = 0
    isConnectionReused = false
    isFinished = false
  }
}

extension Transaction {
  /// A request with the header fields that were really sent.
  public struct SentRequest: Sendable {
    /// The address, without user name and password.
    public var url: WebURL
    /// The method.
    public var method: HTTPMethod
    /// The fields in the order sent; secret ones are hidden in the list's description only.
    public var headers: HTTPHeaderList
    /// Bytes of the body.
    public var bodySize: Int64

    /// Makes the record of a request.
    public init(url: WebURL, method: HTTPMethod, headers: HTTPHeaderList, bodySize: Int64) {
      self.url = url.withoutCredentials
      self.method = method
      self.headers = headers
      self.bodySize = bodySize
    }
  }

  /// The ends of the phases, counted from the start of the transaction; nil when not reached.
  public struct Timings: Sendable, Hashable {
    /// The name was looked up.
    public var nameLookedUp: Duration?
    /// The connection was made.
    public var connected: Duration?
    /// The secure connection was made; nil without TLS and on a reused connection.
    public var secured: Duration?
    /// The request began to be sent.
    public var sent: Duration?
    /// The first byte of the answer came.
    public var firstByte: Duration?
    /// Everything was over.
    public var finished: Duration?

    /// Makes an empty record.
    public init() {}
  }

  /// Why a certificate was let through, or was not.
  public enum TrustOutcome: String, Hashable, Sendable {
    /// Nothing was wrong with it.
    case valid
    /// Something was wrong, and it was accepted all the same.
    case exception
    /// Something was wrong, and the load failed or somebody was asked.
    case refused
    /// Something was wrong, and nobody was asked, because it was a mere part of a page.
    case blocked
  }
}
