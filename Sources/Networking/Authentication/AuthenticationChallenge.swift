// SPDX-License-Identifier: MIT
// Part of Grille: a question put to the owner of a load, and the ways to answer it.

/// A request for a decision or a proof of identity in the course of a load.
public struct AuthenticationChallenge: Sendable {
  /// Who asks, and for what.
  public let protectionSpace: ProtectionSpace
  /// A credential that default handling would use: stored, from the address, or the last that failed.
  public let proposedCredential: Credential?
  /// How many answers to this space have failed in this load, 0 at first.
  public let previousFailureCount: Int
  /// The answer that raised the challenge; nil for server trust.
  public let failureResponse: ResourceResponse?
  /// The error the load ends in if nothing is decided.
  public let error: ResourceError?
  /// Where the server was reached; nil if that is unknown.
  public let serverAddress: ServerAddress?

  /// Makes a challenge.
  public init(
    protectionSpace: ProtectionSpace, proposedCredential: Credential? = nil,
    previousFailureCount: Int = 0, failureResponse: ResourceResponse? = nil,
    error: ResourceError? = nil, serverAddress: ServerAddress? = nil
  ) {
    self.protectionSpace = protectionSpace
    self.proposedCredential = proposedCredential
    self.previousFailureCount = previousFailureCount
    self.failureResponse = failureResponse
    self.error = error
    self.serverAddress = serverAddress
  }
}

/// How a challenge is answered.
public enum AuthenticationChallengeDisposition: Sendable {
  /// Go on with this credential; nil is the same as default handling for server trust, and "without
  /// one" for the other methods.
  case useCredential(Credential?)
  /// Do what would be done if nobody were asked.
  case performDefaultHandling
  /// Give the load up; it fails with −999.
  case cancelAuthenticationChallenge
  /// Refuse this kind of proof; the next kind offered is asked about, if there is one.
  case rejectProtectionSpace
}
