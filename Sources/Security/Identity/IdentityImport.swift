// SPDX-License-Identifier: MIT
// Part of Grille: takes identities from files.
import COpenSSL

/// What was found in files of identities: PKCS #12 (`.p12`, `.pfx`) or PEM.
///
/// To try a pass phrase may take seconds: not for the main thread, and not for a callback of
/// libcurl or OpenSSL, whose error queue is emptied.
public struct IdentityImport: Sendable {
  /// What the user should know though there are identities.
  public enum Warning: Hashable, Sendable {
    /// Nothing shows that the file is as its maker has left it.
    case notIntegrityProtected
    /// A private key was left out because its algorithm is unknown or no certificate fits it.
    case keysLeftOut
  }

  /// The most bytes a file may have.
  public static let maximumFileSize = 1 << 20

  /// The identities in the order of the files; at least one.
  public let identities: [ClientIdentity]
  /// What the user should know.
  public let warnings: Set<Warning>

  /// Reads identities from a file.
  ///
  /// - Parameters:
  ///   - path: A PKCS #12 file, or a PEM file with certificates and keys in any order.
  ///   - passPhrase: What opens it; nil tries if it needs none.
  /// - Throws: ``IdentityImportError``; `passPhraseNeeded` and `wrongPassPhrase` invite a new try.
  public init(
    contentsOf path: String, passPhrase: borrowing SecretBytes?
  ) throws(IdentityImportError) {
    try self.init([path], PassPhraseForms(passPhrase))
  }

  /// Reads an identity whose certificate and key are in two files.
  ///
  /// - Parameters:
  ///   - certificatePath: A file with the certificate, and those above it in any order.
  ///   - keyPath: A file with the private key.
  ///   - passPhrase: What opens the key; nil tries if it needs none.
  /// - Throws: ``IdentityImportError``, with the path of the file to blame.
  public init(
    certificatePath: String, keyPath: String, passPhrase: borrowing SecretBytes?
  ) throws(IdentityImportError) {
    try self.init([certificatePath, keyPath], PassPhraseForms(passPhrase))
  }

  /// Reads identities from the bytes of a file, such as a profile keeps them.
  ///
  /// - Parameters:
  ///   - bytes: PKCS #12 or PEM.
  ///   - passPhrase: What opens it; nil tries if it needs none.
  /// - Throws: ``IdentityImportError`` without a path.
  public init(
    _ bytes: borrowing SecretBytes, passPhrase: borrowing SecretBytes?
  ) throws(IdentityImportError) {
    guard bytes.count <= Self.maximumFileSize else { throw IdentityImportError(.tooLarge) }
    var warnings: Set<Warning> = []
    let parts = try Self.parts(of: bytes, PassPhraseForms(passPhrase), &warnings)
    try self.init(parts, warnings)
  }

  private init(_ paths: [String], _ forms: PassPhraseForms) throws(IdentityImportError) {
    var parts = IdentityParts()
    var warnings: Set<Warning> = []
    for path in paths {
      do {
        let bytes = try Self.read(path)
        parts.add(try Self.parts(of: bytes, forms, &warnings))
      } catch {
        throw IdentityImportError(error.problem, path: path)
      }
    }
    do {
      try self.init(parts, warnings, path: paths.first)
    } catch {
      throw IdentityImportError(error.problem, path: paths.last)
    }
  }

  private init(
    _ parts: IdentityParts, _ warnings: Set<Warning>, path: String? = nil
  ) throws(IdentityImportError) {
    identities = try parts.identities().map { identity in
      var identity = identity
      identity.path = path
      return identity
    }
    let isComplete = identities.count == parts.keys.count && parts.keyProblems.isEmpty
    self.warnings = isComplete ? warnings : warnings.union([.keysLeftOut])
  }

  private static func read(_ path: String) throws(IdentityImportError) -> SecretBytes {
    do {
      return try SecretBytes(contentsOf: path, limit: maximumFileSize)
    } catch {
      throw IdentityImportError(error, path: path)
    }
  }

  private static func parts(
    of bytes: borrowing SecretBytes, _ forms: PassPhraseForms, _ warnings: inout Set<Warning>
  ) throws(IdentityImportError) -> IdentityParts {
    try bytes.withBytes { span throws(IdentityImportError) in
      // A file's name says little: PEM is often called .p12, and binary files .pem.
      if PEMIdentityReader.recognizes(span), !startsLikeDER(span) {
        var reader = PEMIdentityReader(forms)
        try reader.read(span)
        return reader.parts
      }
      if var reader = PKCS12Reader(span, forms) {
        try reader.read()
        if reader.lacksIntegrityCheck { warnings.insert(.notIntegrityProtected) }
        return reader.parts
      }
      return try derParts(of: span, forms)
    }
  }

  /// True if bytes begin with a SEQUENCE whose length is not a printable character.
  private static func startsLikeDER(_ bytes: Span<UInt8>) -> Bool {
    bytes.count > 1 && bytes[0] == 0x30 && bytes[1] >= 0x80
  }

  /// A single certificate or key in DER.
  private static func derParts(
    of bytes: Span<UInt8>, _ forms: PassPhraseForms
  ) throws(IdentityImportError) -> IdentityParts {
    defer { ERR_clear_error() }
    var parts = IdentityParts()
    var reader = PKCS8Reader(forms)
    let key = try unsafe bytes.withUnsafeBufferPointer {
      buffer throws(IdentityImportError) in
      try unsafe reader.key(derBytes: buffer)
    }
    if let key {
      parts.add(key)
    } else if let certificate = Certificate(derBytes: bytes.indices.map { bytes[$0] }) {
      parts.add(certificate)
    } else {
      throw IdentityImportError(.damaged)
    }
    return parts
  }
}
