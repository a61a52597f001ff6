// SPDX-License-Identifier: MIT
// Part of Grille: the EUC-JP decoder.

// encoding.spec.whatwg.org/#euc-jp-decoder
/// Decodes EUC-JP: JIS X 0208, half-width katakana after 0x8E, JIS X 0212 after 0x8F.
struct EUCJPDecoder: StreamingDecoder {
  private var lead: UInt8 = 0
  private var isSupplement = false

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    let table = DoubleByteTable.jis0208
    output.append(addingCapacity: 3 * (bytes.count + 2)) { output in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if lead == 0 {
          // Most characters lie whole within a chunk.
          if byte >= 0xA1, byte != 0xFF, index + 1 < bytes.count, bytes[index + 1] >= 0xA1,
            bytes[index + 1] != 0xFF,
            let scalar = table.scalar(Int(byte - 0xA1) * 94 + Int(bytes[index + 1] - 0xA1))
          {
            output.append(scalar: scalar)
            index += 2
            continue
          }
          switch byte {
          case 0..<0x80:
            let run = ASCII.runLength(bytes, from: index)
            output.append(copying: bytes, index..<index + run)
            index += run
            continue
          case 0x8E, 0x8F, 0xA1...0xFE: lead = byte
          default: output.appendReplacement()
          }
          index += 1
          continue
        }
        if lead == 0x8E, byte >= 0xA1, byte <= 0xDF {
          lead = 0
          output.append(scalar: 0xFF61 - 0xA1 + UInt32(byte))
          index += 1
          continue
        }
        if lead == 0x8F, byte >= 0xA1, byte <= 0xFE {
          isSupplement = true
          lead = byte
          index += 1
          continue
        }
        var scalar: UInt32?
        if lead >= 0xA1, byte >= 0xA1, byte <= 0xFE {
          let pointer = Int(lead - 0xA1) * 94 + Int(byte - 0xA1)
          scalar = isSupplement ? DoubleByteTable.jis0212.scalar(pointer) : table.scalar(pointer)
        }
        (lead, isSupplement) = (0, false)
        if let scalar {
          output.append(scalar: scalar)
        } else {
          output.appendReplacement()
          if byte < 0x80 { continue }
        }
        index += 1
      }
    }
  }

  mutating func finish(into output: inout [UInt8]) {
    if lead != 0 { output.append(contentsOf: UTF8Validation.replacementCharacter) }
    (lead, isSupplement) = (0, false)
  }
}
