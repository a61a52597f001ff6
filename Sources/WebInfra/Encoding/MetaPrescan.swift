// SPDX-License-Identifier: MIT
// Part of Grille: finds the encoding that a document declares in its first bytes.

/// Looks for `<meta charset>` and its like before the document is decoded.
struct MetaPrescan: ~Copyable {
  private let bytes: [UInt8]
  private var position = 0

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
  /// The declared encoding; meant for the first 1024 bytes of a document.
  ///
  /// `isComplete` tells that no more bytes are looked at: only then an XML declaration counts, as a
  /// `meta` element may follow, which is stronger.
  static func encoding(in bytes: [UInt8], isComplete: Bool = true) -> TextEncoding? {
    if bytes.starts(with: [0x3C, 0x00, 0x3F, 0x00, 0x78, 0x00]) { return .utf16LE }
    if bytes.starts(with: [0x00, 0x3C, 0x00, 0x3F, 0x00, 0x78]) { return .utf16BE }
    var scan = MetaPrescan(bytes: bytes)
    return scan.run() ?? (isComplete ? xmlEncoding(in: bytes) : nil)
  }

  private mutating func run() -> TextEncoding? {
    while let tag = bytes[position...].firstIndex(of: 0x3C) {
      position = tag
      if starts(with: "<!--") {
        // The dashes of the start may also be those of the end.
        position += 4
        guard let end = endOfComment() else { return nil }
        position = end
      } else if starts(with: "<meta"), let next = byte(5), ASCII.isWhitespace(next) || next == 0x2F
      {
        position += 5
        if let encoding = meta() { return encoding }
      } else if isTag() {
        skip { !ASCII.isWhitespace($0) && $0 != 0x3E }
        while attribute() != nil {}
      } else if let next = byte(1), next == 0x21 || next == 0x2F || next == 0x3F {
        skip { $0 != 0x3E }
      }
      position += 1
      guard position < bytes.count else { return nil }
    }
    return nil
  }

  private func isTag() -> Bool {
    guard let next = byte(1) else { return false }
    return ASCII.isAlpha(next) || (next == 0x2F && byte(2).map(ASCII.isAlpha) ?? false)
  }

  /// The position of the `>` of the next `-->`.
  private func endOfComment() -> Int? {
    bytes[position...].indices.first {
      bytes[$0] == 0x3E && bytes[$0 - 1] == 0x2D && bytes[$0 - 2] == 0x2D
    }
  }

  /// Reads the attributes of a `meta` element.
  private mutating func meta() -> TextEncoding? {
    var seen: Set<[UInt8]> = []
    var (hasPragma, needsPragma): (Bool, Bool?) = (false, nil)
    var encoding: TextEncoding?
    while let (name, value) = attribute() {
      guard seen.insert(name).inserted else { continue }
      switch String(decoding: name, as: UTF8.self) {
      case "http-equiv": hasPragma = value == Array("content-type".utf8)
      case "content":
        if needsPragma == nil, let found = Self.encoding(inContent: value) {
          (encoding, needsPragma) = (found, true)
        }
      case "charset": (encoding, needsPragma) = (TextEncoding(labelBytes: value), false)
      default: break
      }
    }
    // An element that is cut off says nothing yet.
    guard byte(0) != nil, let needsPragma, hasPragma || !needsPragma else { return nil }
    return encoding.map(Self.usable)
  }

  /// What a declaration that could be read as ASCII can mean.
  private static func usable(_ encoding: TextEncoding) -> TextEncoding {
    switch encoding {
    case .utf16BE, .utf16LE: .utf8
    case .userDefined: .windows1252
    default: encoding
    }
  }

  // html.spec.whatwg.org/#concept-get-attributes-when-sniffing
  private mutating func attribute() -> (name: [UInt8], value: [UInt8])? {
    skip { ASCII.isWhitespace($0) || $0 == 0x2F }
    guard let first = byte(0), first != 0x3E else { return nil }
    var (name, value): ([UInt8], [UInt8]) = ([], [])
    while let next = byte(0) {
      if next == 0x3D, !name.isEmpty { break }
      if ASCII.isWhitespace(next) { break }
      if next == 0x2F || next == 0x3E { return (name, value) }
      name.append(ASCII.lowercase(next))
      position += 1
    }
    skip(ASCII.isWhitespace)
    guard byte(0) == 0x3D else { return byte(0) == nil ? nil : (name, value) }
    position += 1
    skip(ASCII.isWhitespace)
    guard let opening = byte(0) else { return nil }
    if opening == 0x22 || opening == 0x27 {
      position += 1
      while let next = byte(0), next != opening {
        value.append(ASCII.lowercase(next))
        position += 1
      }
      guard byte(0) != nil else { return nil }
      position += 1
      return (name, value)
    }
    while let next = byte(0), !ASCII.isWhitespace(next), next != 0x3E {
      value.append(ASCII.lowercase(next))
      position += 1
    }
    return byte(0) == nil ? nil : (name, value)
  }

  // html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element
  /// The encoding in the `content` of a `meta` element that stands for `Content-Type`.
  static func encoding(inContent content: [UInt8]) -> TextEncoding? {
    let word = Array("charset".utf8)
    var index = 0
    while index + word.count <= content.count {
      guard
        content[index..<index + word.count].elementsEqual(word, by: { ASCII.lowercase($0) == $1 })
      else {
        index += 1
        continue
      }
      index += word.count
      var rest = content[index...].drop(while: ASCII.isWhitespace)
      guard rest.first == 0x3D else { continue }
      rest = rest.dropFirst().drop(while: ASCII.isWhitespace)
      guard let first = rest.first else { return nil }
      if first == 0x22 || first == 0x27 {
        let inner = rest.dropFirst().prefix { $0 != first }
        guard inner.endIndex < content.count else { return nil }
        return TextEncoding(labelBytes: Array(inner))
      }
      return TextEncoding(labelBytes: Array(rest.prefix { !ASCII.isWhitespace($0) && $0 != 0x3B }))
    }
    return nil
  }

  // html.spec.whatwg.org/#concept-get-xml-encoding-when-sniffing
  /// The encoding of an XML declaration.
  static func xmlEncoding(in bytes: [UInt8]) -> TextEncoding? {
    guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.firstIndex(of: 0x3E) else {
      return nil
    }
    let word = Array("encoding".utf8)
    let declaration = bytes[..<end]
    guard
      let start = declaration.indices.first(where: { declaration[$0...].starts(with: word) })
    else { return nil }
    var rest = declaration[(start + word.count)...].drop { $0 <= 0x20 }
    guard rest.first == 0x3D else { return nil }
    rest = rest.dropFirst().drop { $0 <= 0x20 }
    guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { return nil }
    let label = rest.dropFirst().prefix { $0 != quote }
    guard label.endIndex < end, !label.contains(where: { $0 <= 0x20 }) else { return nil }
    return TextEncoding(labelBytes: Array(label)).map(usable)
  }

  private func byte(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func skip(_ condition: (UInt8) -> Bool) {
    while position < bytes.count, condition(bytes[position]) { position += 1 }
  }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    let part = bytes[position..<position + count]
    return text.withUTF8Buffer { expected in
      unsafe part.elementsEqual(expected) { ASCII.lowercase($0) == $1 }
    }
  }
}
