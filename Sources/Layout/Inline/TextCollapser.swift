// SPDX-License-Identifier: MIT
// Part of Grille: collapses white space of text in place, and finds what needs closer attention.

/// What one pass over text found.
struct TextScan {
  /// Whether all of it is printable ASCII.
  var isASCII = true
  /// Whether line breaks have to be looked up.
  var needsBreakTable = false
  /// The index of the first byte that the fast pass cannot handle, or the end.
  var stop = 0
  /// The index after what was written.
  var end = 0
}

/// The fast pass over text: white space, ASCII, and the scripts that need no sanitising.
enum TextCollapser {
  // drafts.csswg.org/css-text-3/#white-space-phase-1
  /// Collapses white space in the bytes from `start` on, which are moved up over what goes.
  ///
  /// Stops before control characters, characters without a glyph and malformed bytes.
  /// `followsSpace` says whether a collapsible space (or the line's start) stands before, and
  /// afterwards whether one stands at the end.
  static func collapse(
    _ text: inout [UInt8], from start: Int, followsSpace: inout Bool
  ) -> TextScan {
    var scan = TextScan()
    var bytes = text.mutableSpan
    let count = bytes.count
    var read = start
    var write = start
    var space = followsSpace
    while read < count {
      let byte = bytes[read]
      if byte &- 0x21 < 0x5E {
        if read != write { bytes[write] = byte }
        read += 1
        write += 1
        space = false
      } else if byte == 0x20 {
        if !space {
          bytes[write] = 0x20
          write += 1
          space = true
        }
        read += 1
      } else if byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C {
        let next = endOfSpace(bytes, from: read)
        if !space,
          !(write > start && next < count && isUnspaced(bytes, before: write)
            && isUnspacedLead(bytes[next], next + 1 < count ? bytes[next + 1] : 0)
            && hasLineFeed(bytes, read..<next))
        {
          bytes[write] = 0x20
          write += 1
          space = true
        }
        read = next
      } else if byte >= 0xC2, byte < 0xF5 {
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard read + length <= count, areContinuations(bytes, read + 1, length - 1),
          isPlain(bytes, at: read, length, &scan)
        else { break }
        for offset in 0..<length { bytes[write + offset] = bytes[read + offset] }
        read += length
        write += length
        scan.isASCII = false
        space = false
      } else {
        break
      }
    }
    followsSpace = space
    scan.stop = read
    scan.end = write
    return scan
  }

  /// Looks through preserved text up to a line feed, a tab or what the fast pass cannot handle.
  static func scanPreserved(_ text: [UInt8], from start: Int) -> TextScan {
    var scan = TextScan()
    let bytes = text.span
    var read = start
    while read < bytes.count {
      let byte = bytes[read]
      if byte &- 0x20 < 0x5F {
        read += 1
      } else if byte >= 0xC2, byte < 0xF5 {
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard read + length <= bytes.count else { break }
        guard areContinuations(bytes, read + 1, length - 1), isPlain(bytes, at: read, length, &scan)
        else { break }
        read += length
        scan.isASCII = false
      } else {
        break
      }
    }
    scan.stop = read
    scan.end = read
    return scan
  }

