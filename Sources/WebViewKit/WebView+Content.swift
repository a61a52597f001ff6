// SPDX-License-Identifier: MIT
// Part of Grille: the content of the page on show: its text, its source, and saving what it leads to.

internal import Layout
public import Networking
internal import WebInfra

extension WebView {
  /// Writes the text of the page on show as UTF-8, each row with a line feed.
  ///
  /// - Parameters:
  ///   - listsLinks: whether the numbered list of link addresses follows; the configuration's layout
  ///     options must have asked for them.
  ///   - sink: takes bytes in order; answers false to stop.
  /// - Returns: whether the sink took everything.
  @discardableResult
  public func writeText(listsLinks: Bool = false, to sink: (Span<UInt8>) -> Bool) -> Bool {
    guard let layout = page?.content?.layout else { return true }
    var dump = TextDump(layout)
    return dump.write(listsLinks: listsLinks, to: sink)
  }

  /// The body of the page on show as it arrived; nil if it is not kept.
  public var source: [UInt8]? { page?.content?.source }

  /// The encoding that the source is read in; nil without a page.
  public var sourceEncodingName: String? { page?.content?.encoding.name }

  /// The share of the body of the navigation under way that has arrived, 0 to 1; nil if the length
  /// is not known.
  public var fractionReceived: Double? {
    guard let documentLoader, let expected = documentLoader.expectedBytes, expected > 0 else {
      return nil
    }
    return min(1, Double(documentLoader.receivedBytes) / Double(expected))
  }

  /// Loads a request and saves what comes, as `NavigationActionPolicy.download` does.
  ///
  /// The page on show stays. The navigation under way, if any, ends with code −999.
  public func startDownload(using request: ResourceRequest) {
    refreshChain.reset()
    navigate(to: request, type: .other, placement: .push, isDownload: true)
  }
}
