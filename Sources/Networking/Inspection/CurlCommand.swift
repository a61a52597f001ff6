// SPDX-License-Identifier: MIT
// Part of Grille: a request as a command line of curl.

import WebInfra

/// Writes requests as commands that a shell understands.
public enum CurlCommand {
  /// What is done with the values of fields that are secret.
  public enum Secrets: Sendable {
    /// They are replaced by a word that is none of theirs.
    case hidden
    /// They are written as they were sent.
    case shown
  }

  /// The command that sends the request of a transaction again.
  ///
  /// Every word that could mean something to a shell is quoted for POSIX shells. The body is not part
  /// of a record; a request that had one reads it from standard input.
  public static func text(for transaction: Transaction, secrets: Secrets = .hidden) -> String {
    let request = transaction.request
    var words = ["curl"]
    switch request.method {
    case .get where request.bodySize == 0: break
    case .head: words.append("--head")
    default: words += ["--request", quoted(request.method.rawValue)]
    }
    for field in request.headers where !isWrittenByCurl(field.name) {
      let value = secrets.shown(field.value, of: field.name)
      // curl reads "Name:" as "do not send it", and "Name;" as "send it empty".
      words += ["--header", quoted(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")]
    }
    if request.headers.contains("accept-encoding") { words.append("--compressed") }
    if request.bodySize > 0 { words += ["--data-binary", "@-"] }
    words.append(quoted(request.url.withoutFragment.href))
    return words.joined(separator: " ")
  }

  /// What stands in place of a secret.
  public static let hiddenValue = "(hidden)"

  private static func isWrittenByCurl(_ name: String) -> Bool {
    ["host", "content-length", "accept-encoding"].contains { ASCII.equalsIgnoringCase($0, name) }
  }

  /// A word in single quotes, where a shell would not leave it alone.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-_./:@%+=,".utf8.contains($0) }
    if isPlain { return word }
    // Within single quotes nothing but the quote itself has a meaning.
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}

extension CurlCommand.Secrets {
  /// The value of a header field, or what stands in its place.
  ///
  /// Where a redirect leads may hold a user name and a password of the server's making.
  func shown(_ value: String, of name: String) -> String {
    guard self == .hidden else { return value }
    if HTTPHeaderList.isSecret(name) { return CurlCommand.hiddenValue }
    guard ASCII.equalsIgnoringCase(name, "location"), let url = WebURL(value), url.hasCredentials
    else { return value }
    return url.withoutCredentials.href
  }
}
