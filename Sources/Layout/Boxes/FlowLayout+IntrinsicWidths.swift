// SPDX-License-Identifier: MIT
// Part of Grille: the narrowest and widest that recorded boxes can be.

import CSS

extension FlowLayout {
  /// Measures recorded content.
  ///
  /// Tables and atomic boxes inside were measured when they ended.
  mutating func measure(_ range: Range<Int>) -> IntrinsicWidth {
    struct Enclosing {
      var outer: IntrinsicWidth
      var left: Float
      var right: Float
      var style: Int
    }
    var result = IntrinsicWidth()
    var enclosing: [Enclosing] = []
    var left: Float = 0
    var right: Float = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let item = items[index]
      let insets = Int32(CellMetrics.column(left) + CellMetrics.column(right))
      switch item.kind {
      case .blockStart:
        enclosing.append(Enclosing(outer: result, left: left, right: right, style: item.style))
        result = IntrinsicWidth()
        let edges = horizontalEdges(of: item.style)
        left += edges.left
        right += edges.right
        index += 1
      case .blockEnd:
        if let block = enclosing.popLast() {
          if let px = fixedWidth(of: block.style) {
            let columns = Int32(CellMetrics.column(px)) + insets
            result.maximum = max(columns, result.minimum)
          }
          left = block.left
          right = block.right
          result.include(block.outer, insets: 0)
        }
        index += 1
      case .tableStart:
        if item.record >= 0 {
          result.include(tables[Int(item.record)].intrinsic, insets: insets)
        }
        index = item.link + 1
      case .rule:
        result.include(IntrinsicWidth(minimum: 1, maximum: 1), insets: insets)
        index += 1
      case .anchor:
        index += 1
      case .marker:
        // Markers stand left of their item, at most at the edge of the content.
        result.include(IntrinsicWidth(minimum: 1, maximum: 1), insets: insets)
        index += 1
      default:
        if item.kind.isInline {
          let end = endOfInlineRun(from: index, limit: range.upperBound)
          result.include(measureLines(index..<end), insets: insets)
          index = end
        } else {
          index += 1
        }
      }
    }
    while let block = enclosing.popLast() { result.include(block.outer, insets: 0) }
    result.maximum = max(result.maximum, result.minimum)
    return result
  }

  /// The width a block has in pixels whatever is around it, or nil.
  private func fixedWidth(of style: Int) -> Float? {
    let width = styles[style].width
    guard !width.dependsOnPercentage, let px = width.resolved(against: 0), px > 0 else {
      return nil
    }
    return px
  }

  /// Margin, border and padding at the sides of a block; percentages count as nothing.
  private func horizontalEdges(of style: Int) -> (left: Float, right: Float) {
    let lines = visibleLines(of: style, withSides: true)
    let margin = styles[style].margin
    let padding = styles[style].padding
    func px(_ value: LengthPercentage) -> Float { max(0, value.resolved(against: 0) ?? 0) }
    return (
      px(margin.left) + px(padding.left) + (lines.contains(.left) ? CellMetrics.columnWidth : 0),
      px(margin.right) + px(padding.right) + (lines.contains(.right) ? CellMetrics.columnWidth : 0)
    )
  }
}
