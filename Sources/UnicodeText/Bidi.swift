// SPDX-License-Identifier: MIT
// Part of Grille: order of text on a line where scripts of both directions meet.

import CICU

/// The bidirectional algorithm (UAX 9) for paragraphs of UTF-8, by ICU.
///
/// A layout asks `mayNeedReordering` first, which is cheap; then takes the levels of a paragraph once
/// and the runs of each of its lines.
package enum Bidi {
  /// Direction of a paragraph.
  package enum BaseDirection: UInt8, Sendable {
    case leftToRight = 0
    case rightToLeft = 1
    /// The first strong character decides, left to right if there is none.
    case automatic = 0xFE
  }

  /// A part of a line whose characters run in one direction.
  package struct Run: Hashable, Sendable {
    /// Byte range in the paragraph.
    package var range: Range<Int>
    /// Embedding level; odd runs right to left.
    package var level: UInt8

    /// Whether the characters run from right to left.
    package var isRightToLeft: Bool { level & 1 == 1 }
  }

  /// The levels of a paragraph.
  package struct Levels: Sendable {
    /// The level of each byte; all bytes of a character have the same.
    package var values: [UInt8]
    /// The level of the paragraph.
    package var paragraph: UInt8
  }

  /// Whether a text holds anything that could run from right to left.
  package static func mayNeedReordering(_ utf8: Span<UInt8>) -> Bool {
    var index = 0
    while index < utf8.count {
      // Everything of the kind is at U+0590 or above: lead bytes from 0xD6 on.
      if utf8[index] < 0xD6 {
        index += 1
        continue
      }
      let scalar = UTF8Decoding.scalar(in: utf8, at: index)
      index += scalar.length
      switch scalar.value {
      case 0x0590...0x08FF, 0x200F, 0x202B, 0x202E, 0x2067, 0xFB1D...0xFDFF, 0xFE70...0xFEFC:
        return true
      case 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
      default: break
      }
    }
    return false
  }

  /// The levels of one paragraph; nil when ICU is missing, and then the text stays in its own order.
  package static func levels(of utf8: Span<UInt8>, base: BaseDirection) -> Levels? {
    guard shim_icu_load() == 1, let bidi = unsafe shim_ubidi_open() else { return nil }
    defer { unsafe shim_ubidi_close(bidi) }
    var units: [UInt16] = []
    var lengths: [UInt8] = []
    units.reserveCapacity(utf8.count)
    var index = 0
    while index < utf8.count {
      let scalar = UTF8Decoding.scalar(in: utf8, at: index)
      index += scalar.length
      if scalar.value < 0x10000 {
        units.append(UInt16(scalar.value))
        lengths.append(UInt8(scalar.length))
      } else {
        units.append(UInt16(0xD7C0 + scalar.value >> 10))
        units.append(UInt16(0xDC00 | scalar.value & 0x3FF))
        lengths.append(UInt8(scalar.length))
        lengths.append(0)
      }
    }
    return unsafe units.withUnsafeBufferPointer { text -> Levels? in
      guard let start = text.baseAddress, text.count <= Int(Int32.max) else { return nil }
      var error: Int32 = 0
      // ICU reads the text again in the next call, so that both are inside this closure.
      unsafe shim_ubidi_setPara(bidi, start, Int32(text.count), base.rawValue, &error)
      guard error == 0, let found = unsafe shim_ubidi_getLevels(bidi, &error), error == 0
      else { return nil }
      var values: [UInt8] = []
      values.reserveCapacity(index)
      for unit in 0..<text.count {
        for _ in 0..<lengths[unit] { values.append(unsafe found[unit]) }
      }
      return Levels(values: values, paragraph: unsafe shim_ubidi_getParaLevel(bidi))
    }
  }

  // UAX 9, L1 and L2
  /// The runs of one line from left to right as they appear on the screen.
  ///
  /// White space at the end of the line takes the paragraph's direction.
  package static func visualRuns(
    of line: Range<Int>, in utf8: Span<UInt8>, levels: Levels
  ) -> [Run] {
    var end = line.upperBound
    while end > line.lowerBound, utf8[end - 1] == 0x20 || utf8[end - 1] == 0x09 { end -= 1 }
    var runs: [Run] = []
    var index = line.lowerBound
    while index < end {
      let level = levels.values[index]
      var next = index + 1
      while next < end, levels.values[next] == level { next += 1 }
      runs.append(Run(range: index..<next, level: level))
      index = next
    }
    if end < line.upperBound {
      runs.append(Run(range: end..<line.upperBound, level: levels.paragraph))
    }
    guard let highest = runs.map(\.level).max(), highest > 0 else { return runs }
    for level in (1...highest).reversed() {
      var first = 0
      while first < runs.count {
        var last = first
        while last < runs.count, runs[last].level >= level { last += 1 }
        if last > first + 1 { runs[first..<last].reverse() }
        first = max(last, first + 1)
      }
    }
    return runs
  }

  // UAX 9, L3 and L4
  /// Appends a run as it appears on the screen: clusters reversed and brackets mirrored where it runs
  /// from right to left.
  package static func appendVisual(
    _ run: Run, of utf8: Span<UInt8>, to result: inout [UInt8]
  ) {
    let bytes = utf8.extracting(run.range)
    guard run.isRightToLeft else {
      for index in bytes.indices { result.append(bytes[index]) }
      return
    }
    var starts: [Int32] = [0]
    GraphemeScanner().appendBoundaries(bytes, to: &starts)
    var end = bytes.count
    for start in starts.reversed() where end > 0 {
      var index = Int(start)
      while index < end {
        let scalar = UTF8Decoding.scalar(in: bytes, at: index)
        UTF8Decoding.append(mirrored(scalar.value), to: &result)
        index += scalar.length
      }
      end = Int(start)
    }
  }

  /// The mirror image of a bracket or sign, or the scalar itself.
  package static func mirrored(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x28: 0x29
    case 0x29: 0x28
    case 0x3C: 0x3E
    case 0x3E: 0x3C
    case 0x5B: 0x5D
    case 0x5D: 0x5B
    case 0x7B: 0x7D
    case 0x7D: 0x7B
    case ..<0xAB: scalar
    default: shim_icu_load() == 1 ? shim_u_charMirror(scalar) : scalar
    }
  }
}
