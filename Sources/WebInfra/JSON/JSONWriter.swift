// SPDX-License-Identifier: MIT
// Part of Grille: writes JSON.

extension JSONValue {
  /// The value as a JSON text, in one line or indented by two spaces.
  package func serialized(indented: Bool = false) -> String {
    var output: [UInt8] = []
    write(into: &output, indent: indented ? 0 : nil)
    return String(decoding: output, as: UTF8.self)
  }

  private func write(into output: inout [UInt8], indent: Int?) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): output.append(contentsOf: String(value).utf8)
    case .number(let value):
      // JSON has no infinities.
      output.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
    case .string(let text): Self.write(text, into: &output)
    case .array(let elements):
      Self.write(elements, "[", "]", into: &output, indent) { element, output, indent in
        element.write(into: &output, indent: indent)
      }
    case .object(let members):
      Self.write(members, "{", "}", into: &output, indent) { member, output, indent in
        Self.write(member.name, into: &output)
        output.append(0x3A)
        if indent != nil { output.append(0x20) }
        member.value.write(into: &output, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, into output: inout [UInt8],
    _ indent: Int?, _ body: (Element, inout [UInt8], Int?) -> Void
  ) {
    output.append(contentsOf: opening.utf8)
    let inner = indent.map { $0 + 2 }
    for (index, element) in elements.enumerated() {
      if index > 0 { output.append(0x2C) }
      newLine(inner, into: &output)
      body(element, &output, inner)
    }
    if !elements.isEmpty { newLine(indent, into: &output) }
    output.append(contentsOf: closing.utf8)
  }

  private static func newLine(_ indent: Int?, into output: inout [UInt8]) {
    guard let indent else { return }
    output.append(0x0A)
    output.append(contentsOf: repeatElement(0x20, count: indent))
  }

  private static func write(_ text: String, into output: inout [UInt8]) {
    output.append(0x22)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": output += [0x5C, UInt8(scalar.value)]
      case "\n": output += [0x5C, 0x6E]
      case "\r": output += [0x5C, 0x72]
      case "\t": output += [0x5C, 0x74]
      case _ where isEscaped(scalar):
        output += Array("\\u".utf8)
        for shift in [12, 8, 4, 0] {
          output.append(ASCII.upperHexDigit(UInt8(scalar.value >> shift & 15)))
        }
      case _ where scalar.isASCII: output.append(UInt8(scalar.value))
      default: output.append(contentsOf: scalar.utf8)
      }
    }
    output.append(0x22)
  }

  /// Whether a character is spelled by its number: a terminal could take it for a command, or a reader
  /// would not see what it does.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
      true
    default: false
    }
  }
}
