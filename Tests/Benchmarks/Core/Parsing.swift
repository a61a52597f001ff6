// SPDX-License-Identifier: MIT
// Part of Grille: measures the HTML parser on a page, and on a page that grows.

import DOM

/// Parses UTF-8 in the pieces that the network gives.
func parse(_ utf8: [UInt8]) -> Document {
  var parser = HTMLParser()
  inPieces(utf8) { parser.feed($0) }
  parser.finish()
  return parser.snapshot()
}

/// Hands out bytes in pieces of 64 KB.
func inPieces(_ bytes: [UInt8], _ take: (Span<UInt8>) -> Void) {
  var position = 0
  while position < bytes.count {
    let end = min(position + 1 << 16, bytes.count)
    take(bytes.span.extracting(position..<end))
    position = end
  }
}

/// Memory and time of one page: what the process grows by to hold the tree, and the least time of
/// some parses, the tree's release included.
func measureParsing(_ path: String, repeats: Int) {
  let page = contents(of: path)
  // Tables that are made once are no part of a tree.
  consume(parse(Array("<p>".utf8)))
  let before = residentBytes()
  let document = parse(page)
  report("tree", Double(residentBytes() - before), "bytes")
  report("nodes", Double(document.nodeCount), "")
  consume(document)
  let times = (0..<max(repeats, 1)).map { _ in nanoseconds { consume(parse(page)) } }
  report("parse", times.min() ?? 0, "ns")
}

/// Time for each megabyte of documents of 1 to 64 MB that repeat the body of a page.
func measureGrowth(_ path: String) {
  let body = body(of: contents(of: path))
  for megabytes in [1, 4, 16, 64] {
    let page = repeated(body, upTo: megabytes << 20)
    guard parse(page).limitsReached.isEmpty else { fail("the page reaches a limit") }
    let time = leastTime { consume(parse(page)) }
    report("growth-\(megabytes)", time / Double(page.count) * 1e3, "us/MB")
  }
}

/// What lies between the body's tags; the whole page if there are none.
private func body(of page: [UInt8]) -> ArraySlice<UInt8> {
  let start = Array("<body".utf8)
  let end = Array("</body".utf8)
  let tag = page.indices.first { page[$0...].starts(with: start) } ?? 0
  let first = tag == 0 ? 0 : 1 + (page[tag...].firstIndex(of: UInt8(ascii: ">")) ?? tag)
  let last = page.indices.last { page[$0...].starts(with: end) } ?? page.count
  return page[min(first, last)..<last]
}

private func repeated(_ body: ArraySlice<UInt8>, upTo count: Int) -> [UInt8] {
  var page: [UInt8] = []
  page.reserveCapacity(count + body.count)
  while page.count < count { page += body }
  page.removeLast(page.count - count)
  return page
}
