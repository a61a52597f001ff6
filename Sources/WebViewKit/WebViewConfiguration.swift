// SPDX-License-Identifier: MIT
// Part of Grille: what a web view is made with.

package import DOM
package import Layout
public import Networking
public import WebInfra

/// What a `WebView` is made with; copied when it is made.
///
/// It corresponds to WKWebViewConfiguration.
public struct WebViewConfiguration {
  /// Cookies, credentials, trust decisions and connections; shared by web views that hold the same.
  public var websiteDataStore: WebsiteDataStore
  /// Whether pages may bring style sheets and style attributes of their own.
  public var allowsAuthorStyles = true
  /// Whether a page is shown while it arrives; off for a program that wants only the whole.
  public var rendersProgressively = true
  /// Whether the body of a page is kept as it arrived, for viewing its source.
  public var keepsSource = true
  /// Whether a page that asks to be refreshed, or to lead elsewhere, gets its way after its delay.
  public var followsRefresh = true
  /// The longest wait without any progress for the requests that links, forms and refreshes cause.
  public var requestTimeout = Duration.seconds(60)
  /// The most redirects that one navigation follows; one more ends it with −1007.
  public var maximumRedirects = 20
  /// The most bytes of a page, decoded, that are read; nil leaves it to the bounds of the library.
  ///
  /// A longer page ends with −1103 after its beginning was shown.
  public var maximumPageSize: Int64?
  /// The type of what comes through standard input; nil judges by its first bytes.
  public var standardInputType: MIMEType?
  /// The encoding in which pages are read, whatever they say of it; nil believes them.
  public var forcedEncodingName: String?
  /// What relative addresses in standard input and local files are resolved against; nil for their own
  /// address.
  public var localBaseURL: WebURL?
  /// The words of directory listings.
  package var listingWords = DirectoryListing.Words()
  /// What layout is asked for besides the width.
  package var layoutOptions = LayoutOptions()
  /// What is kept of a page at most.
  package var documentLimits = DocumentLimits()
  /// How pages are painted.
  package var paintOptions = PaintOptions()
  /// The sentence put on top of XML that is not well-formed: line, column, the parser's words.
  public var xmlErrorNotice: @Sendable (Int, Int, String) -> String = { line, column, message in
    "This XML is not well-formed at line \(line), column \(column): \(message)"
  }
  /// The sentence put on top of a page of which not everything is kept.
  public var limitNotice: @Sendable (PageLimit) -> String = { limit in
    switch limit {
    case .size: "This page is too large: the rest of it is missing."
    case .attributes: "This page has too many attributes: some of them are missing."
    }
  }
  /// The pages of the `about:` scheme, by the part behind the colon; nil for an unknown one.
  public var aboutPage: @Sendable (String) -> [UInt8]? = { $0 == "blank" ? [] : nil }
  /// The HTML shown where a response came with an empty body, or nil to show nothing.
  ///
  /// Asked once for each such response, after its body was decoded and it was allowed; what it says is
  /// shown under the response's own address, code and trust. 204 and 205 never come here: they leave
  /// the page on show where it is.
  public var pageForEmptyBody: @Sendable (ResourceResponse) -> String? = { _ in nil }
  /// Hears, in English and from any thread, what a delegate does wrong with a completion handler.
  public var delegateMisuseHandler: @Sendable (String) -> Void = { _ in }

  /// Handlers for schemes the library does not load itself, by scheme in lower case.
  private(set) var urlSchemeHandlers: [String: any URLSchemeHandler] = [:]

  /// Makes a configuration with the store that programs share by default.
  @MainActor
  public init(websiteDataStore: WebsiteDataStore = .default) {
    self.websiteDataStore = websiteDataStore
  }

  /// Lets a handler load a scheme that the library does not load itself.
  /// - Precondition: the scheme is in lower case and not http, https, file, data or about.
  public mutating func setURLSchemeHandler(
    _ handler: any URLSchemeHandler, forURLScheme scheme: String
  ) {
    precondition(
      !["http", "https", "file", "data", "about"].contains(scheme),
      "a built-in scheme cannot be handled by the embedding program")
    urlSchemeHandlers[scheme] = handler
  }
}

/// A bound that a page has reached, so that not everything of it is kept.
public enum PageLimit: Sendable, Hashable {
  /// The page ends early: it has too many bytes or nodes.
  case size
  /// Attributes are missing, links among them.
  case attributes
}

/// Loads the resources of a scheme for web views.
///
/// It corresponds to WKURLSchemeHandler.
public protocol URLSchemeHandler: Sendable {
  /// The type and the bytes of a resource; called off the main actor.
  /// - Throws: the error the navigation is to fail with.
  func resource(
    for request: ResourceRequest
  ) async throws(ResourceError) -> (mimeType: MIMEType, body: [UInt8])
}
