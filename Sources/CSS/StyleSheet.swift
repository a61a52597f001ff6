// SPDX-License-Identifier: MIT
// Part of Grille: a parsed style sheet: selectors and the places of declaration blocks.
package import WebInfra

/// Where a style sheet comes from.
package enum StyleOrigin: UInt8, Sendable {
  case userAgent
  case user
  case author
}

/// One rule: a selector list and a run of declarations, which are parsed when the rule first
/// matches.
struct StyleRule: Sendable {
  /// Index of the list in the arena.
  var selectors: Int32
  /// The declarations' bytes.
  var start: Int32
  var end: Int32
  /// The innermost media condition in `StyleSheet.conditions`, or -1.
  var condition: Int32
  /// The layer in `StyleSheet.layers`, or -1.
  var layer: Int32
}

/// An `@media` prelude, inside another one or not.
struct MediaCondition: Sendable {
  var start: Int32
  var end: Int32
  /// The condition around it, or -1.
  var parent: Int32
}

/// A cascade layer.
struct LayerName: Hashable, Sendable {
  /// Index of the layer around it, or -1.
  var parent: Int32
  /// Empty for an anonymous layer, which is never joined with another.
  var name: [UInt8]
}

/// A style sheet as parsed from its text; immutable and cheap to share.
package struct StyleSheet: Sendable {
  /// A sheet that an `@import` rule asks for.
  package struct Import: Hashable, Sendable {
    /// The address as written.
    package let address: String
    /// The media query list, empty for all media.
    package let media: String
    /// The layer's name: nil for none, empty for an anonymous one.
    package let layer: String?
  }

  /// Where the sheet comes from.
  package let origin: StyleOrigin
  /// The `@import` rules in order.
  package internal(set) var imports: [Import] = []
  /// The address that relative addresses in the sheet refer to; nil for the document's.
  package var baseURL: WebURL?
  /// A media query list the whole sheet depends on (`media` of `<style>` and `<link>`), or empty.
  package var media = ""

  var bytes: [UInt8] = []
  var rules: [StyleRule] = []
  var selectors = SelectorArena()
  var conditions: [MediaCondition] = []
  var layers: [LayerName] = []

  init(origin: StyleOrigin) { self.origin = origin }

  /// How many rules the sheet holds.
  package var ruleCount: Int { rules.count }

  /// Parses a sheet from UTF-8 text; never fails: what is not valid is dropped as CSS Syntax says.
  package static func parse(_ bytes: [UInt8], origin: StyleOrigin) -> StyleSheet {
    var parser = StyleSheetParser(bytes: bytes, origin: origin)
    return parser.parse()
  }

  /// Parses a sheet from a string.
  package static func parse(_ text: String, origin: StyleOrigin) -> StyleSheet {
    parse(Array(text.utf8), origin: origin)
  }

  /// The browser's own sheet, parsed on first use.
  package static let userAgent: StyleSheet = {
    guard let text = ResourceLocator.bundled("Style/user-agent.css") else {
      return StyleSheet(origin: .userAgent)
    }
    return text.withUTF8Buffer { unsafe StyleSheet.parse(Array($0), origin: .userAgent) }
  }()
}
