// SPDX-License-Identifier: MIT
// Part of Grille: bounds on what a document may make the parser keep.

/// Bounds that a hostile or broken document runs into; what is beyond them is dropped and reported.
package struct DocumentLimits: Sendable {
  /// The deepest nesting of elements; deeper ones become siblings.
  package var depth = 512
  /// The most formatting elements remembered for reopening.
  package var activeFormattingElements = 256
  /// The most elements that are open at the same time; further ones hold no content.
  package var openElements = 2048
  /// The most formatting elements reopened in a document.
  package var reopenedElements = 1_000_000
  /// The most nodes; parsing ends there.
  package var nodes = 8_000_000
  /// The most attributes of one element, 1,024 at most; further ones are dropped.
  package var attributesPerElement = 1024
  /// The most attributes of a document; further ones are dropped.
  package var attributes = 16_000_000

  /// Makes the limits which browsers and this program use.
  package init() {}

  /// Which limits cut something off.
  package struct Reached: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt8
    /// Makes a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Elements were nested too deeply.
    package static let depth = Reached(rawValue: 1)
    /// Too many formatting elements were open.
    package static let formatting = Reached(rawValue: 2)
    /// There were too many nodes; the rest of the page is missing.
    package static let nodes = Reached(rawValue: 4)
    /// There were too many attributes; some are missing.
    package static let attributes = Reached(rawValue: 8)
  }
}
