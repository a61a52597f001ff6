// SPDX-License-Identifier: MIT
// Part of Grille: the driver's modes for HTML trees and for hostile documents.

import DOM
import Glibc

/// Request `CASE <bytes> <scripting 0|1> <context or ->\n`, the input; reply `TREE <bytes>\n`, the
/// tree.
@Sendable func runHTML(_ arguments: [String]) {
  var streams = StandardStreams()
  let chunk = StandardStreams.number(after: "--chunk", in: arguments) ?? .max
  while !streams.isAtEnd {
    let words = streams.line().split(separator: " ", maxSplits: 3)
    guard words.count == 4, words[0] == "CASE", let size = Int(words[1]) else { break }
    let input = streams.bytes(size)
    let tree = tree(of: input, isScripting: words[2] == "1", context: words[3], chunk: chunk)
    streams.reply("TREE ")
    streams.reply(tree)
  }
  streams.flush()
}

private func tree(
  of input: [UInt8], isScripting: Bool, context: Substring, chunk: Int
) -> [UInt8] {
  var options = HTMLParser.Options()
  options.isScripting = isScripting
  if context == "-" {
    var parser = HTMLParser(options)
    feed(input, chunk, to: &parser)
    return DocumentDump.tree(parser.snapshot())
  }
  let words = context.split(separator: " ")
  let namespace: Namespace =
    words.count == 1 ? .html : words[0] == "svg" ? .svg : .mathML
  var parser = HTMLParser(fragmentOf: String(words[words.count - 1]), namespace: namespace, options)
  feed(input, chunk, to: &parser)
  let document = parser.snapshot()
  return DocumentDump.tree(document, below: document.documentElement)
}

private func feed(_ input: [UInt8], _ chunk: Int, to parser: inout HTMLParser) {
  var position = 0
  while position < input.count {
    let end = min(input.count, position + min(chunk, input.count))
    parser.feed(input.span.extracting(position..<end))
    position = end
  }
  parser.finish()
}

/// Reads one raw document, parses it and looks for its last word, END, if that is there.
///
/// With `--repeat N` it is parsed N times, and the least processor time is told on standard error.
@Sendable func runHostile(_ arguments: [String]) {
  var streams = StandardStreams()
  let chunk = StandardStreams.number(after: "--chunk", in: arguments) ?? 1 << 16
  let rounds = StandardStreams.number(after: "--repeat", in: arguments)
  let input = streams.rest()
  var best = Double.infinity
  var document = Document()
  for _ in 0..<(rounds ?? 1) {
    document = Document()
    let start = processorSeconds()
    var parser = HTMLParser()
    feed(input, chunk, to: &parser)
    document = parser.snapshot()
    best = min(best, processorSeconds() - start)
  }
  if rounds != nil {
    let perMegabyte = best * 1e9 / Double(input.count)
    StandardStreams.complain("\(best * 1000) ms, \(perMegabyte) ms/MB, \(document.nodeCount) nodes")
  }
  let word = Array("END".utf8)
  guard input.suffix(3).elementsEqual(word) else { return }
  var text: [UInt8] = []
  document.appendDescendantText(of: .document, into: &text)
  if !text.suffix(3).elementsEqual(word) {
    StandardStreams.complain("the last word is missing")
    exit(1)
  }
}

private func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
