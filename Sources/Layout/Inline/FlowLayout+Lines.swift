// SPDX-License-Identifier: MIT
// Part of Grille: inline formatting: inline content is broken into lines.

import CSS
import DOM
import UnicodeText

extension FlowLayout {
  /// Lays out inline content as lines in the innermost block.
  mutating func layOutLines(_ range: Range<Int>) {
    var line = LineState(
      start: InlinePosition(item: range.lowerBound, offset: 0), available: lineWidth())
    swap(&line.breaks, &spareBreaks)
    fill(range, &line)
    commit(InlinePosition(item: range.upperBound, offset: 0), &line)
    if line.hasContent {
      finishLine(&line, next: InlinePosition(item: range.upperBound, offset: 0))
    }
    swap(&line.breaks, &spareBreaks)
  }

  /// The narrowest and widest width of inline content.
  mutating func measureLines(_ range: Range<Int>) -> IntrinsicWidth {
    var line = LineState(
      start: InlinePosition(item: range.lowerBound, offset: 0), available: .max / 2,
      isMeasuring: true)
    swap(&line.breaks, &spareBreaks)
    fill(range, &line)
    let end = InlinePosition(item: range.upperBound, offset: 0)
    commit(end, &line)
    finishLine(&line, next: end)
    swap(&line.breaks, &spareBreaks)
    return line.measured
  }

  /// The columns of the next line.
  private func lineWidth() -> Int {
    if !options.wrapsLines, contextDepth == 0 { return .max / 2 }
    return max(1, contentColumns.count - lineIndent())
  }

  /// The columns left blank before the next line's first unit.
  private func lineIndent() -> Int {
    let last = frames.count - 1
    guard frames[last].isAtFirstLine || !pendingMarkers.isEmpty else { return 0 }
    var indent = 0
    if frames[last].isAtFirstLine, !styles[frames[last].style].textIndent.isZero {
      let available = frames[last].right - frames[last].left
      indent = CellMetrics.columns(
        styles[frames[last].style].textIndent.resolved(against: available) ?? 0)
    }
    if !pendingMarkers.isEmpty {
      let left = contentColumns.lowerBound
      for marker in pendingMarkers {
        indent = max(indent, Int(marker.column + marker.width) + 1 - left)
      }
    }
    return min(indent, max(0, contentColumns.count - 1))
  }

  // MARK: Filling

  private mutating func fill(_ range: Range<Int>, _ line: inout LineState) {
    var index = range.lowerBound
    while index < range.upperBound {
      let item = items[index]
      switch item.kind {
      case .text:
        fillText(index, limit: range.upperBound, &line)
      case .solidText:
        commit(InlinePosition(item: index, offset: 0), &line)
        line.unit = width(
          Int(item.offset), Int(item.offset + item.length), isASCII: item.flags.contains(.isASCII))
        line.unitHasContent = item.length > 0
        line.unitBreaks = false
        commit(InlinePosition(item: index + 1, offset: 0), &line)
      case .lineBreak:
        commit(InlinePosition(item: index, offset: 0), &line)
        let next = InlinePosition(item: index + 1, offset: 0)
        line.hasContent = true
        finishLine(&line, next: next)
        line.restartUnit(at: next)
      case .breakOpportunity:
        commit(InlinePosition(item: index, offset: 0), &line)
      case .softHyphen:
        commitAtSoftHyphen(InlinePosition(item: index, offset: 0), &line)
      case .inset:
        line.unit += Int(item.length)
      case .atomicStart:
        commit(InlinePosition(item: index, offset: 0), &line)
        let atomic = atomics[Int(item.record)]
        if line.isMeasuring {
          let used = usedIntrinsicWidth(of: atomic)
          line.measured.minimum = max(line.measured.minimum, used.minimum)
          line.unit = Int(used.maximum)
        } else {
          line.unit = usedColumns(of: atomic, available: line.available)
        }
        if atomic.isFlexItem, line.hasContent { line.spaces = max(line.spaces, 1) }
        line.unitHasContent = true
        line.unitHasAtomic = true
        index = item.link
        commit(InlinePosition(item: index + 1, offset: 0), &line)
      default:
        break
      }
      index += 1
    }
  }

