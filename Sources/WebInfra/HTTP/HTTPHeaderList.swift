// SPDX-License-Identifier: MIT
// Part of Grille: header fields in the order they were received or will be sent.

/// An ordered list of header fields; names compare without regard to case.
///
/// No field with a character that could split a message gets in.
public struct HTTPHeaderList: Hashable, Sendable {
  /// One header field.
  public struct Field: Hashable, Sendable {
    /// The name in its original spelling.
    public let name: String
    /// The value without white space at its ends.
    public let value: String
    /// Whether each character of the value stands for one byte, as in the standards' byte strings;
    /// if not, the value is UTF-8.
    package let isByteString: Bool

    /// The value as it is on the wire.
    package var bytes: [UInt8] { isByteString ? Isomorphic.encode(value) : Array(value.utf8) }
  }

  private var fields: [Field] = []

  /// Makes an empty list.
  public init() {}

  /// Makes a list of the pairs, leaving out those that are no valid header fields.
  public init(_ pairs: [(String, String)]) {
    for (name, value) in pairs { append(name, value) }
  }

  // MARK: Reading

  /// The value of the first field of that name.
  public func first(_ name: String) -> String? {
    fields.first { ASCII.equalsIgnoringCase($0.name, name) }?.value
  }

  /// The values of all fields of that name, in order.
  public func all(_ name: String) -> [String] {
    fields.filter { ASCII.equalsIgnoringCase($0.name, name) }.map(\.value)
  }

  // fetch.spec.whatwg.org/#concept-header-list-get
  /// All values of that name joined by a comma and a space, or nil if there is no such field.
  public func combined(_ name: String) -> String? {
    let values = all(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Whether there is a field of that name.
  public func contains(_ name: String) -> Bool {
    fields.contains { ASCII.equalsIgnoringCase($0.name, name) }
  }

  // fetch.spec.whatwg.org/#header-value-get-decode-and-split
  /// The elements of a comma-separated field, each trimmed; commas inside quotes do not count.
  public func elements(_ name: String) -> [String] {
    guard let text = combined(name) else { return [] }
    var elements: [String] = []
    var current: [UInt8] = []
    var (isQuoted, isEscaped) = (false, false)
    for byte in text.utf8 {
      if byte == 0x2C, !isQuoted {
        elements.append(ASCII.trimmingHTTPWhitespace(String(decoding: current, as: UTF8.self)))
        current.removeAll(keepingCapacity: true)
        continue
      }
      if isQuoted, isEscaped {
        isEscaped = false
      } else if isQuoted, byte == 0x5C {
        isEscaped = true
      } else if byte == 0x22 {
        isQuoted.toggle()
      }
      current.append(byte)
    }
    elements.append(ASCII.trimmingHTTPWhitespace(String(decoding: current, as: UTF8.self)))
    return elements.filter { !$0.isEmpty }
  }

  // MARK: Changing

  // fetch.spec.whatwg.org/#concept-header-value
  /// Adds a field at the end; false, and no change, if name or value is not allowed in HTTP.
  ///
  /// The name has to be a token; the value may not hold NUL, CR or LF within.
  @discardableResult
  public mutating func append(_ name: String, _ value: String) -> Bool {
    append(name, value, isByteString: false)
  }

  /// Adds a field at the end, of which the value may stand for bytes.
  @discardableResult
  package mutating func append(_ name: String, _ value: String, isByteString: Bool) -> Bool {
    guard let field = Self.validField(name, value, isByteString) else { return false }
    fields.append(field)
    return true
  }

  /// Replaces all fields of that name by one, at the place of the first; false if not allowed.
  @discardableResult
  public mutating func set(_ name: String, _ value: String) -> Bool {
    set(name, value, isByteString: false)
  }

  /// Replaces all fields of that name by one, of which the value may stand for bytes.
  @discardableResult
  package mutating func set(_ name: String, _ value: String, isByteString: Bool) -> Bool {
    guard let field = Self.validField(name, value, isByteString) else { return false }
    guard
      let index = fields.firstIndex(where: { ASCII.equalsIgnoringCase($0.name, name) })
    else {
      fields.append(field)
      return true
    }
    fields[index] = field
    let rest = fields[(index + 1)...].filter { !ASCII.equalsIgnoringCase($0.name, name) }
    fields.replaceSubrange((index + 1)..., with: rest)
    return true
  }

  /// Removes all fields of that name.
  public mutating func remove(_ name: String) {
    fields.removeAll { ASCII.equalsIgnoringCase($0.name, name) }
  }

  private static func validField(
    _ name: String, _ value: String, _ isByteString: Bool
  ) -> Field? {
    guard ASCII.isToken(name) else { return nil }
    let trimmed = ASCII.trimmingHTTPWhitespace(value)
    guard !trimmed.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
      return nil
    }
    return Field(name: name, value: trimmed, isByteString: isByteString)
  }
}

extension HTTPHeaderList: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of fields.
  public var endIndex: Int { fields.count }
  /// The field at that place.
  public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaderList: ExpressibleByDictionaryLiteral {
  /// Makes a list of the pairs in their order, leaving out what is not allowed.
  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}

extension HTTPHeaderList: CustomStringConvertible {
  /// Whether a field carries a secret which no log and no copy may show.
  public static func isSecret(_ name: String) -> Bool {
    secretNames.contains { ASCII.equalsIgnoringCase($0, name) }
  }

  private static let secretNames = [
    "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Authentication-Info",
    "Proxy-Authentication-Info",
  ]

  /// One `name: value` a line, with the values of secrets left out.
  public var description: String {
    fields.map { "\($0.name): \(Self.isSecret($0.name) ? "(hidden)" : $0.value)" }
      .joined(separator: "\n")
  }
}
