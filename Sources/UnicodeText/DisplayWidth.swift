// SPDX-License-Identifier: MIT
// Part of Grille: columns that text takes on a terminal.

/// Counts terminal columns by grapheme cluster.
///
/// `ambiguousIsWide` gives the East Asian ambiguous characters two columns, as terminals set up for
/// old Chinese and Japanese fonts do.
public enum DisplayWidth {
  /// Columns of one scalar: 0 for controls, marks, format characters and the soft hyphen; else 1 or 2.
  @inlinable
  public static func ofScalar(_ scalar: UInt32, ambiguousIsWide: Bool = false) -> Int {
    if scalar < 0x7F { return scalar < 0x20 ? 0 : 1 }
    return tableWidth(scalar, ambiguousIsWide: ambiguousIsWide)
  }

  /// Columns of one grapheme cluster, 0 to 2.
  package static func ofCluster(_ utf8: Span<UInt8>, ambiguousIsWide: Bool = false) -> Int {
    ofCluster(utf8, from: 0, to: utf8.count, ambiguousIsWide: ambiguousIsWide)
  }

  /// Columns of the grapheme cluster that lies between two indices.
  @inlinable
  public static func ofCluster(
    _ utf8: Span<UInt8>, from start: Int, to end: Int, ambiguousIsWide: Bool = false
  ) -> Int {
    if end &- start == 1 { return utf8[start] < 0x20 || utf8[start] == 0x7F ? 0 : 1 }
    return slowCluster(utf8, from: start, to: end, ambiguousIsWide: ambiguousIsWide)
  }

  /// Columns of a text: the sum over its clusters.
  package static func of(_ utf8: Span<UInt8>, ambiguousIsWide: Bool = false) -> Int {
    let scanner = GraphemeScanner()
    var index = 0
    var columns = 0
    while true {
      // Runs of ASCII need no clusters, but for the last of them: a mark may follow.
      let run = PrintableASCII.runEnd(utf8, from: index)
      if run == utf8.count { return columns + run - index }
      if run > index + 1 {
        columns += run - 1 - index
        index = run - 1
      }
      let end = scanner.nextClusterEnd(utf8, from: index)
      columns += ofCluster(utf8, from: index, to: end, ambiguousIsWide: ambiguousIsWide)
      index = end
    }
  }

  /// Columns of a string.
  package static func of(_ text: String, ambiguousIsWide: Bool = false) -> Int {
    of(text.utf8Span.span, ambiguousIsWide: ambiguousIsWide)
  }

  @usableFromInline
  static func tableWidth(_ scalar: UInt32, ambiguousIsWide: Bool) -> Int {
    let width = ScalarProperties.width(of: scalar)
    return width == 3 ? (ambiguousIsWide ? 2 : 1) : Int(width)
  }

  /// The width of the first spacing scalar and of spacing marks after it, at most 2; sequences that
  /// ask for an emoji's picture take 2.
  @usableFromInline
  static func slowCluster(
    _ utf8: Span<UInt8>, from start: Int, to end: Int, ambiguousIsWide: Bool
  ) -> Int {
    if end - start == 3, UTF8Decoding.isPlainIdeograph(utf8, start) { return 2 }
    var scalar = UTF8Decoding.scalar(in: utf8, at: start)
    var index = start + scalar.length
    var columns = tableWidth(scalar.value, ambiguousIsWide: ambiguousIsWide)
    if index >= end { return columns }

    var flags = ScalarProperties.graphemeFlags(of: scalar.value)
    let isEmoji = flags & 0x20 != 0
    let isIndicator = flags & 0x0F == GraphemeClass.regionalIndicator.rawValue
    var wantsSpacing = columns == 0 || flags & 0x0F == GraphemeClass.prepend.rawValue
    while index < end {
      scalar = UTF8Decoding.scalar(in: utf8, at: index)
      index += scalar.length
      if scalar.value == 0xFE0F, isEmoji { return 2 }
      flags = ScalarProperties.graphemeFlags(of: scalar.value)
      let kind = flags & 0x0F
      if isIndicator, kind == GraphemeClass.regionalIndicator.rawValue { return 2 }
      if wantsSpacing || kind == GraphemeClass.spacingMark.rawValue {
        let width = tableWidth(scalar.value, ambiguousIsWide: ambiguousIsWide)
        columns += width
        if width > 0, kind != GraphemeClass.prepend.rawValue { wantsSpacing = false }
      }
    }
    return min(columns, 2)
  }
}
