// SPDX-License-Identifier: MIT
// Part of Grille: text of the document becomes items: collapsed, transformed, sanitised.

import CSS
import CellGrid
import DOM
import UnicodeText

extension BoxTreeBuilder {
  /// Adds a text node.
  mutating func addText(_ node: NodeID) {
    let range = document.textRange(of: node)
    if range.isEmpty { return }
    let traits = contexts[contexts.count - 1].traits
    guard traits.isVisible else { return }
    if traits.collapse == .collapse {
      // Most text between boxes is white space that goes away.
      if followsSpace || isInTableStructure, document.isWhitespace(range) { return }
    }
    // White space between the items of a flex container is not rendered.
    if contexts[contexts.count - 1].kind == .flexRow, document.isWhitespace(range) { return }
    prepareForInline()
    if needsTransform {
      var scratch: [UInt8] = []
      document.appendText(range, into: &scratch)
      transform(&scratch)
      addSlowly(scratch)
      return
    }
    let start = flow.text.count
    document.appendText(range, into: &flow.text)
    addAppended(from: start)
  }

  /// Adds text that the page does not hold as a text node: generated content, alternative text.
  mutating func addGenerated(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, contexts[contexts.count - 1].traits.isVisible else { return }
    prepareForInline()
    let start = flow.text.count
    flow.text.append(contentsOf: bytes)
    addAppended(from: start)
  }

  /// Adds text as one piece that lines do not break: a form control.
  mutating func addSolid(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, contexts[contexts.count - 1].traits.isVisible else { return }
    prepareForInline()
    let start = flow.text.count
    DisplayString.sanitize(bytes.span, into: &flow.text, as: .page)
    let context = contexts[contexts.count - 1]
    var item = FlowItem(.solidText, node: context.node)
    item.offset = Int32(start)
    item.length = Int32(flow.text.count - start)
    item.appearance = context.appearance
    item.record = context.focusable
    if bytes.allSatisfy({ $0 < 0x80 }) { item.flags = .isASCII }
    flow.items.append(item)
    followsSpace = false
    hasLinkContent = true
  }

  /// Turns bytes at the end of the pool into items.
  private mutating func addAppended(from start: Int) {
    switch contexts[contexts.count - 1].traits.collapse {
    case .collapse: addCollapsing(from: start)
    case .preserveBreaks: addSlowly(takeFromPool(from: start))
    case .preserve, .breakSpaces: addPreserved(from: start)
    }
  }

  private mutating func addCollapsing(from start: Int) {
    let scan = TextCollapser.collapse(&flow.text, from: start, followsSpace: &followsSpace)
    let rest = scan.stop < flow.text.count ? Array(flow.text[scan.stop...]) : []
    flow.text.removeLast(flow.text.count - scan.end)
    addItem(start, scan.end, isASCII: scan.isASCII, needsBreakTable: scan.needsBreakTable)
    if !rest.isEmpty { addSlowly(rest) }
  }

  // drafts.csswg.org/css-text-3/#white-space-phase-2
  private mutating func addPreserved(from start: Int) {
    var position = start
    while position < flow.text.count {
      let scan = TextCollapser.scanPreserved(flow.text, from: position)
      addItem(
        position, scan.stop, isASCII: scan.isASCII, needsBreakTable: scan.needsBreakTable)
      guard scan.stop < flow.text.count else { return }
      guard flow.text[scan.stop] == 0x0A else {
        let rest = takeFromPool(from: scan.stop)
        addSlowly(rest)
        return
      }
      addLineBreak()
      position = scan.stop + 1
    }
  }

  private mutating func takeFromPool(from start: Int) -> [UInt8] {
    let rest = Array(flow.text[start...])
    flow.text.removeLast(rest.count)
    return rest
  }

  /// Adds the item of bytes that are in the pool, joined to the one before if nothing differs.
  private mutating func addItem(
    _ start: Int, _ end: Int, isASCII: Bool, needsBreakTable: Bool
  ) {
    guard start < end else { return }
    let context = contexts[contexts.count - 1]
    if flow.text[start] != 0x20 || end > start + 1 { hasLinkContent = true }
    var flags = context.traits.flags
    if isASCII { flags.insert(.isASCII) }
    if needsBreakTable { flags.insert(.needsBreakTable) }
    if context.traits.collapse != .collapse {
      lineColumn += flow.width(start, end, isASCII: isASCII)
    }
    let last = flow.items.count - 1
    if last >= 0, flow.items[last].kind == .text, flow.items[last].flags == flags,
      flow.items[last].appearance == context.appearance,
      flow.items[last].record == context.focusable,
      Int(flow.items[last].offset + flow.items[last].length) == start
    {
      flow.items[last].length += Int32(end - start)
      return
    }
    var item = FlowItem(.text, node: context.node)
    item.offset = Int32(start)
    item.length = Int32(end - start)
    item.appearance = context.appearance
    item.record = context.focusable
    item.flags = flags
    flow.items.append(item)
  }

