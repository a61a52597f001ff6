// SPDX-License-Identifier: MIT
// Part of Grille: loads what needs no network: files, data:, about: and the standard input.

package import WebInfra

/// Loads `file:`, `data:`, `about:` and `stdin:` addresses.
package struct LocalLoader: ResourceLoader {
  /// What the embedder supplies.
  package struct Configuration: Sendable {
    /// The HTML of an `about:` page by its name, such as "start"; nil if there is none.
    package var aboutPage: @Sendable (String) -> [UInt8]? = { _ in nil }
    /// The words of directory listings.
    package var listingWords = DirectoryListing.Words()
    /// The type of the standard input; nil to find it by the bytes.
    package var standardInputType: MIMEType?
    /// The descriptor read for `stdin:`.
    package var standardInput: Int32 = 0

    /// Makes a configuration without pages.
    package init() {}
  }

  private let configuration: Configuration
  private let standardInput: StandardInput

  /// Makes a loader.
  package init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    standardInput = StandardInput(descriptor: configuration.standardInput)
  }

  /// Whether this loader knows the scheme.
  package static func handles(scheme: String) -> Bool {
    switch scheme {
    case "file", "data", "about", "stdin": true
    default: false
    }
  }

  @concurrent
  package func load(_ request: ResourceRequest, _ context: LoadContext)
    async throws(ResourceError) -> ResourceLoad
  {
    let start = ContinuousClock.now
    var transaction = Transaction(
      id: context.transactionID, navigationID: context.navigationID,
      request: Transaction.SentRequest(
        url: request.url, method: request.method, headers: HTTPHeaderList(), bodySize: 0))
    context.observer?(.transaction(transaction))
    do throws(ResourceError) {
      let (response, body) = try await answer(request)
      transaction.response = response
      transaction.timings.firstByte = .now - start
      transaction.timings.finished = transaction.timings.firstByte
      transaction.decodedSize = response.expectedContentLength ?? 0
      transaction.isFinished = true
      context.observer?(.transaction(transaction))
      return ResourceLoad(response: response, transaction: transaction, body: body)
    } catch {
      transaction.error = error
      transaction.timings.finished = .now - start
      transaction.isFinished = true
      context.observer?(.transaction(transaction))
      throw error
    }
  }

  private func answer(_ request: ResourceRequest) async throws(ResourceError) -> (
    ResourceResponse, BodyStream
  ) {
    let url = request.url
    switch url.scheme {
    case "file":
      return try await FileLoader(words: configuration.listingWords).load(url)
    case "data":
      guard let data = DataURL.decode(url) else {
        throw ResourceError(.badURL, url: url, underlyingText: "the data address has no comma")
      }
      return (
        ResourceResponse(
          url: url, mimeType: data.type, expectedContentLength: Int64(data.bytes.count)),
        BodyStream(data.bytes)
      )
    case "about":
      // html.spec.whatwg.org/#about:blank
      let page = url.pathname == "blank" ? [] : configuration.aboutPage(url.pathname)
      guard let page else {
        throw ResourceError(
          .unsupportedURL, url: url, underlyingText: "there is no page of this name")
      }
      return (
        ResourceResponse(
          url: url, mimeType: .html, expectedContentLength: Int64(page.count),
          textEncodingName: "utf-8"),
        BodyStream(page)
      )
    case "stdin":
      let first = try await standardInput.firstBytes()
      let type = configuration.standardInputType ?? FileType.guess(name: [], bytes: first)
      return (ResourceResponse(url: url, mimeType: type), standardInput.makeBody())
    default:
      throw ResourceError(
        .unsupportedURL, url: url, underlyingText: "the scheme \(url.scheme): is not known")
    }
  }
}
