// SPDX-License-Identifier: MIT
// Part of Grille: form controls drawn in text, with their present values.

import CSS
import CellGrid
import DOM
import UnicodeText

extension BoxTreeBuilder {
  /// The widest a control is drawn, in columns.
  private var widestControl: Int { max(3, min(200, flow.contentColumns.count)) }

  // MARK: Input

  /// Adds an `input` element.
  mutating func addInput(_ node: NodeID) {
    guard let kind = document.formControlKind(of: node), kind != .hidden else { return }
    makeControlFocusable(node)
    switch kind {
    case .checkbox:
      addSolid(Array((forms.isChecked(node, in: document) ? "[x]" : "[ ]").utf8))
    case .radio:
      let on = options.usesASCII ? "(*)" : "(•)"
      addSolid(Array((forms.isChecked(node, in: document) ? on : "( )").utf8))
    case .submit, .reset, .button:
      var label = value(of: node)
      if label.isEmpty, !document.hasAttribute(.value, of: node) {
        if kind == .submit { label = Array(options.labels.submit.utf8) }
        if kind == .reset { label = Array(options.labels.reset.utf8) }
      }
      addButton(collapsed(label))
    case .image:
      addButton(imageLabel(of: node))
    case .file:
      let name = value(of: node)
      addButton(name.isEmpty ? Array(options.labels.chooseFile.utf8) : name)
    default:
      addField(node, isPassword: kind == .password)
    }
  }

  private mutating func addButton(_ label: [UInt8]) {
    addSolid(Array("[ ".utf8) + label + Array(" ]".utf8))
  }

  /// Makes a control focusable unless it is disabled.
  mutating func makeControlFocusable(_ node: NodeID) {
    if !document.isDisabledControl(node) { makeFocusable(node, .control) }
  }

  /// Adds the line of a text field: its value, padded to its size, between brackets.
  private mutating func addField(_ node: NodeID, isPassword: Bool) {
    var value = value(of: node)
    if value.isEmpty, let hint = document.attribute(.placeholder, of: node) {
      document.appendText(hint, into: &value)
    } else if isPassword {
      let count = String(decoding: value, as: UTF8.self).count
      value = Array(repeating: 0x2A, count: min(count, 256))
    }
    let size = document.integer(.size, of: node).flatMap { $0 > 0 ? $0 : nil } ?? 20
    addSolid(fieldLine(value, columns: size))
  }

  /// Text in brackets, cut or padded to a number of columns.
  private func fieldLine(_ value: [UInt8], columns: Int) -> [UInt8] {
    let text = DisplayString(value.span, as: .page)
    let room = max(1, min(columns, widestControl - 2))
    let limit = options.showsWholeValues ? max(room, widestControl - 2) : room
    let shown = text.width > limit && !options.showsWholeValues ? text.truncated(to: limit) : text
    var bytes: [UInt8] = [0x5B]
    bytes.append(contentsOf: shown.utf8)
    for _ in 0..<max(0, room - shown.width) { bytes.append(0x20) }
    bytes.append(0x5D)
    return bytes
  }

  private func imageLabel(of node: NodeID) -> [UInt8] {
    for name in [NameID.alt, .value, .title] {
      if let text = document.attribute(name, of: node), !document.isWhitespace(text) {
        var bytes: [UInt8] = []
        document.appendText(text, into: &bytes)
        return collapsed(bytes)
      }
    }
    return Array(options.labels.submit.utf8)
  }

  // MARK: Select

  /// Whether a `select` element shows several options at once.
  func isListBox(_ node: NodeID) -> Bool {
    document.displaySize(of: node) > 1
  }

