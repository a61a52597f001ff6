// SPDX-License-Identifier: MIT
// Part of Grille: decoders of encodings with one byte for each character.

// encoding.spec.whatwg.org/#single-byte-decoder
/// Decodes by a table of 128 characters; the lower half is ASCII.
struct SingleByteDecoder: StreamingDecoder {
  /// The characters of 0x80–0xFF.
  private let table: [UInt16]

  init(_ encoding: TextEncoding) {
    // x-user-defined, the only one without a table, maps onto U+F780–U+F7FF.
    let characters = SingleByteTables.table(of: encoding) ?? (0xF780...0xF7FF).map { $0 }
    table = characters.map { $0 == 0 ? 0xFFFD : $0 }
  }

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    let table = table.span
    output.append(addingCapacity: 3 * bytes.count) { output in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x80 {
          let run = ASCII.runLength(bytes, from: index)
          output.append(copying: bytes, index..<index + run)
          index += run
        } else {
          output.append(scalar: UInt32(table[Int(byte & 0x7F)]))
          index += 1
        }
      }
    }
  }

  mutating func finish(into output: inout [UInt8]) {}
}
