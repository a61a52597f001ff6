// SPDX-License-Identifier: MIT
// Part of Grille: tests of the words and exit codes of failures.
import Networking
import Security
import Testing
import WebInfra

@testable import BrowserApp

@Suite struct ErrorTests {
  private let words = Localization(.english)
  private let url = WebURL("https://shop.example:8443/a?b")

  @Test(arguments: ResourceError.Code.allNamed)
  func everyCodeHasASentenceOfItsOwn(code: ResourceError.Code) {
    guard code != .unknown else { return }
    let error = ResourceError(code, url: url)
    #expect(ErrorSentence.key(for: error) != .errorUnknown, "\(code.name)")
    #expect(!ErrorSentence.text(for: error, in: words).contains("{"))
  }

  @Test(arguments: ResourceError.Cause.allCases)
  func everyCauseHasASentence(cause: ResourceError.Cause) {
    let error = ResourceError(.unknown, cause: cause, url: url)
    #expect(ErrorSentence.key(for: error) != .errorUnknown)
  }

  @Test func anUnusableTrustFileIsNamedAndHasTheCodeOfUnreadableInput() {
    let error = ResourceError(
      .secureConnectionFailed, cause: .trustStoreUnusable, url: url, underlyingText: "/etc/x.pem")
    #expect(ErrorSentence.text(for: error, in: words).hasSuffix("can be used: /etc/x.pem."))
    #expect(ExitCode(error, isPartial: false) == .input)
  }

  @Test(arguments: TrustFailure.Reason.allCases)
  func everyReasonHasASentence(reason: TrustFailure.Reason) {
    for language in Language.allCases {
      let table = Localization.table(of: language)
      #expect(table[TrustSentence.key(for: reason).rawValue] != nil)
    }
  }

  @Test func sentencesNameTheHostAndThePort() {
    let error = ResourceError(.cannotConnectToHost, url: url)
    #expect(
      ErrorSentence.text(for: error, in: words)
        == "shop.example refused the connection on port 8443, or cannot be reached.")
  }

  @Test func theErrorPageEscapesWhatItTells() {
    let error = ResourceError(
      .badServerResponse, url: WebURL("http://a.test/\"><script>"), underlyingText: "<b>\u{1B}[31m")
    let html = ErrorPage(error: error, words: words).html
    #expect(!html.contains("<b>"))
    #expect(!html.contains("<script>"))
    #expect(html.contains("Code -1011 (badServerResponse)"))
    #expect(html.contains("Try again"))
    let refused = ResourceError(
      .unsupportedURL, cause: .unsafeLink, url: WebURL("file:///etc/passwd"))
    #expect(!ErrorPage(error: refused, words: words).html.contains("href"))
  }

  @Test(arguments: [
    (ResourceError(.badURL), false, 2), (ResourceError(.unsupportedURL), false, 2),
    (ResourceError(.unsupportedURL, cause: .unsafeRedirect), false, 3),
    (ResourceError(.httpTooManyRedirects), false, 3), (ResourceError(.cannotFindHost), false, 6),
    (ResourceError(.cannotConnectToHost), false, 7), (ResourceError(.timedOut), false, 8),
    (ResourceError(.secureConnectionFailed), false, 9),
    (ResourceError(.serverCertificateUntrusted), false, 10),
    (ResourceError(.serverCertificateHasBadDate), false, 10),
    (ResourceError(.clientCertificateRequired), false, 11),
    (ResourceError(.userAuthenticationRequired), false, 12),
    (ResourceError(.cannotShowMIMEType), false, 13),
    (ResourceError(.networkConnectionLost), true, 14),
    (ResourceError(.networkConnectionLost), false, 17),
    (ResourceError(.fileDoesNotExist), false, 16), (ResourceError(.zeroByteResource), false, 17),
    (ResourceError(.cancelled), false, 130),
  ])
  func failuresHaveTheDocumentedExitCodes(error: ResourceError, isPartial: Bool, code: Int32) {
    #expect(ExitCode(error, isPartial: isPartial).rawValue == code)
  }

  @Test(arguments: [(200, 0), (304, 0), (401, 12), (403, 4), (404, 4), (407, 12), (503, 5)])
  func statusesHaveTheDocumentedExitCodes(status: Int, code: Int32) {
    #expect(ExitCode(status: status).rawValue == code)
  }
}
