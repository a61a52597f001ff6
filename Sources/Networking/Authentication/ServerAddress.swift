// SPDX-License-Identifier: MIT
// Part of Grille: where a server was reached, and who said that it is there.

/// The address at which a server was reached, for the words of a question.
public struct ServerAddress: Hashable, Sendable {
  /// Who named the address.
  public enum Source: String, Hashable, Sendable {
    /// The URL holds an address instead of a name.
    case literal
    /// The system's resolver.
    case system
    /// A rule of the user (`--resolve`, `--connect-to`).
    case rule
    /// It is that of the proxy on the way; where the server is only the proxy knows.
    case proxy
  }

  /// The address in its usual text form, without brackets.
  public let address: String
  /// The port that was connected to.
  public let port: UInt16
  /// Who named the address.
  public let source: Source

  /// Describes where a server was reached.
  public init(address: String, port: UInt16, source: Source) {
    self.address = address
    self.port = port
    self.source = source
  }
}
