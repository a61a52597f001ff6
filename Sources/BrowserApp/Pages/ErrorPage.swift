// SPDX-License-Identifier: MIT
// Part of Grille: the page shown in place of one that could not be loaded.
import Networking
import Security
import WebInfra

/// Describes a failed load as a page, and on standard error.
nonisolated struct ErrorPage {
  let error: ResourceError
  let words: Localization

  /// Everything wrong with the server's certificates, a sentence each; empty if that was not it.
  var trustReasons: [String] {
    error.serverTrust.map { TrustSentence.reasons(for: $0, in: words) } ?? []
  }

  /// The page, with a link that tries again.
  var html: String {
    let title = words.text(trustReasons.isEmpty ? .errorTitle : .errorTrustTitle)
    var body = "<h1>\(HTMLText.escape(title))</h1>\n"
    body += paragraph(ErrorSentence.text(for: error, in: words))
    if !trustReasons.isEmpty {
      body += paragraph(words.text(.trustReasons))
      body += "<ul>\n"
      for reason in trustReasons { body += "<li>\(HTMLText.escape(reason))</li>\n" }
      body += "</ul>\n"
    }
    if let url = error.url {
      body += paragraph(words.text(.errorAddress, ["address": url.displayString]))
    }
    body += paragraph(code)
    if !error.underlyingText.isEmpty {
      body += "<p><small>\(HTMLText.escape(error.underlyingText))</small></p>\n"
    }
    if let url = error.url, mayLeadThere {
      let address = HTMLText.escape(url.href)
      body += "<p><a href=\"\(address)\">\(HTMLText.escape(words.text(.errorAgain)))</a></p>\n"
    }
    return HTMLText.page(title: title, language: words.language, body: body)
  }

  /// Whether the page may offer the way there: where a page of the network must not lead, this one,
  /// which stands in its place, must not either.
  private var mayLeadThere: Bool {
    error.cause != .unsafeLink && error.cause != .unsafeRedirect
  }

  /// The same in lines for standard error: the sentence first, then each reason, then the code.
  var lines: [String] {
    [ErrorSentence.text(for: error, in: words)] + trustReasons.map { "- " + $0 } + [code]
  }

  private var code: String {
    words.text(.errorCode, ["code": String(error.code.rawValue), "name": error.name])
  }

  private func paragraph(_ text: String) -> String { "<p>\(HTMLText.escape(text))</p>\n" }
}
