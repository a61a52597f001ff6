// SPDX-License-Identifier: MIT
// Part of Grille: the UTF-8 decoder: valid runs are copied whole.

// encoding.spec.whatwg.org/#utf-8-decoder
/// Copies valid UTF-8 and puts U+FFFD where it is broken.
struct UTF8Decoder: StreamingDecoder {
  /// The start of a sequence which the last chunk cut off: at most three bytes.
  private var cut: [UInt8] = []

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    var index = 0
    while !cut.isEmpty {
      guard index < bytes.count else { return }
      // The cut part is a valid start, so only the next byte decides.
      cut.append(bytes[index])
      if UTF8Validation.isValid(cut.span) {
        output.append(contentsOf: cut)
        cut.removeAll(keepingCapacity: true)
        index += 1
      } else {
        let broken = UTF8Validation.brokenLength(cut.span, at: 0)
        if broken.isCut {
          index += 1
        } else {
          output.append(contentsOf: UTF8Validation.replacementCharacter)
          cut.removeAll(keepingCapacity: true)
        }
      }
    }
    while index < bytes.count {
      let valid = UTF8Validation.validLength(bytes, from: index)
      output.append(copying: bytes.extracting(index..<index + valid))
      index += valid
      guard index < bytes.count else { return }
      let broken = UTF8Validation.brokenLength(bytes, at: index)
      if broken.isCut {
        for position in index..<bytes.count { cut.append(bytes[position]) }
        return
      }
      output.append(contentsOf: UTF8Validation.replacementCharacter)
      index += broken.length
    }
  }

  mutating func finish(into output: inout [UInt8]) {
    if !cut.isEmpty { output.append(contentsOf: UTF8Validation.replacementCharacter) }
    cut.removeAll()
  }
}
