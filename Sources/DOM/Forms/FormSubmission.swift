// SPDX-License-Identifier: MIT
// Part of Grille: from a form and a pressed button to a request.

package import WebInfra

/// What submitting a form asks for.
package enum FormSubmission: Sendable {
  /// A request.
  case request(Request)
  /// The form closes the dialog around it and sends nothing.
  case dialog(NodeID)

  /// A request as a form makes it.
  package struct Request: Sendable {
    /// Where to; for GET with the form's data in the query.
    package var url: WebURL
    /// GET or POST.
    package var method: HTTPMethod
    /// The body of a POST.
    package var body: [UInt8]?
    /// The `Content-Type` of the body.
    package var contentType: String?
  }

  /// Prepares the submission of a form.
  ///
  /// - Parameters:
  ///   - submitter: the button that was pressed, or no node.
  ///   - clickPosition: where an image button was pressed, in pixels from its corner.
  ///   - baseURL: what the action is resolved against.
  ///   - documentURL: where a form without an action is sent to.
  ///   - encoding: the encoding of the document.
  /// - Returns: nil when the action is no valid address.
  // html.spec.whatwg.org/#form-submission-algorithm
  package static func prepare(
    form: NodeID, submitter: NodeID, clickPosition: (x: Int, y: Int) = (0, 0),
    in document: Document, state: FormState, baseURL: WebURL, documentURL: WebURL,
    encoding: TextEncoding
  ) -> FormSubmission? {
    func attribute(_ onSubmitter: NameID, _ onForm: NameID) -> String {
      if !submitter.isNone, let own = document.attributeValue(onSubmitter, of: submitter) {
        return own
      }
      return document.attributeValue(onForm, of: form) ?? ""
    }
    let method = attribute(.formmethod, .method)
    if method.equalsIgnoringASCIICase("dialog") {
      return .dialog(document.ancestor(.dialog, of: form))
    }
    let action = attribute(.formaction, .action)
    let target = action.isEmpty ? documentURL : WebURL(action, base: baseURL)
    guard let target else { return nil }

    let encoding = submissionEncoding(of: form, in: document, default: encoding)
    let entries = FormEntryList(
      form: form, submitter: submitter, clickPosition: clickPosition, in: document, state: state,
      encoding: encoding)
    guard method.equalsIgnoringASCIICase("post"), target.scheme != "data" else {
      // A query belongs to these schemes; elsewhere the action is visited as it stands.
      let takesQuery = ["http", "https", "data", "file", "mailto"].contains(target.scheme)
      var query = String(decoding: entries.urlEncoded(), as: UTF8.self)
      if target.scheme == "mailto" {
        // A mail program would show a plus sign.
        query = query.split(separator: "+", omittingEmptySubsequences: false).joined(
          separator: "%20")
      }
      let url = takesQuery ? target.replacingQuery(query) : target
      return .request(Request(url: url, method: .get))
    }
    switch attribute(.formenctype, .enctype) {
    case let type where type.equalsIgnoringASCIICase("multipart/form-data"):
      let boundary = "----GrilleFormBoundary" + randomDigits() + randomDigits()
      return .request(
        Request(
          url: target, method: .post, body: entries.multipart(boundary: boundary),
          contentType: "multipart/form-data; boundary=" + boundary))
    case let type where type.equalsIgnoringASCIICase("text/plain"):
      return .request(
        Request(url: target, method: .post, body: entries.plainText(), contentType: "text/plain"))
    default:
      return .request(
        Request(
          url: target, method: .post, body: entries.urlEncoded(),
          contentType: "application/x-www-form-urlencoded"))
    }
  }

  /// The encoding a form is sent in: the first of `accept-charset` that is known, else the
  /// document's; always one that can write every request.
  // html.spec.whatwg.org/#picking-an-encoding-for-the-form
  private static func submissionEncoding(
    of form: NodeID, in document: Document, default fallback: TextEncoding
  ) -> TextEncoding {
    let accepted = document.attributeValue(.acceptCharset, of: form) ?? ""
    for label in accepted.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      if let encoding = TextEncoding(label: String(label)) { return encoding.outputEncoding }
    }
    return fallback.outputEncoding
  }

  private static func randomDigits() -> String {
    String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
  }
}

extension String {
  func equalsIgnoringASCIICase(_ other: StaticString) -> Bool {
    guard utf8.count == other.utf8CodeUnitCount else { return false }
    return utf8.elementsEqual("\(other)".utf8) { $0.asciiLowercased == $1 }
  }
}
