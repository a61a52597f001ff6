// SPDX-License-Identifier: MIT
// Part of Grille: finds the loader of an address, and refuses what a page may not ask for.

import WebInfra

/// Sends each request to the loader of its scheme.
package struct SchemeLoader: ResourceLoader {
  private let network: any ResourceLoader
  private let local: any ResourceLoader
  private let handlers: [String: any ResourceLoader]

  /// Makes a loader of loaders.
  ///
  /// - Parameters:
  ///   - network: Loads http and https.
  ///   - local: Loads file, data, about and stdin.
  ///   - handlers: The embedder's own loaders by scheme, in lower case; they cannot replace http,
  ///     https, file, data or about.
  package init(
    network: any ResourceLoader, local: any ResourceLoader,
    handlers: [String: any ResourceLoader] = [:]
  ) {
    self.network = network
    self.local = local
    self.handlers = handlers
  }

  @concurrent
  package func load(_ request: ResourceRequest, _ context: LoadContext)
    async throws(ResourceError) -> ResourceLoad
  {
    try Self.checkLink(request)
    let scheme = request.url.scheme
    if request.url.isHTTP { return try await network.load(request, context) }
    if LocalLoader.handles(scheme: scheme) { return try await local.load(request, context) }
    if let handler = handlers[scheme] { return try await handler.load(request, context) }
    throw ResourceError(
      .unsupportedURL, url: request.url, underlyingText: "the scheme \(scheme): is not known")
  }

  /// Whether a page may cause a request of this scheme at all.
  ///
  /// - Throws: −1002 with the cause `unsafeLink`: files and the standard input are for the user and
  ///   for files; data: addresses and the browser's own pages never become a page's document.
  package static func checkLink(_ request: ResourceRequest) throws(ResourceError) {
    guard let initiator = request.initiator else { return }
    let scheme = request.url.scheme
    let isRefused =
      switch scheme {
      case "file": initiator.scheme == "http" || initiator.scheme == "https"
      case "stdin": true
      case "data": request.destination.isNavigation
      case "about": request.url.pathname != "blank" && initiator.scheme != nil
      case "javascript": true
      default: false
      }
    guard isRefused else { return }
    throw ResourceError(
      .unsupportedURL, cause: .unsafeLink, url: request.url,
      underlyingText: "a page of \(initiator.serialized) may not open \(scheme): addresses")
  }
}