  /// Adds a text item to the line, unit by unit.
  private mutating func fillText(_ index: Int, limit: Int, _ line: inout LineState) {
    let item = items[index]
    var position = Int(item.offset)
    let end = position + Int(item.length)
    if line.breaksEnd > position || item.flags.contains(.needsBreakTable) {
      findBreaks(index, limit: limit, &line)
      while line.nextBreak < line.breaks.count, line.breaks[line.nextBreak] < position {
        line.nextBreak += 1
      }
      // An opportunity at the edge between two items of different looks.
      if line.nextBreak < line.breaks.count, line.breaks[line.nextBreak] == position,
        item.flags.contains(.wraps)
      {
        commit(InlinePosition(item: index, offset: position), &line)
      }
    }
    let isASCII = item.flags.contains(.isASCII)
    guard item.flags.contains(.wraps) else {
      line.unit += width(position, end, isASCII: isASCII)
      line.unitHasContent = line.unitHasContent || position < end
      return
    }
    let usesTable = item.flags.contains(.needsBreakTable)
    let breaks = item.flags.contains(.breaksWords)
    while position < end {
      let unitEnd =
        usesTable
        ? endOfUnit(from: position, limit: end, &line)
        : endOfWord(from: position, limit: end)
      if unitEnd > position {
        line.unit += width(position, unitEnd, isASCII: isASCII)
        line.unitHasContent = true
        line.unitBreaks = line.unitBreaks || breaks
      }
      guard unitEnd < end || usesTable && line.isBreak(at: unitEnd) else { return }
      commit(InlinePosition(item: index, offset: unitEnd), &line)
      position = unitEnd
      while position < end, text[position] == 0x20 { position += 1 }
      if position > unitEnd {
        line.spaces += position - unitEnd
        line.restartUnit(at: InlinePosition(item: index, offset: position))
      }
    }
  }

