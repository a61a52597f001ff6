// SPDX-License-Identifier: MIT
// Part of Grille: the Big5 decoder.

// encoding.spec.whatwg.org/#big5-decoder
/// Decodes Big5 with the extensions of Hong Kong.
struct Big5Decoder: StreamingDecoder {
  private var lead: UInt8 = 0

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    let table = DoubleByteTable.big5
    output.append(addingCapacity: 3 * (bytes.count + 2)) { output in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if lead != 0 {
          var pointer = -1
          if (byte >= 0x40 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xFE) {
            pointer = (Int(lead) - 0x81) * 157 + Int(byte) - (byte < 0x7F ? 0x40 : 0x62)
          }
          lead = 0
          switch pointer {
          // Four pairs stand for a letter with a combining mark.
          case 1133, 1135, 1164, 1166:
            output.append(scalar: pointer < 1150 ? 0xCA : 0xEA)
            output.append(scalar: pointer == 1133 || pointer == 1164 ? 0x304 : 0x30C)
          case 0...:
            if let scalar = table.scalar(pointer) {
              output.append(scalar: scalar)
            } else {
              output.appendReplacement()
              if byte < 0x80 { continue }
            }
          default:
            output.appendReplacement()
            if byte < 0x80 { continue }
          }
          index += 1
          continue
        }
        // Most characters lie whole within a chunk.
        if byte > 0xA0, byte != 0xFF, index + 1 < bytes.count {
          let trail = bytes[index + 1]
          if (trail >= 0x40 && trail <= 0x7E) || (trail >= 0xA1 && trail <= 0xFE),
            let scalar = table.scalar(
              Int(byte - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62))
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
        case 0x81...0xFE: lead = byte
        default: output.appendReplacement()
        }
        index += 1
      }
    }
  }

  mutating func finish(into output: inout [UInt8]) {
    if lead != 0 { output.append(contentsOf: UTF8Validation.replacementCharacter) }
    lead = 0
  }
}
