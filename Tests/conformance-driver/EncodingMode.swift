// SPDX-License-Identifier: MIT
// Part of Grille: the driver's mode for text decoding.

import WebInfra

/// Request `<label> <nbytes>\n` and the bytes; reply: their text in UTF-8, or -1 for an unknown label.
@Sendable func runEncoding(_ arguments: [String]) {
  var streams = StandardStreams()
  while !streams.isAtEnd {
    let words = streams.line().split(separator: " ")
    guard words.count == 2, let count = Int(words[1]) else { break }
    let bytes = streams.bytes(count)
    streams.reply(TextEncoding(label: words[0]).map { TextDecoder.decode(bytes.span, as: $0) })
  }
  streams.flush()
}