  /// The end of the word at `start`: before a space, or after a hyphen or dash between letters.
  @inline(__always)
  private func endOfWord(from start: Int, limit: Int) -> Int {
    var index = start
    while index < limit {
      let byte = text[index]
      if byte == 0x20 { return index }
      index += 1
      if byte == 0x2D {
        if index < limit, index - 1 > start, Self.isLetter(text[index]),
          Self.isLetter(text[index - 2]) || Self.isDigit(text[index - 2])
        {
          return index
        }
      } else if byte == 0xE2, index + 2 < limit, text[index] == 0x80,
        text[index + 1] == 0x93 || text[index + 1] == 0x94
      {
        // En and em dash.
        index += 2
        if text[index] != 0x20, index - 3 > start { return index }
      }
    }
    return limit
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// The end of the unit at `start` by the table of opportunities, without spaces behind it.
  private func endOfUnit(from start: Int, limit: Int, _ line: inout LineState) -> Int {
    while line.nextBreak < line.breaks.count, line.breaks[line.nextBreak] <= start {
      line.nextBreak += 1
    }
    var end = limit
    if line.nextBreak < line.breaks.count { end = min(limit, Int(line.breaks[line.nextBreak])) }
    while end > start, text[end - 1] == 0x20 { end -= 1 }
    return end
  }

  /// Looks up the opportunities of the stretch of text that a text item belongs to.
  private mutating func findBreaks(_ index: Int, limit: Int, _ line: inout LineState) {
    let start = Int(items[index].offset)
    if start < line.breaksEnd { return }
    var end = start
    var next = index
    while next < limit, items[next].kind == .text || items[next].kind == .anchor {
      if items[next].kind == .text {
        guard Int(items[next].offset) == end else { break }
        end += Int(items[next].length)
      }
      next += 1
    }
    // The character before takes part in what may be broken at the start.
    var first = index
    while first > 0, items[first - 1].kind == .text,
      items[first - 1].offset + items[first - 1].length == items[first].offset,
      Int(items[first - 1].offset) >= start - 64
    {
      first -= 1
    }
    let base = Int(items[first].offset)
    line.breaks.removeAll(keepingCapacity: true)
    lineBreaker.breakOpportunities(in: text.span.extracting(base..<end), into: &line.breaks)
    for position in line.breaks.indices { line.breaks[position] += Int32(base) }
    line.nextBreak = 0
    line.breaksEnd = end
  }

  // MARK: Committing

  /// Ends the unit in progress at an opportunity to break: it goes on this line or on the next.
  private mutating func commit(_ position: InlinePosition, _ line: inout LineState) {
    guard line.unitHasContent || line.unit > 0 else { return }
    if line.isMeasuring, !line.unitHasAtomic {
      line.measured.minimum = max(line.measured.minimum, Int32(clamping: line.unit))
    }
    if line.hasContent || line.spaces > 0,
      line.width + line.spaces + line.unit > line.available, line.hasContent
    {
      finishLine(&line, next: line.unitStart)
    }
    line.width += line.spaces + line.unit
    line.spaces = 0
    line.end = position
    line.hasContent = true
    line.endsInSoftHyphen = false
    line.hasAtomic = line.hasAtomic || line.unitHasAtomic
    let mayBreak = line.unitBreaks || breaksLongWords
    line.restartUnit(at: position)
    if line.width > line.available, mayBreak { breakAnywhere(&line) }
  }

  /// Ends the unit in progress at a soft hyphen, which needs a column if the line ends there.
  private mutating func commitAtSoftHyphen(_ position: InlinePosition, _ line: inout LineState) {
    let needed = line.unit + 1
    if line.hasContent, line.width + line.spaces + needed > line.available {
      finishLine(&line, next: line.unitStart)
    }
    if line.isMeasuring {
      line.measured.minimum = max(line.measured.minimum, Int32(clamping: needed))
    }
    guard line.unitHasContent, line.width + line.spaces + needed <= line.available else { return }
    commit(position, &line)
    line.endsInSoftHyphen = true
  }

  /// Breaks what is too long for a line between two clusters, as often as needed.
  private mutating func breakAnywhere(_ line: inout LineState) {
    let end = line.end
    var position = line.start
    var column = 0
    let scanner = GraphemeScanner()
    while position.item < end.item || position.item == end.item && position.offset < end.offset {
      guard position.item < items.count else { break }
      let item = items[position.item]
      guard item.kind == .text else {
        position = InlinePosition(
          item: item.kind == .atomicStart ? item.link + 1 : position.item + 1, offset: 0)
        if item.kind == .inset { column += Int(item.length) }
        continue
      }
      var offset = max(position.offset, Int(item.offset))
      var itemEnd = Int(item.offset + item.length)
      if position.item == end.item { itemEnd = min(itemEnd, end.offset) }
      if item.flags.contains(.isASCII) {
        let count = min(itemEnd - offset, max(line.available - column, column == 0 ? 1 : 0))
        offset += count
        column += count
      } else {
        let bytes = text.span.extracting(offset..<itemEnd)
        var index = 0
        while index < bytes.count {
          let next = scanner.nextClusterEnd(bytes, from: index)
          let width = DisplayWidth.ofCluster(bytes, from: index, to: next)
          if column + width > line.available, column > 0 { break }
          column += width
          index = next
        }
        offset += index
      }
      position.offset = offset
      if offset < itemEnd {
        let total = line.width
        line.width = column
        line.end = position
        finishLine(&line, next: position)
        line.width = total - column
        line.end = end
        line.hasContent = true
        column = 0
        if line.width <= line.available { break }
      } else if position.item < end.item {
        position = InlinePosition(item: position.item + 1, offset: 0)
      } else {
        break
      }
    }
    line.restartUnit(at: end)
  }

  // MARK: Placing

  /// Puts the line on the page and starts the next one.
  private mutating func finishLine(_ line: inout LineState, next: InlinePosition) {
    if line.isMeasuring {
      line.measured.maximum = max(line.measured.maximum, Int32(clamping: line.width))
      line.restart(at: next)
      return
    }
    let indent = lineIndent()
    let columns = contentColumns
    let row = placeRow()
    frames[frames.count - 1].isAtFirstLine = false
    var width = line.width
    if line.endsInSoftHyphen { width += 1 }
    let free = max(0, columns.count - indent - width)
    var column = columns.lowerBound + indent
    switch styles[frames[frames.count - 1].style].textAlign {
    case .center, .legacyCenter: column += free / 2
    case .right, .legacyRight, .end: column += free
    default: break
    }
    widestLine = max(widestLine, column + width)
    let height =
      line.hasAtomic
      ? placeWithAtomics(&line, next: next, column: column, row: row)
      : placeText(&line, next: next, column: column, row: row)
    cursor.row = row + height
    line.restart(at: next)
    line.available = lineWidth()
  }

  /// Puts the fragments of a line on a row.
  private mutating func placeText(
    _ line: inout LineState, next: InlinePosition, column start: Int, row: Int
  ) -> Int {
    var column = start
    var index = line.start.item
    let last = min(line.end.offset > 0 ? line.end.item : line.end.item - 1, items.count - 1)
    while index <= last {
      let item = items[index]
      switch item.kind {
      case .text, .solidText:
        var from = Int(item.offset)
        var to = from + Int(item.length)
        if index == line.start.item { from = max(from, line.start.offset) }
        if index == line.end.item, line.end.offset > 0 { to = min(to, line.end.offset) }
        if from < to {
          let width = width(from, to, isASCII: item.flags.contains(.isASCII))
          append(
            Fragment(
              row: Int32(row), column: Int32(column), width: Int32(width), offset: Int32(from),
              length: Int32(to - from), node: item.node, focusable: item.record,
              appearance: item.appearance))
          column += width
        }
      case .inset:
        column += Int(item.length)
      case .anchor:
        anchors.append(Anchor(node: item.node, row: Int32(row)))
      case .atomicStart:
        index = item.link
      default:
        break
      }
      index += 1
    }
    while index < min(next.item, items.count) {
      if items[index].kind == .anchor {
        anchors.append(Anchor(node: items[index].node, row: Int32(row)))
      }
      index += 1
    }
    if line.endsInSoftHyphen {
      let before = fragments[fragments.count - 1]
      append(
        Fragment(
          row: Int32(row), column: Int32(column), width: 1, offset: glyphs.hyphen, length: 1,
          node: before.node, focusable: before.focusable, appearance: before.appearance))
    }
    return 1
  }
}
