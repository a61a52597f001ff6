// SPDX-License-Identifier: MIT
// Part of Grille: the content of the page on show: its text, its source, and saving what it leads to.

internal import DOM
internal import Layout
public import Networking
internal import WebInfra

extension WebView {
  /// Writes the text of the page on show as UTF-8, each row with a line feed.
  ///
  /// - Parameters:
  ///   - listsLinks: whether the numbered list of link addresses follows; the configuration's layout
  ///     options must have asked for them.
  ///   - margin: columns left free before each row.
  ///   - marksLinks: whether the text of links carries their addresses out of sight (OSC 8); the layout
  ///     must be interactive then.
  ///   - sink: takes bytes in order; answers false to stop.
  /// - Returns: whether the sink took everything.
  @discardableResult
  public func writeText(
    listsLinks: Bool = false, margin: Int = 0, marksLinks: Bool = false,
    to sink: (Span<UInt8>) -> Bool
  ) -> Bool {
    guard let layout = page?.content?.layout else { return true }
    var dump = TextDump(layout)
    dump.margin = margin
    dump.marksLinks = marksLinks
    return dump.write(listsLinks: listsLinks, to: sink)
  }

  /// Writes the addresses of the page's links, each once, in the order of the page.
  ///
  /// - Parameters:
  ///   - isNumbered: whether each has its number before it, as it has in the text.
  ///   - sink: takes bytes in order; answers false to stop.
  /// - Returns: whether the sink took everything.
  @discardableResult
  public func writeLinks(isNumbered: Bool, to sink: (Span<UInt8>) -> Bool) -> Bool {
    guard let layout = page?.content?.layout else { return true }
    var dump = TextDump(layout)
    return dump.writeLinks(isNumbered: isNumbered, to: sink)
  }

  /// Writes the page on show with colours and attributes, as sequences of ECMA-48 and its kin.
  ///
  /// - Parameters:
  ///   - margin: columns left free before each row.
  ///   - sink: takes bytes in order; answers false to stop.
  /// - Returns: whether the sink took everything.
  @discardableResult
  public func writeStyledText(margin: Int = 0, to sink: (Span<UInt8>) -> Bool) -> Bool {
    guard let layout = page?.content?.layout else { return true }
    var dump = StyledDump(layout)
    dump.margin = margin
    return dump.write(to: sink)
  }

  /// The page on show as Markdown (CommonMark, with tables); nil without a page.
  public var markdown: String? {
    guard let content = page?.content else { return nil }
    return MarkdownWriter(content.document, base: content.baseURL).text()
  }

  /// Writes the page on show as HTML in UTF-8, as the parser has understood it.
  ///
  /// The text of scripts is left out.
  /// - Parameter sink: takes bytes in order; answers false to stop.
  /// - Returns: whether the sink took everything.
  @discardableResult
  public func writeHTML(to sink: (Span<UInt8>) -> Bool) -> Bool {
    guard let document = page?.content?.document else { return true }
    var writer = HTMLWriter(document)
    return writer.write(to: sink)
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
