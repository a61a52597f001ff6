// SPDX-License-Identifier: MIT
// Part of Grille: measures that the worst documents take time in proportion to their size.

import DOM
import WebInfra

/// Decodes and parses a document as the browser does.
private func load(_ bytes: [UInt8]) -> Document {
  var decoder = DocumentDecoder()
  var parser = HTMLParser()
  var text: [UInt8] = []
  inPieces(bytes) { piece in
    text.removeAll(keepingCapacity: true)
    decoder.decode(piece, into: &text)
    parser.feed(text.span)
  }
  text.removeAll(keepingCapacity: true)
  decoder.decode(Span(), into: &text, isFinal: true)
  parser.feed(text.span)
  parser.finish()
  return parser.snapshot()
}

/// What each document starts with, and what it repeats from there on.
private let documents: [(name: String, start: String, unit: [UInt8])] = [
  ("attribute", "<meta charset=utf-8><p title='", Array("x".utf8)),
  ("attribute-cut-by-references", "<meta charset=utf-8><p title='", Array("x&amp;".utf8)),
  ("attribute-name", "<meta charset=utf-8><p ", Array("x".utf8)),
  ("tag-name", "<meta charset=utf-8><", Array("x".utf8)),
  ("one-word", "<meta charset=utf-8><p>", Array("x".utf8)),
  ("comment", "<meta charset=utf-8><!--", Array("- ->".utf8)),
  ("open-tags", "<meta charset=utf-8>", Array("<a href=x>y".utf8)),
  ("text-in-table", "<meta charset=utf-8><table>", Array("x<b>".utf8)),
  ("cut-utf-8", "<meta charset=utf-8><p>", [0xE4, 0xB8]),
  ("cut-utf-8-undeclared", "<p>", [0xE4, 0xB8]),
  ("undeclared-ascii", "<p>", Array("x".utf8)),
]

/// Time for each megabyte of documents of 8 and of 64 MB.
func measureHostileInput() {
  for (name, start, unit) in documents {
    for megabytes in [8, 64] {
      var document = Array(start.utf8)
      document.reserveCapacity(megabytes << 20)
      while document.count + unit.count <= megabytes << 20 { document += unit }
      let time = leastTime { consume(load(document)) }
      report("\(name)-\(megabytes)", time / Double(document.count) * 1e3, "us/MB")
    }
  }
}
