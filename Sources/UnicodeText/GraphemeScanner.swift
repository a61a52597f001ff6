// SPDX-License-Identifier: MIT
// Part of Grille: finds the boundaries of extended grapheme clusters in UTF-8.

/// Cuts UTF-8 into extended grapheme clusters (UAX 29, Unicode 15).
///
/// Public, as `DisplayWidth` is, because only public functions are inlined in other modules.
public struct GraphemeScanner: Sendable {
  /// Makes a scanner; it holds no state between calls.
  @inlinable
  public init() {}

  /// The index after the cluster that starts at `start`.
  ///
  /// Malformed bytes count as U+FFFD each.
  /// - Precondition: `start` is within the bytes and at a cluster's start.
  @inlinable
  public func nextClusterEnd(_ utf8: Span<UInt8>, from start: Int) -> Int {
    let next = start &+ 1
    if utf8[start] &- 0x20 < 0x5F, next == utf8.count || utf8[next] < 0x80 { return next }
    return Self.slowClusterEnd(utf8, from: start)
  }

  /// Appends the start of every cluster but the first to `boundaries`.
  package func appendBoundaries(_ utf8: Span<UInt8>, to boundaries: inout [Int32]) {
    var index = 0
    while index < utf8.count {
      // Every byte of a run of ASCII starts a cluster; what follows may belong to the last one.
      let run = PrintableASCII.runEnd(utf8, from: index)
      if run > index + 1 {
        Self.append(index + 1, count: run - index - 1, to: &boundaries)
        index = run - 1
      }
      index = nextClusterEnd(utf8, from: index)
      if index < utf8.count { boundaries.append(Int32(index)) }
    }
  }

  /// Appends consecutive numbers, by a loop that the compiler turns into vector instructions.
  private static func append(_ first: Int, count: Int, to boundaries: inout [Int32]) {
    let end = boundaries.count
    boundaries.append(contentsOf: repeatElement(0, count: count))
    unsafe boundaries.withUnsafeMutableBufferPointer { numbers in
      for offset in 0..<count {
        unsafe numbers[end &+ offset] = Int32(truncatingIfNeeded: first &+ offset)
      }
    }
  }

  // UAX 29 §3.1.1
  @usableFromInline
  static func slowClusterEnd(_ utf8: Span<UInt8>, from start: Int) -> Int {
    if UTF8Decoding.isPlainIdeograph(utf8, start) {
      let next = start + 3
      if next == utf8.count || utf8[next] < 0x80 || UTF8Decoding.isPlainIdeograph(utf8, next) {
        return next
      }
    }
    let first = UTF8Decoding.scalar(in: utf8, at: start)
    var index = start + first.length
    var flags = ScalarProperties.graphemeFlags(of: first.value)
    var left = GraphemeClass(rawValue: flags & 0x0F) ?? .other
    // GB11: a pictograph, then only Extend, up to a joiner.
    var isPictograph = flags & 0x10 != 0
    var joinsPictograph = false
    // GB12, GB13: whether an odd number of regional indicators stands before.
    var hasOpenIndicator = left == .regionalIndicator

    while index < utf8.count {
      let scalar = UTF8Decoding.scalar(in: utf8, at: index)
      flags = ScalarProperties.graphemeFlags(of: scalar.value)
      let right = GraphemeClass(rawValue: flags & 0x0F) ?? .other
      let rightIsPictograph = flags & 0x10 != 0
      guard
        isJoined(left, right)
          || joinsPictograph && rightIsPictograph
          || hasOpenIndicator && right == .regionalIndicator
      else { return index }

      joinsPictograph = isPictograph && right == .zeroWidthJoiner
      isPictograph = rightIsPictograph || isPictograph && right == .extend
      hasOpenIndicator = right == .regionalIndicator && !hasOpenIndicator
      left = right
      index += scalar.length
    }
    return index
  }

  private static func isJoined(_ left: GraphemeClass, _ right: GraphemeClass) -> Bool {
    switch (left, right) {
    // GB3, GB4, GB5
    case (.carriageReturn, .lineFeed): true
    case (.carriageReturn, _), (.lineFeed, _), (.control, _): false
    case (_, .carriageReturn), (_, .lineFeed), (_, .control): false
    // GB6, GB7, GB8
    case (.leadingJamo, .leadingJamo), (.leadingJamo, .vowelJamo): true
    case (.leadingJamo, .syllableLV), (.leadingJamo, .syllableLVT): true
    case (.syllableLV, .vowelJamo), (.syllableLV, .trailingJamo): true
    case (.vowelJamo, .vowelJamo), (.vowelJamo, .trailingJamo): true
    case (.syllableLVT, .trailingJamo), (.trailingJamo, .trailingJamo): true
    // GB9, GB9a, GB9b
    case (_, .extend), (_, .zeroWidthJoiner), (_, .spacingMark), (.prepend, _): true
    default: false
    }
  }
}
