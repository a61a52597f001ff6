// SPDX-License-Identifier: MIT
// Part of Grille: why a load failed.

public import Security
public import WebInfra

/// The failure of a load; two errors are equal when their codes are.
public struct ResourceError: Error, Sendable {
  /// The kind of failure, with a number that is stable.
  public let code: Code
  /// The finer cause, where one code has several.
  public let cause: Cause?
  /// The address that was being loaded; without user name and password.
  public let url: WebURL?
  /// Technical words for people who look for the cause, in English; hostile text is possible.
  public let underlyingText: String
  /// The server's certificates and everything wrong with them, when those were the reason.
  public let serverTrust: ServerTrust?

  /// Makes an error.
  public init(
    _ code: Code, cause: Cause? = nil, url: WebURL? = nil, underlyingText: String = "",
    serverTrust: ServerTrust? = nil
  ) {
    self.code = code
    self.cause = cause
    self.url = url?.withoutCredentials
    self.underlyingText = underlyingText
    self.serverTrust = serverTrust
  }

  /// A stable name for programs: the cause's if there is one, else the code's.
  public var name: String { cause?.rawValue ?? code.name }
}

extension ResourceError {
  /// What happened more exactly than the code can say.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// No connection could be made in the time for it (−1001).
    case connectTimedOut
    /// The server stopped sending, or never began (−1001).
    case stalled
    /// The whole load took longer than allowed (−1001).
    case overallTimedOut
    /// The server closed the connection without one byte of an answer (−1014).
    case emptyReply
    /// The connection was reset (−1005).
    case connectionReset
    /// The body ended before the length that was announced (−1005).
    case bodyTruncated
    /// The answer was not HTTP (−1017).
    case malformedReply
    /// The header fields were larger than any browser keeps (−1017).
    case headersTooLarge
    /// The decoded body went over the limit (−1103).
    case bodyTooLarge
    /// The body grew by decoding in a way only hostile data does (−1103).
    case decompressionBomb
    /// A redirect led to a scheme which the first address may not lead to (−1002).
    case unsafeRedirect
    /// A page of one scheme asked for a local file or data it may not ask for (−1002).
    case unsafeLink
    /// Too many challenges were raised for one navigation (−1202 or −1012).
    case tooManyChallenges
    /// The connection's certificate was not the one the decision was made for (−1200).
    case certificateChanged
    /// The transport failed before certificates were looked at (−1200).
    case handshakeFailed
    /// Server and browser have no version of TLS in common (−1200).
    case noCommonTLSVersion
    /// Server and browser have no sound cipher suite or key exchange in common (−1200).
    case noCommonCipherSuite
    /// The server's first bytes were not TLS (−1200).
    case notTLS
    /// The server's certificates could not be taken in: too large, or not certificates (−1200).
    case unreadableCertificate
    /// A file that says whom to trust cannot be used (−1200).
    case trustStoreUnusable
    /// The proxy could not be found or reached, or broke off (−1004).
    case proxyFailed
    /// The proxy did not make a connection to the server (−1004).
    case proxyRefused
    /// The proxy wants a log-in (−1013).
    case proxyAuthenticationRequired
    /// A header, method or address held a line end or NUL (−1000).
    case splitRequest
    /// The server answered that it has nothing to show (102): 204 or 205, which is in the text.
    case noContent
  }
}

extension ResourceError: Equatable, CustomStringConvertible {
  /// Whether both have the same code, wherever they happened.
  public static func == (a: ResourceError, b: ResourceError) -> Bool { a.code == b.code }

  /// Name, number and technical words on one line.
  public var description: String {
    underlyingText.isEmpty
      ? "\(name) (\(code.rawValue))" : "\(name) (\(code.rawValue)): \(underlyingText)"
  }
}
