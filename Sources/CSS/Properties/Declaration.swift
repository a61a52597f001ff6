// SPDX-License-Identifier: MIT
// Part of Grille: one parsed declaration of a longhand property.

/// A declared value; what does not fit in sixteen bytes is an index into a `ValueStore`.
enum DeclaredValue: Hashable, Sendable {
  case initial
  case inherit
  case unset
  case revert
  case revertLayer
  /// The raw value of the property's own enumeration.
  case keyword(UInt8)
  case number(Float)
  case length(LengthPercentage)
  case color(StyleColor)
  case currentColor
  /// An index into `ValueStore.lists`.
  case list(UInt32)
  /// An index into `ValueStore.pending`: the value holds `var()`.
  case pending(UInt32)
  /// An index into `ValueStore.custom`: a custom property.
  case custom(UInt32)
}

/// A longhand property and its value.
struct Declaration: Sendable {
  var property: PropertyID
  var isImportant = false
  var value: DeclaredValue
}

/// A declared value that is a list or a string.
enum ListValue: Hashable, Sendable {
  case string(String)
  case content([ContentTemplate])
  case counters([CounterOperation])
  case quotes(QuotePairs)
  case tracks(GridTrackList)
  case areas([[String]])
  case gridLine(GridLine)
}

/// One item of a declared `content`.
enum ContentTemplate: Hashable, Sendable {
  case item(ContentItem)
  /// `attr()`: the hash of the attribute's lower-case name, and what is shown without it.
  case attribute(name: UInt64, fallback: String)
  /// An image, of which only the alternative text is shown.
  case image(alternative: String)
}

/// A value with `var()`, kept as text until the element's custom properties are known.
struct PendingValue: Sendable {
  /// The property as it was written.
  var name: PropertyName
  var text: [UInt8]
}

/// A declaration of a custom property.
struct CustomDeclaration: Sendable {
  /// The hash of the name.
  var name: UInt64
  /// The text with white space around it removed; a CSS-wide keyword stays text.
  var text: [UInt8]
  var hasVariables: Bool
}

/// The parts of declared values that are kept by index.
struct ValueStore: Sendable {
  var lists: [ListValue] = []
  var pending: [PendingValue] = []
  var custom: [CustomDeclaration] = []
}
