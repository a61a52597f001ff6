// SPDX-License-Identifier: MIT
// Part of Grille: MIME types with parameters, read and written as the standard says.

/// A MIME type, such as `text/html;charset=utf-8`.
public struct MIMEType: Hashable, Sendable {
  /// One parameter.
  public struct Parameter: Hashable, Sendable {
    /// The name in lower case.
    public let name: String
    /// The value without quotes.
    public let value: String
  }

  /// The part before the slash, in lower case.
  public let type: String
  /// The part after the slash, in lower case.
  public let subtype: String
  /// The parameters in order, each name once.
  public private(set) var parameters: [Parameter]

  /// Makes a MIME type of parts which are known to be tokens in lower case.
  init(_ type: String, _ subtype: String, parameters: [Parameter] = []) {
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }

  // mimesniff.spec.whatwg.org/#parse-a-mime-type
  /// Reads a MIME type; nil if type or subtype is no token.
  ///
  /// Broken parameters are left out.
  public init?(parsing text: String) {
    let bytes = Array(ASCII.trimmingHTTPWhitespace(text).utf8)
    guard let slash = bytes.firstIndex(of: 0x2F) else { return nil }
    let semicolon = bytes.firstIndex(of: 0x3B) ?? bytes.count
    guard slash < semicolon else { return nil }
    var subtypeEnd = semicolon
    while subtypeEnd > slash + 1, ASCII.isHTTPWhitespace(bytes[subtypeEnd - 1]) {
      subtypeEnd -= 1
    }
    let (typeBytes, subtypeBytes) = (bytes[..<slash], bytes[(slash + 1)..<subtypeEnd])
    guard !typeBytes.isEmpty, !subtypeBytes.isEmpty, typeBytes.allSatisfy(ASCII.isToken),
      subtypeBytes.allSatisfy(ASCII.isToken)
    else { return nil }
    self.init(
      String(decoding: typeBytes.map(ASCII.lowercase), as: UTF8.self),
      String(decoding: subtypeBytes.map(ASCII.lowercase), as: UTF8.self))
    parseParameters(bytes[semicolon...])
  }

  private mutating func parseParameters(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let first = rest.first {
      if first == 0x3B { rest.removeFirst() }
      rest = rest.drop(while: ASCII.isHTTPWhitespace)
      let nameBytes = rest.prefix { $0 != 0x3B && $0 != 0x3D }
      rest = rest.dropFirst(nameBytes.count)
      guard rest.first == 0x3D else { continue }
      rest.removeFirst()
      let value: [UInt8]
      if rest.first == 0x22 {
        value = Self.quotedString(&rest)
        rest = rest.drop { $0 != 0x3B }
      } else {
        var plain = rest.prefix { $0 != 0x3B }
        rest = rest.dropFirst(plain.count)
        while let last = plain.last, ASCII.isHTTPWhitespace(last) { plain.removeLast() }
        if plain.isEmpty { continue }
        value = Array(plain)
      }
      guard !nameBytes.isEmpty, nameBytes.allSatisfy(ASCII.isToken),
        value.allSatisfy(Self.isQuotedStringByte)
      else { continue }
      let name = String(decoding: nameBytes.map(ASCII.lowercase), as: UTF8.self)
      if parameters.contains(where: { $0.name == name }) { continue }
      parameters.append(Parameter(name: name, value: String(decoding: value, as: UTF8.self)))
    }
  }

  // fetch.spec.whatwg.org/#collect-an-http-quoted-string
  private static func quotedString(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var value: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if byte == 0x22 { break }
      if byte == 0x5C {
        value.append(rest.popFirst() ?? 0x5C)
      } else {
        value.append(byte)
      }
    }
    return value
  }

  private static func isQuotedStringByte(_ byte: UInt8) -> Bool {
    byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
  }

  /// Type and subtype, as in `text/html`.
  public var essence: String { "\(type)/\(subtype)" }

  /// The value of a parameter, whose name is given in lower case.
  public func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// The `charset` parameter.
  public var charset: String? { parameter("charset") }

  /// Sets a parameter, or removes it.
  mutating func setParameter(_ name: String, _ value: String?) {
    let index = parameters.firstIndex { $0.name == name }
    switch (index, value) {
    case (let index?, let value?): parameters[index] = Parameter(name: name, value: value)
    case (let index?, nil): parameters.remove(at: index)
    case (nil, let value?): parameters.append(Parameter(name: name, value: value))
    case (nil, nil): break
    }
  }

  // MARK: Well-known types

  /// `text/html`.
  public static let html = MIMEType("text", "html")
  /// `text/plain`.
  public static let plainText = MIMEType("text", "plain")
  /// `application/octet-stream`.
  public static let octetStream = MIMEType("application", "octet-stream")
}

extension MIMEType: CustomStringConvertible {
  // mimesniff.spec.whatwg.org/#serialize-a-mime-type
  /// The type as a header writes it.
  public var description: String {
    var text = essence
    for parameter in parameters {
      text += ";\(parameter.name)="
      if ASCII.isToken(parameter.value) {
        text += parameter.value
      } else {
        let escaped = parameter.value.utf8.flatMap { byte -> [UInt8] in
          byte == 0x22 || byte == 0x5C ? [0x5C, byte] : [byte]
        }
        text += "\"\(String(decoding: escaped, as: UTF8.self))\""
      }
    }
    return text
  }
}
