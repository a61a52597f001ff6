// SPDX-License-Identifier: MIT
// Part of Grille: the decoder of GB 18030, which serves GBK and GB 2312 too.

// encoding.spec.whatwg.org/#gb18030-decoder
/// Decodes GB 18030: one, two or four bytes for a character.
struct GB18030Decoder: StreamingDecoder {
  private var first: UInt8 = 0
  private var second: UInt8 = 0
  private var third: UInt8 = 0

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    let table = DoubleByteTable.gb18030
    output.append(addingCapacity: 3 * (bytes.count + 4)) { output in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if first == 0 {
          // Most characters lie whole within a chunk.
          if byte > 0x80, byte != 0xFF, index + 1 < bytes.count {
            let trail = bytes[index + 1]
            if trail >= 0x40, trail != 0x7F, trail != 0xFF,
              let scalar = table.scalar(
                Int(byte - 0x81) * 190 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41))
            {
              output.append(scalar: scalar)
              index += 2
              continue
            }
          }
          switch byte {
          case 0..<0x80:
            let run = ASCII.runLength(bytes, from: index)
            output.append(copying: bytes, index..<index + run)
            index += run
            continue
          case 0x80: output.append(scalar: 0x20AC)
          case 0xFF: output.appendReplacement()
          default: first = byte
          }
          index += 1
        } else if second == 0 {
          if byte >= 0x30, byte <= 0x39 {
            second = byte
            index += 1
            continue
          }
          let row = Int(first) - 0x81
          first = 0
          if byte >= 0x40, byte != 0x7F, byte != 0xFF,
            let scalar = table.scalar(row * 190 + Int(byte) - (byte < 0x7F ? 0x40 : 0x41))
          {
            output.append(scalar: scalar)
          } else {
            output.appendReplacement()
            if byte < 0x80 { continue }
          }
          index += 1
        } else if third == 0 {
          if byte >= 0x81, byte <= 0xFE {
            third = byte
            index += 1
          } else {
            // The digit was none of a four-byte character: it stands for itself.
            output.appendReplacement()
            output.append(second)
            (first, second) = (0, 0)
          }
        } else if byte >= 0x30, byte <= 0x39 {
          let pointer =
            ((Int(first) - 0x81) * 10 + Int(second) - 0x30) * 1260
            + (Int(third) - 0x81) * 10 + Int(byte) - 0x30
          (first, second, third) = (0, 0, 0)
          output.append(scalar: GB18030Ranges.scalar(pointer) ?? 0xFFFD)
          index += 1
        } else {
          output.appendReplacement()
          output.append(second)
          (first, second, third) = (third, 0, 0)
        }
      }
    }
  }

  mutating func finish(into output: inout [UInt8]) {
    if first != 0 { output.append(contentsOf: UTF8Validation.replacementCharacter) }
    (first, second, third) = (0, 0, 0)
  }
}

extension GB18030Ranges {
  // encoding.spec.whatwg.org/#index-gb18030-ranges-code-point
  /// The character of a four-byte pointer.
  static func scalar(_ pointer: Int) -> UInt32? {
    if pointer >= 189_000 {
      return pointer <= 1_237_575 ? UInt32(0x1_0000 + pointer - 189_000) : nil
    }
    guard pointer <= 39_419 else { return nil }
    if pointer == 7457 { return 0xE7C7 }
    let range = lastRange { Int($0.pointer) <= pointer }
    return UInt32(range.scalar) + UInt32(pointer) - UInt32(range.pointer)
  }

  // encoding.spec.whatwg.org/#index-gb18030-ranges-pointer
  /// The four-byte pointer of a character which no two bytes stand for.
  static func pointer(_ scalar: UInt32) -> Int {
    if scalar == 0xE7C7 { return 7457 }
    if scalar >= 0x1_0000 { return Int(scalar) - 0x1_0000 + 189_000 }
    let range = lastRange { UInt32($0.scalar) <= scalar }
    return Int(range.pointer) + Int(scalar) - Int(range.scalar)
  }

  /// The last range that is not beyond what is looked for; ranges rise in both columns.
  private static func lastRange(
    _ isNotBeyond: ((pointer: UInt16, scalar: UInt16)) -> Bool
  ) -> (pointer: UInt16, scalar: UInt16) {
    var (low, high) = (0, ranges.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if isNotBeyond(ranges[middle]) { low = middle } else { high = middle - 1 }
    }
    return ranges[low]
  }
}