  /// Adds a `select` element: its choice, or the list of its options.
  mutating func addSelect(_ node: NodeID) {
    makeControlFocusable(node)
    let selected = forms.selectedOptions(of: node, in: document)
    if !isListBox(node) {
      let arrow = options.usesASCII ? " v]" : " ▾]"
      addSolid(Array("[".utf8) + (selected.last.map { label($0) } ?? []) + Array(arrow.utf8))
      return
    }
    let isMultiple = document.hasAttribute(.multiple, of: node)
    let chosen = Set(selected)
    for (index, option) in document.options(of: node).prefix(2000).enumerated() {
      if index > 0 { addLineBreak() }
      let isOn = chosen.contains(option)
      let mark = isMultiple ? (isOn ? "[x] " : "[ ] ") : (isOn ? "(*) " : "( ) ")
      addSolid(Array(mark.utf8) + label(option))
    }
  }

  private func label(_ option: NodeID) -> [UInt8] {
    collapsed(Array(document.optionLabel(option).utf8))
  }

  // MARK: Text area

  /// Adds a `textarea` element as a box of lines.
  mutating func addTextArea(_ node: NodeID) {
    makeControlFocusable(node)
    let columns = document.integer(.cols, of: node).flatMap { $0 > 0 ? $0 : nil } ?? 20
    let rows = document.integer(.rows, of: node).flatMap { $0 > 0 ? $0 : nil } ?? 2
    let value = value(of: node)
    var lines =
      value.isEmpty ? [] : Self.lines(of: value, columns: max(1, min(columns, widestControl - 2)))
    if lines.isEmpty, let hint = document.attribute(.placeholder, of: node) {
      var bytes: [UInt8] = []
      document.appendText(hint, into: &bytes)
      lines = Self.lines(of: bytes, columns: max(1, min(columns, widestControl - 2)))
    }
    let shown = options.showsWholeValues ? max(rows, lines.count) : rows
    for row in 0..<min(shown, 5000) {
      if row > 0 { addLineBreak() }
      addSolid(fieldLine(row < lines.count ? lines[row] : [], columns: columns))
    }
  }

  /// The lines of a value, wrapped at a number of columns.
  static func lines(of value: [UInt8], columns: Int) -> [[UInt8]] {
    var result: [[UInt8]] = []
    for line in value.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = DisplayString(line.span, as: .page).utf8
      var start = 0
      repeat {
        let rest = text.span.extracting(start..<text.count)
        var length = DisplayString.prefix(rest, columns: columns)
        if length == 0, start < text.count {
          length = GraphemeScanner().nextClusterEnd(rest, from: 0)
        }
        result.append(Array(text[start..<start + length]))
        start += length
      } while start < text.count
    }
    return result
  }

  // MARK: Gauges

  // html.spec.whatwg.org/#the-progress-element
  /// Adds a `progress` or `meter` element as a bar of ten columns.
  mutating func addGauge(_ node: NodeID) {
    func number(_ name: NameID) -> Double? {
      document.attributeValue(name, of: node).flatMap(Double.init)
    }
    let low = document.isHTMLElement(node, .meter) ? number(.min) ?? 0 : 0
    let high = max(low, number(.max) ?? 1)
    guard let value = number(.value), high > low else {
      addSolid(Array("[..........]".utf8))
      return
    }
    let share = min(1, max(0, (value - low) / (high - low)))
    let filled = Int((share * 10).rounded())
    var text = "["
    for column in 0..<10 { text += column < filled ? (options.usesASCII ? "#" : "█") : " " }
    addSolid(Array((text + "] \(Int((share * 100).rounded()))%").utf8))
  }

  // MARK: Values

  /// The present value of a control.
  private func value(of node: NodeID) -> [UInt8] {
    Array(forms.value(of: node, in: document).utf8)
  }

  /// Text with white space collapsed and trimmed.
  private func collapsed(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var needsSpace = false
    for byte in bytes {
      if byte.isASCIIWhitespace {
        needsSpace = !result.isEmpty
      } else {
        if needsSpace { result.append(0x20) }
        needsSpace = false
        result.append(byte)
      }
    }
    return result
  }
}
