// SPDX-License-Identifier: MIT
// Part of Grille: judges JSON by a schema, as far as the program's own schemas need it.
import WebInfra

/// A JSON Schema of the words `type`, `const`, `enum`, `minimum`, `properties`, `required`,
/// `additionalProperties`, `items` and `$ref`.
package struct JSONSchema: Sendable {
  private let root: JSONValue

  /// Takes the text of a schema; nil if it is no JSON.
  package init?(_ text: String) {
    guard let root = JSONValue(parsing: text) else { return nil }
    self.root = root
  }

  /// What is wrong with a value, a sentence each; empty if it fits.
  package func problems(of value: JSONValue) -> [String] { problems(of: value, root, at: "") }

  // json-schema.org/draft/2020-12/json-schema-validation
  private func problems(of value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    guard case .object(let words) = schema else { return ["\(place): the schema is no object"] }
    var found: [String] = []
    for word in words {
      switch word.name {
      case "$schema", "$defs", "title", "description", "properties", "additionalProperties": break
      case "type" where !Self.isOfType(word.value.string, value):
        found.append("\(place): is no \(word.value.string ?? "?")")
      case "const" where value != word.value: found.append("\(place): is another value")
      case "enum" where word.value.array?.contains(value) != true:
        found.append("\(place): is none of the values")
      case "minimum" where (value.number ?? 0) < (word.value.number ?? 0):
        found.append("\(place): is too small")
      case "required":
        for name in word.value.array ?? [] where value[name.string ?? ""] == nil {
          found.append("\(place): lacks \(name.string ?? "?")")
        }
      case "items":
        for (index, element) in (value.array ?? []).enumerated() {
          found += problems(of: element, word.value, at: "\(place)/\(index)")
        }
      case "$ref":
        let name = word.value.string?.split(separator: "/").last.map(String.init) ?? ""
        if let target = root["$defs"]?[name] {
          found += problems(of: value, target, at: place)
        } else {
          found.append("\(place): there is no \(name) in the schema")
        }
      case "type", "const", "enum", "minimum": break
      default: found.append("\(place): the schema uses \(word.name)")
      }
    }
    if case .object(let members) = value, let known = schema["properties"] {
      for member in members {
        if let inner = known[member.name] {
          found += problems(of: member.value, inner, at: "\(place)/\(member.name)")
        } else if schema["additionalProperties"] == .bool(false) {
          found.append("\(place): has the unknown \(member.name)")
        }
      }
    }
    return found
  }

  private static func isOfType(_ name: String?, _ value: JSONValue) -> Bool {
    switch (name, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
      ("null", .null), ("number", .number), ("number", .integer), ("integer", .integer):
      true
    default: false
    }
  }
}
