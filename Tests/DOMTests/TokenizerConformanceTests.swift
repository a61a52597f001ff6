// SPDX-License-Identifier: MIT
// Part of Grille: the tokenizer on the html5lib tests, where they are at hand.

import Foundation
import Testing

@testable import DOM

/// Records tokens in the form of the html5lib tests: text joined, one string a token.
struct RecordingSink: HTMLTokenSink {
  var tokens: [String] = []
  private var text: [UInt8] = []
  private var names = Document().names
  private var pool = TextPool()
  let isInForeignContent: Bool

  init(isInForeignContent: Bool) { self.isInForeignContent = isInForeignContent }

  mutating func characters(_ start: UnsafePointer<UInt8>, _ length: Int) {
    text += UnsafeBufferPointer(start: start, count: length)
  }

  private mutating func add(_ token: String) {
    flush()
    tokens.append(token)
  }

  private mutating func flush() {
    if !text.isEmpty { tokens.append("Character " + String(decoding: text, as: UTF8.self)) }
    text = []
  }

  private func string(_ name: NameID) -> String {
    name.isWellKnown
      ? Document().string(name)
      : String(decoding: pool.bytes(names.range(of: name)), as: UTF8.self)
  }

  mutating func startTag(_ tag: inout TagToken) {
    let attributes = tag.attributes.map { attribute in
      let value = tag.values.bytes[attribute.start..<attribute.start + attribute.count]
      return " \(string(attribute.name))=\(String(decoding: value, as: UTF8.self))"
    }
    add(
      "StartTag \(string(tag.name))\(attributes.sorted().joined())\(tag.isSelfClosing ? " /" : "")")
  }

  mutating func endTag(_ tag: inout TagToken) { add("EndTag \(string(tag.name))") }

  mutating func comment(_ bytes: UnsafeBufferPointer<UInt8>) {
    add("Comment " + String(decoding: bytes, as: UTF8.self))
  }

  mutating func doctype(_ token: borrowing DoctypeToken) {
    let name = token.hasName ? String(decoding: token.name.bytes, as: UTF8.self) : "nil"
    let publicIdentifier =
      token.hasPublicIdentifier
      ? String(decoding: token.publicIdentifier.bytes, as: UTF8.self) : "nil"
    let systemIdentifier =
      token.hasSystemIdentifier
      ? String(decoding: token.systemIdentifier.bytes, as: UTF8.self) : "nil"
    add("DOCTYPE \(name) \(publicIdentifier) \(systemIdentifier) \(!token.forcesQuirks)")
  }

  mutating func finish() { flush() }
  mutating func takeTokenizerState() -> HTMLTokenizer.State? { nil }

  mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> NameID {
    names.intern(name, hash: NameHash.of(name), in: &pool)
  }

  func isName(_ name: NameID, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    string(name).utf8.elementsEqual(bytes.map(\.asciiLowercased))
  }

  mutating func reach(_ limit: DocumentLimits.Reached) {}
}

@Suite struct TokenizerConformanceTests {
  private static var folder: String? {
    ProcessInfo.processInfo.environment["GRILLE_CONFORMANCE"].map {
      $0 + "/data/html5lib/tokenizer"
    }
  }

  private static let states: [String: HTMLTokenizer.State] = [
    "Data state": .data, "PLAINTEXT state": .plaintext, "RCDATA state": .rcdata,
    "RAWTEXT state": .rawtext, "Script data state": .scriptData, "CDATA section state": .cdata,
  ]

