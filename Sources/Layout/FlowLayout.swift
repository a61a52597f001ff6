// SPDX-License-Identifier: MIT
// Part of Grille: the state of a running layout: pool, items, frames and what is laid out so far.

import CSS
import CellGrid
import DOM
import UnicodeText

/// Lays out a flattened box tree: block, inline and table formatting.
///
/// The box tree builder either hands boxes over as it meets them (normal flow) or records them as
/// items until their intrinsic widths are known (tables and atomic boxes).
///
/// Not copyable: calling a method that only reads would else copy all of it first.
struct FlowLayout: ~Copyable {
  /// How deep formatting contexts may nest; deeper ones are laid out as plain blocks, so that the
  /// call stack stays bounded whatever the page says.
  static let maximumContextDepth = 48

  // MARK: Shared by all boxes

  /// Output and input text: everything is collapsed and sanitised before it gets here.
  var text: [UInt8] = []
  /// The computed styles seen so far, by number.
  var styles: [ComputedStyle] = []
  var items: [FlowItem] = []
  var atomics: [AtomicBox] = []
  var cells: [CellRecord] = []
  var tables: [TableRecord] = []
  var gridCells: [GridCell] = []
  var gridRows: [GridRow] = []
  var gridColumns: [GridColumn] = []

  // MARK: What is laid out

  var fragments: [Fragment] = []
  var areas: [Area] = []
  var anchors: [Anchor] = []
  /// Whether fragments came in order of their rows so far.
  var isOrdered = true
  var widestLine = 0

  // MARK: Where the next content goes

  var cursor = FlowCursor()
  var frames: [BlockFrame] = []
  var pendingMarkers: [PendingMarker] = []
  var pendingAnchors: [NodeID] = []
  var contextDepth = 0
  /// Words longer than a line are broken whatever their style says.
  var breaksLongWords = false
  /// Room for the opportunities of a run of text, kept from one run to the next.
  var spareBreaks: [Int32] = []
  var lineBreaker = LineBreaker()
  let options: LayoutOptions

  /// Bytes of glyphs that layout itself draws.
  let glyphs: LayoutGlyphs

  init(options: LayoutOptions, columns: Int) {
    self.options = options
    glyphs = LayoutGlyphs(in: &text, columns: columns, usesASCII: options.usesASCII)
    breaksLongWords = options.breaksLongWords
    frames.append(
      BlockFrame(style: 0, left: 0, right: Float(columns) * CellMetrics.columnWidth))
  }

  /// Appends a fragment, joined to the one before it if that looks the same and ends here.
  @inline(__always)
  mutating func append(_ fragment: Fragment) {
    if let last = fragments.last {
      if last.row == fragment.row {
        if last.offset + last.length == fragment.offset, last.appearance == fragment.appearance,
          last.focusable == fragment.focusable, last.column + last.width == fragment.column
        {
          fragments[fragments.count - 1].length += fragment.length
          fragments[fragments.count - 1].width += fragment.width
          return
        }
        if last.column > fragment.column { isOrdered = false }
      } else if last.row > fragment.row {
        isOrdered = false
      }
    }
    fragments.append(fragment)
  }

  /// The columns of bytes in the pool.
  @inline(__always)
  func width(_ start: Int, _ end: Int, isASCII: Bool) -> Int {
    isASCII ? end - start : widthOfText(start, end)
  }

  /// The columns of text that is not ASCII: the common wide characters are counted by their first
  /// bytes (three times as fast as by clusters), the rest by clusters.
  private func widthOfText(_ start: Int, _ end: Int) -> Int {
    let bytes = text.span
    var columns = 0
    var index = start
    // The start of the last character, which a mark after it would belong to.
    var last = start
    while index < end {
      let byte = bytes[index]
      if byte < 0x80 {
        last = index
        index += 1
        columns += 1
      } else if byte >= 0xE4, byte <= 0xE9, !(byte == 0xE4 && bytes[index + 1] == 0xB7) {
        last = index
        index += 3
        columns += 2
      } else if byte == 0xE3, bytes[index + 1] >= 0x81, bytes[index + 1] <= 0x83,
        !(bytes[index + 1] == 0x82 && bytes[index + 2] & 0xFE == 0x98),
        !(bytes[index + 1] == 0x82 && bytes[index + 2] == 0x9A)
      {
        last = index
        index += 3
        columns += 2
      } else {
        if index > last { columns -= bytes[last] < 0x80 ? 1 : 2 }
        return columns
          + DisplayWidth.of(
            bytes.extracting(last..<end), ambiguousIsWide: options.ambiguousIsWide)
      }
    }
    return columns
  }
}

/// Where content goes next in one formatting context.
struct FlowCursor {
  /// The first row that is free.
  var row = 0
  /// Whether nothing was placed in the context yet, so that no gap is made above its content.
  var isAtTop = true
  /// Distance below the last content that no margin can collapse with, in pixels.
  var fixedGap: Float = 0
  /// The margins that meet here: the largest positive and the largest negative one.
  var positiveMargin: Float = 0
  var negativeMargin: Float = 0

  // drafts.csswg.org/css2/#collapsing-margins
  @inline(__always)
  mutating func addMargin(_ px: Float) {
    if px >= 0 {
      positiveMargin = max(positiveMargin, px)
    } else {
      negativeMargin = min(negativeMargin, px)
    }
  }

  /// Ends the run of margins that collapse with each other: padding or a border comes next.
  @inline(__always)
  mutating func addPadding(_ px: Float) {
    fixedGap += max(0, positiveMargin + negativeMargin) + px
    positiveMargin = 0
    negativeMargin = 0
  }

  /// The blank rows above what comes next.
  @inline(__always)
  var gap: Int {
    isAtTop ? 0 : CellMetrics.gap(fixedGap + positiveMargin + negativeMargin)
  }

  /// Makes the gap and returns the row of what comes next.
  @inline(__always)
  mutating func place() -> Int {
    row += gap
    isAtTop = false
    fixedGap = 0
    positiveMargin = 0
    negativeMargin = 0
    return row
  }
}
