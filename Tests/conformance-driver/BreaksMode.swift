// SPDX-License-Identifier: MIT
// Part of Grille: the driver's modes for grapheme clusters and line breaking.

import UnicodeText

/// Request: one line of hexadecimal code points; reply: the offsets of the cluster boundaries.
@Sendable func runGraphemes(_ arguments: [String]) {
  let scanner = GraphemeScanner()
  answerBreaks { utf8, breaks in scanner.appendBoundaries(utf8.span, to: &breaks) }
}

/// Request: one line of hexadecimal code points; reply: the offsets of the line breaks.
@Sendable func runLines(_ arguments: [String]) {
  let breaker = LineBreaker()
  answerBreaks { utf8, breaks in breaker.breakOpportunities(in: utf8.span, into: &breaks) }
}

private func answerBreaks(_ find: ([UInt8], inout [Int32]) -> Void) {
  var streams = StandardStreams()
  while !streams.isAtEnd {
    var utf8: [UInt8] = []
    // From a byte index to the number of the code point that starts there.
    var offsets: [Int32: Int] = [:]
    for (number, digits) in streams.line().split(separator: " ").enumerated() {
      guard let scalar = UInt32(digits, radix: 16) else { continue }
      offsets[Int32(utf8.count)] = number
      UTF8Decoding.append(scalar, to: &utf8)
    }
    var breaks: [Int32] = []
    find(utf8, &breaks)
    streams.reply(breaks.compactMap { offsets[$0].map(String.init) }.joined(separator: " ") + "\n")
  }
  streams.flush()
}