  @Test(.enabled(if: folder != nil, "set GRILLE_CONFORMANCE to the conformance folder"))
  func tokensAreTheStandards() throws {
    let folder = try #require(Self.folder)
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      // Its expectations are those of a converter to XML.
      guard file.hasSuffix(".test"), file != "xmlViolation.test" else { continue }
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
      let contents = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      for test in contents?["tests"] as? [[String: Any]] ?? [] {
        count += run(test, file)
      }
    }
    #expect(count > 6000)
  }

  private func run(_ test: [String: Any], _ file: String) -> Int {
    let isEscaped = test["doubleEscaped"] as? Bool ?? false
    guard let source = test["input"] as? String, let output = test["output"] as? [[Any]],
      let input = isEscaped ? Self.unescaped(source) : source
    else { return 0 }
    let expected = Self.joined(output, isEscaped)
    guard let expected else { return 0 }
    var count = 0
    for name in test["initialStates"] as? [String] ?? ["Data state"] {
      guard let state = Self.states[name] else { continue }
      let lastStartTag = test["lastStartTag"] as? String
      for chunk in [1, 5, Int.max] {
        let tokens = Self.tokens(of: input, state, lastStartTag, chunk)
        #expect(
          tokens == expected, "\(file): \(test["description"] ?? "") \(name) \(chunk) \(input)")
        count += 1
      }
    }
    return count
  }

  private static func tokens(
    of input: String, _ state: HTMLTokenizer.State, _ lastStartTag: String?, _ chunk: Int
  ) -> [String] {
    var tokenizer = HTMLTokenizer(attributeLimit: 1024)
    tokenizer.state = state
    var sink = RecordingSink(isInForeignContent: false)
    if let lastStartTag {
      tokenizer.lastStartTag = NameID(wellKnown: lastStartTag) ?? .empty
    }
    // The line ends are the parser's matter.
    let bytes = Array(
      input.replacingOccurrences(of: "\r\n", with: "\n")
        .replacingOccurrences(of: "\r", with: "\n").utf8)
    var rest: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + min(chunk, bytes.count))
      rest += bytes[position..<end]
      position = end
      let used = rest.withUnsafeBufferPointer { tokenizer.run($0, into: &sink) }
      rest.removeFirst(used)
    }
    tokenizer.isAtEnd = true
    while !rest.isEmpty {
      let used = rest.withUnsafeBufferPointer { tokenizer.run($0, into: &sink) }
      if used == 0 { break }
      rest.removeFirst(used)
    }
    tokenizer.finish(&sink)
    return sink.tokens
  }

  private static func joined(_ output: [[Any]], _ isEscaped: Bool) -> [String]? {
    func text(_ value: Any) -> String? {
      guard let string = value as? String else { return "nil" }
      return isEscaped ? unescaped(string) : string
    }
    var tokens: [String] = []
    for token in output {
      guard let kind = token[0] as? String, let first = text(token[1]) else { return nil }
      switch kind {
      case "Character":
        if let last = tokens.last, last.hasPrefix("Character ") {
          tokens[tokens.count - 1] = last + first
        } else {
          tokens.append("Character " + first)
        }
      case "StartTag":
        let attributes = (token[2] as? [String: String] ?? [:]).map { name, value in
          " \(text(name) ?? "")=\(text(value) ?? "")"
        }
        tokens.append(
          "StartTag \(first)\(attributes.sorted().joined())\(token.count > 3 ? " /" : "")")
      case "EndTag", "Comment": tokens.append("\(kind) \(first)")
      default:
        tokens.append(
          "DOCTYPE \(first) \(text(token[2]) ?? "") \(text(token[3]) ?? "") \(token[4] as? Bool ?? false)"
        )
      }
    }
    return tokens
  }

  /// Resolves `\\uXXXX`; nil for lone surrogates, which UTF-8 cannot carry.
  private static func unescaped(_ text: String) -> String? {
    var units: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      if unit == 0x5C, rest.first == 0x75, rest.count >= 5 {
        let digits = String(decoding: rest.dropFirst().prefix(4), as: UTF16.self)
        if let value = UInt16(digits, radix: 16) {
          units.append(value)
          rest = rest.dropFirst(5)
          continue
        }
      }
      units.append(unit)
    }
    return String(validating: units, as: UTF16.self)
  }
}
