// SPDX-License-Identifier: MIT
// Part of Grille: why a file gives no identity.

/// Why no identity can be taken from a file.
public struct IdentityImportError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The file cannot be opened or read, for a reason of the system (`errno`).
    case unreadable(code: Int32)
    /// It is a folder, a pipe or a device.
    case notRegularFile
    /// It has more than ``IdentityImport/maximumFileSize`` bytes.
    case tooLarge
    /// It is no file of identities, or a part of it is missing or spoilt.
    case damaged
    /// It is protected in a way that only newer programs understand (PBMAC1, RFC 9579).
    case newerFormat
    /// It uses an algorithm that OpenSSL does not offer, called by its name or identifier.
    case unsupportedAlgorithm(String)
    /// A pass phrase is needed, and none was given.
    case passPhraseNeeded
    /// The pass phrase does not open it.
    case wrongPassPhrase
    /// To try a pass phrase would take minutes: the file demands this many rounds or more.
    case tooManyIterations(UInt64)
    /// There are certificates at most.
    case noPrivateKey
    /// There is a key, but no certificate that speaks of it.
    case noCertificateForKey
  }

  /// What is wrong.
  public let problem: Problem
  /// The file; nil if there were only its bytes.
  public let path: String?

  init(_ problem: Problem, path: String? = nil) {
    self.problem = problem
    self.path = path
  }

  init(_ error: SecretReadingError, path: String) {
    let problem: Problem =
      switch error {
      case .unreadable(let code): .unreadable(code: code)
      case .notRegularFile: .notRegularFile
      case .tooLong: .tooLarge
      }
    self.init(problem, path: path)
  }
}
