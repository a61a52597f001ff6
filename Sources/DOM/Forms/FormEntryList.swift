// SPDX-License-Identifier: MIT
// Part of Grille: the names and values a form sends, and the ways they are written.

internal import WebInfra

/// The names and values a form sends, in tree order, and the three ways they are written.
struct FormEntryList {
  /// One name with its value.
  struct Entry: Equatable {
    var name: String
    var value: String
    /// Whether the value is a file; no file can be chosen, so it is an empty one without a name.
    var isFile = false
  }

  private(set) var entries: [Entry] = []
  private let encoding: TextEncoding

  // html.spec.whatwg.org/#constructing-the-form-data-set
  init(
    form: NodeID, submitter: NodeID, clickPosition: (x: Int, y: Int), in document: Document,
    state: FormState, encoding: TextEncoding
  ) {
    self.encoding = encoding
    for control in document.submittableControls(of: form) {
      guard let kind = document.formControlKind(of: control), !document.isInDatalist(control),
        !document.isDisabledControl(control)
      else { continue }
      if kind.isButton, control != submitter { continue }
      let name = document.attributeValue(.name, of: control) ?? ""
      if kind == .image {
        let prefix = name.isEmpty ? "" : name + "."
        entries.append(Entry(name: prefix + "x", value: String(clickPosition.x)))
        entries.append(Entry(name: prefix + "y", value: String(clickPosition.y)))
        continue
      }
      guard !name.isEmpty else { continue }
      switch kind {
      case .select:
        for option in state.selectedOptions(of: control, in: document)
        where !document.isDisabledOption(option) {
          entries.append(Entry(name: name, value: document.optionValue(option)))
        }
      case .checkbox, .radio:
        guard state.isChecked(control, in: document) else { continue }
        entries.append(
          Entry(name: name, value: document.attributeValue(.value, of: control) ?? "on"))
      case .file:
        entries.append(Entry(name: name, value: "", isFile: true))
      case .hidden where name.equalsIgnoringASCIICase("_charset_"):
        entries.append(Entry(name: name, value: encoding.name))
      default:
        entries.append(Entry(name: name, value: state.value(of: control, in: document)))
      }
      if kind == .textarea || kind.isTextField || kind == .hidden,
        let direction = document.attributeValue(.dirname, of: control), !direction.isEmpty
      {
        let isRightToLeft = Self.isRightToLeft(control, document, state)
        entries.append(Entry(name: direction, value: isRightToLeft ? "rtl" : "ltr"))
      }
    }
  }

  /// The directionality of a control that takes text.
  // html.spec.whatwg.org/#the-directionality
  private static func isRightToLeft(
    _ control: NodeID, _ document: Document, _ state: FormState
  ) -> Bool {
    if document.attribute(.dir, of: control, is: "auto") {
      for scalar in state.value(of: control, in: document).unicodeScalars {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
          0x1E800...0x1EFFF:
          return true
        default: if scalar.properties.isAlphabetic { return false }
        }
      }
      return false
    }
    var node = control
    while !node.isNone, document.isElement(node) {
      if document.attribute(.dir, of: node, is: "rtl") { return true }
      if document.attribute(.dir, of: node, is: "ltr") { return false }
      node = document.parent(of: node)
    }
    return false
  }

  /// As `application/x-www-form-urlencoded`.
  // url.spec.whatwg.org/#concept-urlencoded-serializer
  func urlEncoded() -> [UInt8] {
    var output: [UInt8] = []
    for (index, entry) in entries.enumerated() {
      if index > 0 { output.append(UInt8(ascii: "&")) }
      appendEncoded(entry.name, to: &output)
      output.append(UInt8(ascii: "="))
      appendEncoded(entry.value, to: &output)
    }
    return output
  }

  private func appendEncoded(_ text: String, to output: inout [UInt8]) {
    let bytes = TextEncoder.encode(Self.withNetworkLineEnds(text), as: encoding)
    PercentEncoding.encode(bytes.span, .formURLEncoded, spaceAsPlus: true, into: &output)
  }

  /// As `multipart/form-data`.
  // html.spec.whatwg.org/#multipart-form-data
  func multipart(boundary: String) -> [UInt8] {
    var output: [UInt8] = []
    for entry in entries {
      output += "--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8
      output += escapedForHeader(entry.name)
      output.append(UInt8(ascii: "\""))
      if entry.isFile { output += "; filename=\"\"\r\nContent-Type: application/octet-stream".utf8 }
      output += "\r\n\r\n".utf8
      output += TextEncoder.encode(Self.withNetworkLineEnds(entry.value), as: encoding)
      output += "\r\n".utf8
    }
    output += "--\(boundary)--\r\n".utf8
    return output
  }

  /// A name inside quotes: line ends and quotes cannot end the header.
  private func escapedForHeader(_ name: String) -> [UInt8] {
    var output: [UInt8] = []
    for byte in TextEncoder.encode(Self.withNetworkLineEnds(name), as: encoding) {
      switch byte {
      case 0x0A: output += "%0A".utf8
      case 0x0D: output += "%0D".utf8
      case 0x22: output += "%22".utf8
      default: output.append(byte)
      }
    }
    return output
  }

  /// As `text/plain`, which is for people and cannot be read back.
  func plainText() -> [UInt8] {
    var output: [UInt8] = []
    for entry in entries {
      let line =
        "\(Self.withNetworkLineEnds(entry.name))=\(Self.withNetworkLineEnds(entry.value))\r\n"
      output += TextEncoder.encode(line, as: encoding)
    }
    return output
  }

  /// The text with every line end written as carriage return and line feed.
  private static func withNetworkLineEnds(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    var output: [UInt8] = []
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case 0x0D: output += [0x0D, 0x0A]
      case 0x0A where previous == 0x0D: break
      case 0x0A: output += [0x0D, 0x0A]
      default: output.append(byte)
      }
      previous = byte
    }
    return String(decoding: output, as: UTF8.self)
  }
}
