// SPDX-License-Identifier: MIT
// Part of Grille: the counter styles a list marker or `counter()` can name.

/// The computed value of `list-style-type`: a predefined counter style, a string, or none.
package struct CounterStyle: RawRepresentable, Hashable, Sendable {
  /// A predefined style's number; from `firstString` on, an index into the style table's strings.
  package let rawValue: UInt16

  /// Makes a counter style from its number.
  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Whether two counter styles are the same.
  @inlinable package static func == (left: CounterStyle, right: CounterStyle) -> Bool {
    left.rawValue == right.rawValue
  }

  /// The first number that names a string of the style table.
  @inlinable package static var firstString: UInt16 { 0x8000 }

  /// The index of the marker string in the style table, or nil for a predefined style.
  @inlinable package var stringIndex: Int? {
    rawValue >= CounterStyle.firstString ? Int(rawValue - CounterStyle.firstString) : nil
  }

  /// No marker.
  @inlinable package static var none: CounterStyle { CounterStyle(rawValue: 0) }
  /// A filled circle.
  @inlinable package static var disc: CounterStyle { CounterStyle(rawValue: 1) }
  /// A hollow circle.
  @inlinable package static var circle: CounterStyle { CounterStyle(rawValue: 2) }
  /// A filled square.
  @inlinable package static var square: CounterStyle { CounterStyle(rawValue: 3) }
  /// A triangle that points down: an open disclosure.
  @inlinable package static var disclosureOpen: CounterStyle { CounterStyle(rawValue: 4) }
  /// A triangle that points to the text: a closed disclosure.
  @inlinable package static var disclosureClosed: CounterStyle { CounterStyle(rawValue: 5) }
  /// 1, 2, 3.
  @inlinable package static var decimal: CounterStyle { CounterStyle(rawValue: 6) }
  /// 01, 02, 03.
  @inlinable package static var decimalLeadingZero: CounterStyle { CounterStyle(rawValue: 7) }
  /// a, b, c.
  @inlinable package static var lowerAlpha: CounterStyle { CounterStyle(rawValue: 8) }
  /// A, B, C.
  @inlinable package static var upperAlpha: CounterStyle { CounterStyle(rawValue: 9) }
  /// i, ii, iii.
  @inlinable package static var lowerRoman: CounterStyle { CounterStyle(rawValue: 10) }
  /// I, II, III.
  @inlinable package static var upperRoman: CounterStyle { CounterStyle(rawValue: 11) }
  /// α, β, γ.
  @inlinable package static var lowerGreek: CounterStyle { CounterStyle(rawValue: 12) }

  /// Names of the predefined styles; the position is the number.
  ///
  /// From `firstNumericScript` on every style is one of the scripts that layout draws by table.
  package static let names: [StaticString] = [
    "none", "disc", "circle", "square", "disclosure-open", "disclosure-closed", "decimal",
    "decimal-leading-zero", "lower-alpha", "upper-alpha", "lower-roman", "upper-roman",
    "lower-greek", "arabic-indic", "armenian", "upper-armenian", "lower-armenian", "bengali",
    "cambodian", "khmer", "cjk-decimal", "devanagari", "georgian", "gujarati", "gurmukhi",
    "hebrew", "kannada", "lao", "malayalam", "mongolian", "myanmar", "oriya", "persian", "tamil",
    "telugu", "thai", "tibetan", "hiragana", "hiragana-iroha", "katakana", "katakana-iroha",
    "cjk-earthly-branch", "cjk-heavenly-stem", "japanese-informal", "japanese-formal",
    "korean-hangul-formal", "korean-hanja-informal", "korean-hanja-formal",
    "simp-chinese-informal", "simp-chinese-formal", "trad-chinese-informal",
    "trad-chinese-formal", "cjk-ideographic", "ethiopic-numeric",
  ]

  /// The style's CSS name, or nil for a string.
  package var name: StaticString? {
    Int(rawValue) < CounterStyle.names.count ? CounterStyle.names[Int(rawValue)] : nil
  }

  /// The predefined style of that lower-case name.
  package init?(name: Span<UInt8>) {
    if name.equals("lower-latin") {
      self = .lowerAlpha
      return
    }
    if name.equals("upper-latin") {
      self = .upperAlpha
      return
    }
    guard let index = CounterStyle.names.firstIndex(where: { name.equals($0) }) else { return nil }
    self.init(rawValue: UInt16(index))
  }
}
