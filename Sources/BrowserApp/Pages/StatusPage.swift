// SPDX-License-Identifier: MIT
// Part of Grille: the page shown where a server sent a status code and no page.
import CellGrid
import Networking
import WebInfra

/// Explains a response that came without a body: its code, what that means, and what to try.
nonisolated struct StatusPage {
  let response: ResourceResponse
  let words: Localization

  /// The fields that say what to do about a code, in the order in which they are shown.
  private static let fields = [
    "Retry-After", "WWW-Authenticate", "Proxy-Authenticate", "Allow", "Location", "Upgrade",
  ]
  /// The most values of one field that are shown: a server may send as many as it likes.
  private static let valuesOfField = 4
  /// The most columns of a value.
  private static let columnsOfValue = 200

  /// The page; nil for a response that has no code, or whose code says that all is well.
  var html: String? {
    guard let status = response.status, !status.isSuccessful else { return nil }
    let registered = HTTPStatus.registeredReason(for: status.code)
    let reason = registered ?? DisplayString(status.reason).truncated(to: 60).text
    let title = reason.isEmpty ? "\(status.code)" : "\(status.code) \(reason)"
    let reference = StatusCodeReference(words.language)
    var body = "<h1>\(HTMLText.escape(title))</h1>\n"
    if let meaning = reference.meaning(of: status) { body += paragraph(meaning) }
    if let advice = reference.advice(for: status) { body += paragraph(advice) }
    body += fieldList
    body += paragraph(
      words.text(
        .statusPageEmpty, ["address": response.url.withoutCredentials.displayString]))
    let code = String(status.code)
    if let section = HTTPStatus.reference(for: status.code) {
      body += paragraph(
        words.text(.statusPageReference, ["code": code, "reference": section]))
    } else if registered == nil {
      body += paragraph(words.text(.statusPageUnregistered, ["code": code]))
    }
    if let registered, !status.reason.isEmpty, status.reason != registered {
      body += paragraph(
        words.text(.statusPageReason, ["reason": ForeignName.text(status.reason)]))
    }
    return HTMLText.page(title: title, language: words.language, body: body)
  }

  /// The fields that matter, with what the server put into them.
  private var fieldList: String {
    var items = ""
    for name in Self.fields {
      for value in response.headers.all(name).prefix(Self.valuesOfField) {
        let shown = DisplayString(value).truncated(to: Self.columnsOfValue).text
        items += "<li>\(HTMLText.escape("\(name): \(shown)"))</li>\n"
      }
    }
    return items.isEmpty ? "" : paragraph(words.text(.statusPageFields)) + "<ul>\n\(items)</ul>\n"
  }

  private func paragraph(_ text: String) -> String { "<p>\(HTMLText.escape(text))</p>\n" }
}
