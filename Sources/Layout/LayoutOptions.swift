// SPDX-License-Identifier: MIT
// Part of Grille: what a layout can be asked for besides its width.

package import DOM
package import WebInfra

/// Settings of one layout.
package struct LayoutOptions: Sendable {
  /// Whether focusable elements, anchors and areas are wanted; a text dump needs none of them.
  package var isInteractive = true
  /// What is done about the addresses of links.
  package var links = LinkListing.none
  /// Whether `<address>` stands behind the text of each link, if links are listed.
  package var spellsOutLinks = false
  /// What relative addresses of links are resolved against, if links are listed.
  package var baseURL: WebURL?
  /// Whether a word longer than a line is broken at the line's width instead of standing out.
  package var breaksLongWords = false
  /// Whether lines are wrapped at all; without it only the page's own line breaks count.
  package var wrapsLines = true
  /// Whether lines and markers are drawn in 7-bit characters.
  package var usesASCII = false
  /// Whether East Asian ambiguous characters take two columns.
  package var ambiguousIsWide = false
  /// Whether a text field shows all of its value, even if it is longer than the field.
  package var showsWholeValues = false
  /// The `details` elements the user opened or closed: the opposite of what the page says.
  package var toggledDetails: Set<NodeID> = []
  /// Words on controls that the page leaves unnamed.
  package var labels = ControlLabels()

  /// The settings of an interactive page.
  package init() {}

  /// The settings of a text dump.
  package static var dump: LayoutOptions {
    var options = LayoutOptions()
    options.isInteractive = false
    options.showsWholeValues = true
    return options
  }
}

/// What a layout does about the addresses of links.
package enum LinkListing: Sendable {
  /// Nothing.
  case none
  /// Collects them in `LayoutResult.linkTargets`.
  case collected
  /// Collects them, and puts `[n]` before the text of each link.
  case numbered
}

/// Words on form controls and embedded content that the page does not name, in the user's language.
package struct ControlLabels: Sendable {
  /// On a submit button without a value.
  package var submit = "Submit"
  /// On a reset button without a value.
  package var reset = "Reset"
  /// On a file control.
  package var chooseFile = "Choose file"
  /// On the summary of a `details` element that has none.
  package var details = "Details"
  /// Before the title of a frame.
  package var frame = "Frame"

  /// The English words.
  package init() {}
}
