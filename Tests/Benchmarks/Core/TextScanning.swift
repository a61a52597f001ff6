// SPDX-License-Identifier: MIT
// Part of Grille: measures UTF-8 validation, and clusters and widths of plain ASCII.

import Glibc
import UnicodeText
import WebInfra

/// Times of passes over plain ASCII, beside two scans: `memchr` for a byte that is not there, over
/// 16 MB as validation is, and a loop that looks at one byte after the other, over pieces of 64 KB
/// as the clusters and widths are, whose texts are lines and paragraphs.
func measureTextScanning() {
  let line = Array("The quick brown fox jumps over the lazy dog; 0123456789 (again). ".utf8)
  var text: [UInt8] = []
  while text.count < 16 << 20 { text += line }
  let names = [
    "memchr", "utf-8-validation", "byte-scan", "text-width", "cluster-starts", "cluster-walk",
  ]
  var starts: [Int32] = []
  let piece = Array(text[..<(1 << 16)])
  let pieces = text.count / piece.count
  let times = medians(
    rounds: 7,
    [
      { consume(memchr(text, 0, text.count)) },
      { consume(UTF8Validation.isValid(text.span)) },
      { for _ in 0..<pieces { consume(lengthOfPlainText(piece.span)) } },
      { for _ in 0..<pieces { consume(DisplayWidth.of(piece.span)) } },
      {
        for _ in 0..<pieces {
          starts.removeAll(keepingCapacity: true)
          GraphemeScanner().appendBoundaries(piece.span, to: &starts)
        }
      },
      { for _ in 0..<pieces { consume(widthByClusters(piece.span)) } },
    ])
  for (name, time) in zip(names, times) {
    report(name, time / Double(text.count) * 1e3, "us/MB")
  }
}

/// The byte scan: how far the text has no controls and nothing but ASCII.
@inline(never) private func lengthOfPlainText(_ text: Span<UInt8>) -> Int {
  var index = 0
  while index < text.count, text[index] >= 0x20, text[index] < 0x7F { index += 1 }
  return index
}

/// Cuts a text into clusters and adds their widths, one by one.
@inline(never) private func widthByClusters(_ text: Span<UInt8>) -> Int {
  let scanner = GraphemeScanner()
  var index = 0
  var columns = 0
  while index < text.count {
    let end = scanner.nextClusterEnd(text, from: index)
    columns += DisplayWidth.ofCluster(text, from: index, to: end)
    index = end
  }
  return columns
}
