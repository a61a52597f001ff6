// SPDX-License-Identifier: MIT
// Part of Grille: what values each kind of control may hold.

/// Makes values fit their controls.
enum ValueSanitizer {
  // html.spec.whatwg.org/#value-sanitization-algorithm
  /// The nearest value that a control of a kind may hold.
  static func sanitized(
    _ text: String, for kind: FormControlKind, of control: NodeID, in document: Document
  ) -> String {
    switch kind {
    case .textarea: return normalizedLines(text)
    case .number: return number(withoutLineEnds(text)) == nil ? "" : withoutLineEnds(text)
    case .range: return range(text, of: control, in: document)
    case .color: return isSimpleColor(text) ? text.lowercased() : "#000000"
    case .url, .email: return trimmed(withoutLineEnds(text))
    case .text, .search, .telephone, .password, .date, .month, .week, .time, .localDateTime:
      // Not implemented: dates and times that do not exist are kept as they are.
      return withoutLineEnds(text)
    default: return text
    }
  }

  private static func withoutLineEnds(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(decoding: text.utf8.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }

  private static func trimmed(_ text: String) -> String {
    var view = text.utf8[...]
    while let first = view.first, first.isASCIIWhitespace { view.removeFirst() }
    while let last = view.last, last.isASCIIWhitespace { view.removeLast() }
    return String(decoding: view, as: UTF8.self)
  }

  /// A text whose lines all end in line feeds.
  static func normalizedLines(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    var result: [UInt8] = []
    var wasReturn = false
    for byte in text.utf8 {
      if !(byte == 0x0A && wasReturn) { result.append(byte == 0x0D ? 0x0A : byte) }
      wasReturn = byte == 0x0D
    }
    return String(decoding: result, as: UTF8.self)
  }

  // html.spec.whatwg.org/#simple-colour
  private static func isSimpleColor(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 7 && bytes[0] == UInt8(ascii: "#")
      && bytes.dropFirst().allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }
  }

  // html.spec.whatwg.org/#valid-floating-point-number
  /// A text that is a valid floating-point number, as a number; nil for any other text.
  static func number(_ text: String) -> Double? {
    var rest = text.utf8[...]
    func takeDigits() -> Bool {
      let start = rest.startIndex
      while let byte = rest.first, byte &- 48 < 10 { rest.removeFirst() }
      return rest.startIndex != start
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let hasWhole = takeDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard takeDigits() else { return nil }
    } else if !hasWhole {
      return nil
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard takeDigits() else { return nil }
    }
    guard rest.isEmpty, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  // html.spec.whatwg.org/#range-state-(type=range)
  /// The nearest value between `min` and `max` that lies on a step.
  private static func range(
    _ text: String, of control: NodeID, in document: Document
  ) -> String {
    func bound(_ name: NameID) -> Double? {
      document.attributeValue(name, of: control).flatMap(number)
    }
    let minimum = bound(.min) ?? 0
    let maximum = bound(.max) ?? 100
    let isEmpty = maximum < minimum
    let middle = isEmpty ? minimum : minimum + (maximum - minimum) / 2
    var result = isEmpty ? minimum : min(max(number(text) ?? middle, minimum), maximum)
    if !document.attribute(.step, of: control, is: "any") {
      let wanted = bound(.step) ?? 1
      let step = wanted > 0 ? wanted : 1
      let steps = ((result - minimum) / step).rounded()
      result = minimum + steps * step
      if result > maximum, !isEmpty { result -= step }
    }
    guard result.isFinite else { return "" }
    if result == result.rounded(), abs(result) < 1e15 { return String(Int(result)) }
    return String(result)
  }
}
