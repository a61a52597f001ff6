// SPDX-License-Identifier: MIT
// Part of Grille: what a page is rendered for.

internal import CSS
internal import CellGrid
internal import DOM
internal import Layout
internal import WebInfra

/// What a page is rendered for; a value, so that rendering can happen away from the main actor.
nonisolated struct RenderingParameters: Sendable {
  /// The size of the viewport; pages are laid out for its width.
  var viewport: CellSize
  /// The state of the form controls.
  var forms: FormState
  /// Whether author style sheets and style attributes count.
  var allowsAuthorStyles = true
  /// What layout is asked for besides the width.
  var options = LayoutOptions()
  /// Whether the page is shown while it arrives.
  var isProgressive = true
  /// Whether the body is kept as it arrived.
  var keepsSource = true
  /// The encoding in which pages are read, whatever they say.
  var forcedEncodingName: String?
  /// What relative addresses of local pages are resolved against.
  var localBaseURL: WebURL?
  /// What is kept of a page at most.
  var documentLimits = DocumentLimits()
  /// The sentence put on top of XML that is not well-formed: line, column, the parser's words.
  var xmlErrorNotice: @Sendable (Int, Int, String) -> String
  /// The sentence put on top of a page of which not everything is kept.
  var limitNotice: @Sendable (PageLimit) -> String
  /// The fragment of the page's address, percent-decoded, for `:target`.
  var targetID: String?
  /// The colours and scheme that media queries are answered from.
  var colorBits = 8
  var prefersDarkColors = true

  var environment: MediaEnvironment {
    var environment = MediaEnvironment(columns: viewport.columns, rows: viewport.rows)
    environment.usesAuthorStyles = allowsAuthorStyles
    environment.colorBits = colorBits
    environment.colorScheme = prefersDarkColors ? .dark : .light
    environment.targetID = targetID
    return environment
  }
}
