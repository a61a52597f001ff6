// SPDX-License-Identifier: MIT
// Part of Grille: turns lengths of any unit into CSS pixels.

/// What relative length units are relative to.
///
/// Deviation: text has one size in cells, so an em is always one row (16 px) and a ch one column;
/// only `rem` follows the root's font size, because pages shrink the root to count in tens.
struct LengthContext: Hashable, Sendable {
  var viewportWidth: Double
  var viewportHeight: Double
  var rootFontSize: Double = 16
  /// Whether lengths without unit are read as pixels where quirks mode says so.
  var isQuirks = false
  var isDark: Bool

  init(_ environment: MediaEnvironment) {
    viewportWidth = Double(environment.width)
    viewportHeight = Double(environment.height)
    isDark = environment.colorScheme == .dark
  }

  /// The CSS pixels of a dimension token, or nil if its unit is no length.
  func pixels(_ token: Token, _ tokens: Tokenizer) -> Double? {
    guard let unit = unit(token, tokens) else { return nil }
    return max(-1e6, min(1e6, token.number * unit))
  }

  private func unit(_ token: Token, _ tokens: Tokenizer) -> Double? {
    if token.hasEscape { return nil }
    let bytes = tokens.bytes
    let start = token.valueStart
    let length = token.valueEnd - start
    func named(_ text: StaticString) -> Bool { tokens.value(of: token, equals: text) }
    if length == 2 {
      switch (bytes[start].lowercasedASCII, bytes[start + 1].lowercasedASCII) {
      case (0x70, 0x78): return 1  // px
      case (0x65, 0x6D): return 16  // em
      case (0x63, 0x68), (0x65, 0x78): return 8  // ch, ex
      case (0x76, 0x77), (0x76, 0x69): return viewportWidth / 100  // vw, vi
      case (0x76, 0x68), (0x76, 0x62): return viewportHeight / 100  // vh, vb
      case (0x70, 0x74): return 96.0 / 72  // pt
      case (0x70, 0x63): return 16  // pc
      case (0x69, 0x6E): return 96  // in
      case (0x63, 0x6D): return 96 / 2.54  // cm
      case (0x6D, 0x6D): return 96 / 25.4  // mm
      case (0x69, 0x63), (0x6C, 0x68): return 16  // ic, lh
      default: return nil
      }
    }
    if length == 1 { return named("q") ? 96 / 101.6 : nil }
    if named("rem") { return rootFontSize }
    if named("rlh") || named("cap") || named("ric") { return 16 }
    if named("rch") || named("rex") { return 8 }
    if named("vmin") { return min(viewportWidth, viewportHeight) / 100 }
    if named("vmax") { return max(viewportWidth, viewportHeight) / 100 }
    if length == 3 {
      let size = bytes[start].lowercasedASCII
      guard size == 0x73 || size == 0x6C || size == 0x64, bytes[start + 1].lowercasedASCII == 0x76
      else { return nil }
      let axis = bytes[start + 2].lowercasedASCII  // svw, lvh, dvi
      if axis == 0x77 || axis == 0x69 { return viewportWidth / 100 }
      if axis == 0x68 || axis == 0x62 { return viewportHeight / 100 }
      return nil
    }
    // Container units fall back to the small viewport.
    if named("cqw") || named("cqi") { return viewportWidth / 100 }
    if named("cqh") || named("cqb") { return viewportHeight / 100 }
    return nil
  }
}
