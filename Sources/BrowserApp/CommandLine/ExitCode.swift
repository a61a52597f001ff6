// SPDX-License-Identifier: MIT
// Part of Grille: the numbers the program ends with.

/// What the program tells the shell when it ends; documented in the manual page.
nonisolated package struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The number given to `exit`, 0–255.
  package let rawValue: Int32

  /// Wraps a number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// All went well.
  package static let success = ExitCode(rawValue: 0)
  /// A fault of the program itself.
  package static let internalError = ExitCode(rawValue: 1)
  /// A wrong option, a malformed address or an unknown scheme.
  package static let usage = ExitCode(rawValue: 2)
  /// A redirect loop, too many redirects or a refused downgrade.
  package static let redirect = ExitCode(rawValue: 3)
  /// The server answered with a status of 400–499.
  package static let clientError = ExitCode(rawValue: 4)
  /// The server answered with a status of 500–599.
  package static let serverError = ExitCode(rawValue: 5)
  /// The host name could not be resolved.
  package static let nameResolution = ExitCode(rawValue: 6)
  /// No connection could be made.
  package static let connection = ExitCode(rawValue: 7)
  /// A time limit passed.
  package static let timeout = ExitCode(rawValue: 8)
  /// The TLS handshake failed for another reason than a certificate.
  package static let secureConnection = ExitCode(rawValue: 9)
  /// The server's certificate is not trusted.
  package static let untrustedCertificate = ExitCode(rawValue: 10)
  /// A client certificate is required, or the one given is unusable.
  package static let clientCertificate = ExitCode(rawValue: 11)
  /// A log-in is required or was refused (401, 407).
  package static let authentication = ExitCode(rawValue: 12)
  /// The content cannot be shown as text.
  package static let unsupportedContent = ExitCode(rawValue: 13)
  /// Only a part of the body arrived, or was allowed to.
  package static let partialTransfer = ExitCode(rawValue: 14)
  /// Standard output, or the archive, could not be written.
  package static let output = ExitCode(rawValue: 15)
  /// The input could not be read: no such file, or no permission.
  package static let input = ExitCode(rawValue: 16)
  /// The reply was empty, garbage or cut off by a reset.
  package static let badReply = ExitCode(rawValue: 17)
  /// The user interrupted.
  package static let interrupted = ExitCode(rawValue: 130)

  /// The code of a document that came with this HTTP status.
  package init(status code: Int) {
    switch code {
    case 401, 407: self = .authentication
    case 400..<500: self = .clientError
    case 500..<600: self = .serverError
    default: self = .success
    }
  }
}
