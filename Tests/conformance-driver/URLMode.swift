// SPDX-License-Identifier: MIT
// Part of Grille: the driver's mode for URL parsing.

import WebInfra

/// Request `<bytes of input> <bytes of base or -1>\n`, both; reply: the serialised URL or -1.
@Sendable func runURL(_ arguments: [String]) {
  var streams = StandardStreams()
  while !streams.isAtEnd {
    let sizes = streams.line().split(separator: " ").compactMap { Int($0) }
    guard sizes.count == 2 else { break }
    let input = streams.bytes(sizes[0])
    let base = sizes[1] >= 0 ? streams.bytes(sizes[1]) : nil
    streams.reply(resolve(input, base).map { Array($0.href.utf8) })
  }
  streams.flush()
}

private func resolve(_ input: [UInt8], _ base: [UInt8]?) -> WebURL? {
  guard let base else { return WebURL(utf8: input.span) }
  guard let baseURL = WebURL(utf8: base.span) else { return nil }
  return WebURL(utf8: input.span, base: baseURL)
}
