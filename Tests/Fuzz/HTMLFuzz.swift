// SPDX-License-Identifier: MIT
// Part of Grille: coverage-guided fuzzing of the HTML parser; built by the script beside it.

import DOM

/// One document: the first byte chooses how it is parsed, the rest is the input.
///
/// Whatever the input, nothing traps, the tree's links agree with each other, snapshots stay as they
/// were, and the tree does not depend on how the input was cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func parseAnyBytes(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 2 else { return 0 }
  let choice = data[0]
  let bytes = Array(UnsafeBufferPointer(start: data + 1, count: size - 1))
  let cut = parse(bytes, choice, chunk: Int(choice % 16) + 1)
  let whole = parse(bytes, choice, chunk: bytes.count)
  require(cut == whole, "the tree depends on the cuts")
  return 0
}

private func parse(_ bytes: [UInt8], _ choice: UInt8, chunk: Int) -> [UInt8] {
  var options = HTMLParser.Options()
  options.isScripting = choice & 64 != 0
  if choice & 32 != 0 {
    options.limits.depth = 6
    options.limits.openElements = 12
    options.limits.activeFormattingElements = 4
  }
  let contexts = ["td", "select", "svg", "template", "table", "textarea"]
  var parser =
    choice & 128 != 0
    ? HTMLParser(fragmentOf: contexts[Int(choice) % contexts.count], options) : HTMLParser(options)
  var position = 0
  var snapshots: [(Document, [UInt8])] = []
  while position < bytes.count {
    let end = min(bytes.count, position + chunk)
    parser.feed(bytes.span.extracting(position..<end))
    position = end
    if snapshots.count < 4 {
      let document = parser.snapshot()
      snapshots.append((document, DocumentDump.tree(document)))
    }
  }
  parser.finish()
  for (document, tree) in snapshots {
    require(DocumentDump.tree(document) == tree, "a snapshot changed")
  }
  let document = parser.snapshot()
  checkLinks(document)
  _ = DocumentMetadata(document)
  return DocumentDump.tree(document)
}
