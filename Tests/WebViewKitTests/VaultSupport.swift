// SPDX-License-Identifier: MIT
// Part of Grille: somebody who logs in and shows certificates, for tests of what is kept.
import Foundation
import PracticeSite
import Security
import Testing

@testable import WebViewKit

/// Answers questions for passwords and certificates, and counts them.
@MainActor
final class LogInDelegate: NavigationDelegate {
  var password = "pass"
  var persistence = Credential.Persistence.permanent
  var identity: ClientIdentity?
  /// What was asked for, by the names of the methods.
  var asked: [String] = []

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition {
    let method = challenge.protectionSpace.authenticationMethod
    switch method {
    case .serverTrust: return .performDefaultHandling
    case .clientCertificate:
      asked.append(method.name)
      return .useCredential(
        identity.map { Credential(identity: $0, persistence: persistence) })
    default:
      asked.append(method.name)
      guard challenge.previousFailureCount == 0 else { return .cancelAuthenticationChallenge }
      return .useCredential(
        Credential(user: "user", password: password, persistence: persistence))
    }
  }
}

/// A pass phrase of a test.
func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

extension PracticeSite {
  /// One of the site's identities, taken from its file.
  func identity(_ name: String) throws -> ClientIdentity {
    let file = try #require(clients[name])
    let bytes = SecretBytes(copying: file.pkcs12.span)
    let passPhrase: SecretBytes? = secret(file.passPhrase)
    let read = try IdentityImport(bytes, passPhrase: passPhrase)
    return try #require(read.identities.first)
  }
}

extension WebsiteDataStore {
  /// Why a pass phrase was refused; nil if it was not.
  func unlockError(_ passPhrase: String) async -> VaultError? {
    do throws(VaultError) {
      try await unlock(with: secret(passPhrase))
      return nil
    } catch {
      return error
    }
  }

  /// Why the pass phrase was not changed; nil if it was.
  func changeError(to new: String, from old: String? = nil) async -> VaultError? {
    do throws(VaultError) {
      if let old {
        try await setMasterPassPhrase(secret(new), replacing: secret(old))
      } else {
        try await setMasterPassPhrase(secret(new))
      }
      return nil
    } catch {
      return error
    }
  }
}

/// Every file below a folder, with its bytes.
func files(below folder: String) throws -> [(name: String, bytes: [UInt8])] {
  try FileManager.default.subpathsOfDirectory(atPath: folder).compactMap { name in
    FileManager.default.contents(atPath: folder + "/" + name).map { (name, Array($0)) }
  }
}

/// Whether bytes are among others.
func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
  Data(bytes).range(of: Data(part)) != nil
}