  /// Adds text character by character: tabs, controls, invisible characters, soft hyphens.
  private mutating func addSlowly(_ bytes: [UInt8]) {
    let context = contexts[contexts.count - 1]
    let collapses =
      context.traits.collapse == .collapse || context.traits.collapse == .preserveBreaks
    let keepsBreaks = context.traits.collapse != .collapse
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte > 0x20, byte < 0x7F {
        index += 1
        continue
      }
      var length = 1
      var breakKind: FlowItem.Kind?
      if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] == 0xAD {
        length = 2
        breakKind = .softHyphen
      } else if byte == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80,
        bytes[index + 2] == 0x8B
      {
        length = 3
        breakKind = .breakOpportunity
      } else if byte > 0x20 || byte < 0x20 && !byte.isASCIIWhitespace {
        index += 1
        continue
      }
      addSanitized(bytes[start..<index])
      if let breakKind {
        var item = FlowItem(breakKind)
        item.node = context.node
        if context.traits.flags.contains(.wraps) { flow.items.append(item) }
      } else if byte == 0x0A, keepsBreaks {
        dropSpaceBeforeBreak(collapses)
        addLineBreak()
      } else if !collapses {
        addBlanks(byte == 0x09 ? columnsToTabStop() : 1)
      } else if !followsSpace {
        addBlanks(1)
        followsSpace = true
      }
      index += length
      start = index
    }
    addSanitized(bytes[start...])
  }

  private mutating func addSanitized(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    let start = flow.text.count
    DisplayString.sanitize(bytes.span, into: &flow.text, as: .page)
    guard flow.text.count > start else { return }
    var scan = TextScan()
    // Spaces cannot be among them, so that the fast pass only classifies.
    var ignored = false
    scan = TextCollapser.collapse(&flow.text, from: start, followsSpace: &ignored)
    let isWhole = scan.stop == flow.text.count
    addItem(
      start, flow.text.count, isASCII: isWhole && scan.isASCII,
      needsBreakTable: !isWhole || scan.needsBreakTable)
    followsSpace = false
  }

  private mutating func addBlanks(_ count: Int) {
    let start = flow.text.count
    for _ in 0..<count { flow.text.append(0x20) }
    addItem(start, flow.text.count, isASCII: true, needsBreakTable: false)
  }

  /// Collapsible spaces before a preserved line break go away.
  private mutating func dropSpaceBeforeBreak(_ collapses: Bool) {
    guard collapses, followsSpace, let last = flow.items.last, last.kind == .text, last.length > 0,
      flow.text[Int(last.offset + last.length) - 1] == 0x20
    else { return }
    flow.items[flow.items.count - 1].length -= 1
  }

  /// The columns from the end of the line so far to the next tab stop.
  private func columnsToTabStop() -> Int {
    let stop = max(1, Int(contexts[contexts.count - 1].traits.tabSize))
    return stop - lineColumn % stop
  }

  // MARK: Transforming

  private var needsTransform: Bool {
    let context = contexts[contexts.count - 1]
    return context.traits.transform != .none || context.isSuperscript
  }

  // drafts.csswg.org/css-text-3/#text-transform-property
  private mutating func transform(_ bytes: inout [UInt8]) {
    let context = contexts[contexts.count - 1]
    switch context.traits.transform {
    case .none:
      break
    case .uppercase:
      bytes = Array(String(decoding: bytes, as: UTF8.self).uppercased().utf8)
    case .lowercase:
      bytes = Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    case .capitalize:
      capitalize(&bytes)
    }
    guard context.isSuperscript else { return }
    if let raised = Superscript.raised(bytes) {
      bytes = raised
    } else if Superscript.isExponent(bytes, after: flow.text.last) {
      bytes.insert(UInt8(ascii: "^"), at: 0)
    }
  }

  private func capitalize(_ bytes: inout [UInt8]) {
    var isInWord = !followsSpace && flow.text.last.map { $0 != 0x20 } ?? false
    var result = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      if isLetter, !isInWord {
        result += scalar.properties.titlecaseMapping
      } else {
        result.unicodeScalars.append(scalar)
      }
      // An apostrophe does not end a word.
      isInWord = isLetter || isInWord && (scalar == "'" || scalar == "\u{2019}")
    }
    bytes = Array(result.utf8)
  }
}

/// Raised digits and signs, so that 10 to the sixth does not read as one hundred and six.
enum Superscript {
  private static let raisedForms: [UInt8: String] = [
    0x30: "⁰", 0x31: "¹", 0x32: "²", 0x33: "³", 0x34: "⁴", 0x35: "⁵", 0x36: "⁶", 0x37: "⁷",
    0x38: "⁸", 0x39: "⁹", 0x2B: "⁺", 0x2D: "⁻", 0x6E: "ⁿ", 0x69: "ⁱ",
  ]

  /// The raised form of a text, or nil if some of its characters have none.
  static func raised(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= 8 else { return nil }
    var result: [UInt8] = []
    var hasDigit = false
    for byte in bytes {
      if byte == 0xE2 || byte == 0x88 || byte == 0x92 { return raisedMinus(bytes) }
      guard let form = raisedForms[byte] else { return nil }
      hasDigit = hasDigit || byte & 0xF0 == 0x30
      result.append(contentsOf: form.utf8)
    }
    return hasDigit || bytes.count == 1 ? result : nil
  }

  /// Whether a text without a raised form would change the number or name it follows, so that a
  /// caret has to keep them apart: "3.5" behind "10", "N" behind "a".
  static func isExponent(_ bytes: [UInt8], after previous: UInt8?) -> Bool {
    guard let first = bytes.first, bytes.count <= 8, let previous,
      previous == UInt8(ascii: ")") || isLetterOrDigit(previous)
    else { return false }
    return first &- 0x30 < 10 || first == UInt8(ascii: "-") && bytes.count > 1
      || bytes.count == 1 && isLetterOrDigit(first)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  /// As `raised`, for texts with a minus sign (U+2212).
  private static func raisedMinus(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: [0xE2, 0x88, 0x92]), bytes.count > 3 else { return nil }
    guard let rest = raised(Array(bytes[3...])) else { return nil }
    return Array("⁻".utf8) + rest
  }
}