  private static func endOfSpace(_ bytes: borrowing MutableSpan<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C else {
        break
      }
      index += 1
    }
    return index
  }

  private static func hasLineFeed(
    _ bytes: borrowing MutableSpan<UInt8>, _ range: Range<Int>
  ) -> Bool {
    for index in range where bytes[index] == 0x0A { return true }
    return false
  }

  // drafts.csswg.org/css-text-3/#line-break-transform
  /// Whether the character before an index is one of a script written without spaces.
  private static func isUnspaced(
    _ bytes: borrowing MutableSpan<UInt8>, before index: Int
  ) -> Bool {
    guard index >= 3, bytes[index - 1] & 0xC0 == 0x80, bytes[index - 2] & 0xC0 == 0x80 else {
      return false
    }
    return isUnspacedLead(bytes[index - 3], bytes[index - 2])
  }

  /// Whether two bytes begin a Chinese or Japanese character or wide punctuation.
  private static func isUnspacedLead(_ lead: UInt8, _ second: UInt8) -> Bool {
    lead >= 0xE3 && lead <= 0xE9 && !(lead == 0xE3 && second >= 0x84 && second <= 0x86)
      || lead == 0xEF && (second == 0xBC || second == 0xBD)
  }

  @inline(__always)
  private static func areContinuations(
    _ bytes: borrowing MutableSpan<UInt8>, _ start: Int, _ count: Int
  ) -> Bool {
    if bytes[start] & 0xC0 != 0x80 { return false }
    if count > 1, bytes[start + 1] & 0xC0 != 0x80 { return false }
    return count < 3 || bytes[start + 2] & 0xC0 == 0x80
  }

  @inline(__always)
  private static func areContinuations(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Bool {
    if bytes[start] & 0xC0 != 0x80 { return false }
    if count > 1, bytes[start + 1] & 0xC0 != 0x80 { return false }
    return count < 3 || bytes[start + 2] & 0xC0 == 0x80
  }

  @inline(__always)
  private static func isPlain(
    _ bytes: borrowing MutableSpan<UInt8>, at index: Int, _ length: Int, _ scan: inout TextScan
  ) -> Bool {
    isPlain(bytes[index], bytes[index + 1], length > 2 ? bytes[index + 2] : 0, &scan)
  }

  @inline(__always)
  private static func isPlain(
    _ bytes: Span<UInt8>, at index: Int, _ length: Int, _ scan: inout TextScan
  ) -> Bool {
    isPlain(bytes[index], bytes[index + 1], length > 2 ? bytes[index + 2] : 0, &scan)
  }

  /// Whether a character, by its first three bytes, can be shown as it is.
  ///
  /// Notes whether it can make opportunities to break lines.
  private static func isPlain(
    _ first: UInt8, _ second: UInt8, _ third: UInt8, _ scan: inout TextScan
  ) -> Bool {
    switch first {
    case 0xC2:
      // C1 controls and the soft hyphen.
      return second >= 0xA0 && second != 0xAD
    case 0xCD:
      // The combining grapheme joiner.
      return second != 0x8F
    case 0xD8:
      // The Arabic letter mark.
      return second != 0x9C
    case 0xC3...0xDF:
      return true
    case 0xE1:
      scan.needsBreakTable = true
      // Blocks with fillers and selectors: Hangul Jamo, Khmer, Mongolian.
      return second != 0x85 && second != 0x9E && second != 0xA0
    case 0xE2:
      if second == 0x80 {
        // Zero-width and bidirectional characters, line and paragraph separators.
        if third >= 0x8B && third <= 0x8F || third >= 0xA8 && third <= 0xAE { return false }
        // Fixed-width spaces and the hyphen; dashes are handled without the table.
        if third < 0x92 { scan.needsBreakTable = true }
        return true
      }
      if second == 0x81 { return third < 0xA0 }
      if second >= 0xBA { scan.needsBreakTable = true }
      return true
    case 0xE3:
      scan.needsBreakTable = true
      return !(second == 0x85 && third == 0xA4)
    case 0xE0, 0xE4...0xED:
      // Surrogates are not characters.
      scan.needsBreakTable = true
      return !(first == 0xE0 && second < 0xA0 || first == 0xED && second >= 0xA0)
    case 0xEE:
      return true
    case 0xEF:
      scan.needsBreakTable = true
      switch second {
      case 0xB7: return third < 0x90 || third > 0xAF
      case 0xBB: return third != 0xBF
      case 0xBE: return third != 0xA0
      case 0xBF: return third < 0xB0
      default: return true
      }
    default:
      return false
    }
  }
}
