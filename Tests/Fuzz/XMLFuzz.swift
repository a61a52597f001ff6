// SPDX-License-Identifier: MIT
// Part of Grille: coverage-guided fuzzing of XML, drawings and feeds.

import DOM
import WebInfra
import XMLDocuments

/// A text: the first byte chooses limits and where the text is cut off, the rest is the input.
///
/// Whatever the input, nothing traps, the links of the tree agree, a tree is not larger than its text
/// allows, and what a feed quotes cannot act.
@_cdecl("LLVMFuzzerTestOneInput")
public func parseAnyXML(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 1 else { return 0 }
  let choice = data[0]
  var bytes: [UInt8] = []
  // The parser is given what the decoders make, which is valid UTF-8.
  UTF8Validation.appendRepairing(
    Span(_unsafeElements: UnsafeBufferPointer(start: data + 1, count: size - 1)), into: &bytes)
  let whole = check(bytes, choice)
  if choice & 1 != 0 {
    var end = bytes.count * Int(choice) / 256
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let start = check(Array(bytes[..<end]), choice)
    if whole.error == nil, start.error == nil {
      require(elements(start.document) == elements(whole.document), "a part is a whole with less")
    }
    require(
      whole.error != nil || elements(start.document) <= elements(whole.document),
      "the start of a text has more elements than the text")
  }
  return 0
}

private func check(_ bytes: [UInt8], _ choice: UInt8) -> XMLParseResult {
  let result = XMLParser.parse(bytes.span)
  checkTree(result.document, bytes)
  require(
    result.error != nil || elements(result.document) > 0, "a text without element is no error")
  require(result.error?.message != "", "the library is not there")
  let recovered = XMLParser.parse(bytes.span, recovering: true)
  checkTree(recovered.document, bytes)
  require(recovered.error == result.error, "recovery changes the first error")
  if result.error == nil {
    require(
      DocumentDump.tree(recovered.document) == DocumentDump.tree(result.document),
      "recovery changes a text without errors")
  }
  if choice & 2 != 0 {
    var limits = DocumentLimits()
    (limits.nodes, limits.attributesPerElement) = (8, 2)
    let limited = XMLParser.parse(bytes.span, limits: limits).document
    checkLinks(limited)
    require(limited.nodeCount <= 8, "the limit of nodes does not hold")
    require(
      result.document.nodeCount <= 8 || limited.limitsReached.contains(.nodes), "a limit is silent")
  }
  checkPage(bytes, result, choice)
  return result
}

private func elements(_ document: Document) -> Int {
  (0..<document.nodeCount).count { document.isElement(NodeID(rawValue: Int32($0))) }
}

private func checkTree(_ document: Document, _ bytes: [UInt8]) {
  checkLinks(document)
  // Every byte of a text is used once; an HTML name is at most a byte shorter than its characters.
  var size = 0
  for number in 0..<document.nodeCount {
    let node = NodeID(rawValue: Int32(number))
    size += document.string(document.name(of: node)).utf8.count
    size += document.string(document.textRange(of: node)).utf8.count
    for attribute in document.attributes(of: node).map({ document.attribute(at: $0) }) {
      size += document.string(attribute.name).utf8.count
      size += document.string(attribute.value).utf8.count
    }
  }
  require(size <= 2 * bytes.count, "a tree holds more than its text")
  require(document.nodeCount <= bytes.count + 1, "a tree has more nodes than its text has bytes")
  require(
    String(validating: DocumentDump.tree(document), as: UTF8.self) != nil, "a tree is no UTF-8")
}

private func checkPage(_ bytes: [UInt8], _ result: XMLParseResult, _ choice: UInt8) {
  var notices = 0
  let page = XMLPage.make(bytes.span) { error in
    require(error == result.error, "a page tells of another error")
    notices += 1
    return "notice"
  }
  checkLinks(page)
  require(!page.documentElement.isNone, "a page is empty")
  require(notices <= 1 && (notices == 1) == (result.error != nil), "an error is not told")
  let head = min(bytes.count, 256)
  require(
    XMLPage.declaredEncoding(bytes.span)
      == XMLPage.declaredEncoding(bytes.span.extracting(0..<head)),
    "a declaration is looked for too far")
  let root = result.document.documentElement
  let name = root.isNone ? "" : result.document.string(result.document.name(of: root))
  guard ["rss", "RDF", "feed", "opml"].contains(name) else { return }
  for number in 0..<page.nodeCount {
    let node = NodeID(rawValue: Int32(number))
    guard page.isElement(node) else { continue }
    require(page.namespace(of: node) == .html, "a feed shows more than HTML")
    let name = page.string(page.name(of: node))
    require(!acting.contains(name), "a feed shows what could act")
  }
  guard let feed = Feed(XMLParser.parse(bytes.span, recovering: true).document) else { return }
  var level = 0
  for entry in feed.entries {
    require(0...level ~= entry.level, "an outline leaves out a level")
    level = entry.level + 1
    require(!entry.title.contains("\n"), "a title has white space that was to be collapsed")
  }
}

private let acting: Set<String> = [
  "script", "style", "iframe", "frame", "frameset", "object", "embed", "applet", "base", "meta",
  "link", "form", "input", "button", "select", "textarea", "template",
]
