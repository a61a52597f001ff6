// SPDX-License-Identifier: MIT
// Part of Grille: the EUC-KR decoder.

// encoding.spec.whatwg.org/#euc-kr-decoder
/// Decodes EUC-KR with the extension of Microsoft (code page 949).
struct EUCKRDecoder: StreamingDecoder {
  private var lead: UInt8 = 0

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    let table = DoubleByteTable.eucKR
    output.append(addingCapacity: 3 * (bytes.count + 1)) { output in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if lead != 0 {
          let row = Int(lead) - 0x81
          lead = 0
          if byte >= 0x41, byte <= 0xFE, let scalar = table.scalar(row * 190 + Int(byte) - 0x41) {
            output.append(scalar: scalar)
          } else {
            output.appendReplacement()
            if byte < 0x80 { continue }
          }
          index += 1
          continue
        }
        // Most characters lie whole within a chunk.
        if byte > 0x80, byte != 0xFF, index + 1 < bytes.count, bytes[index + 1] >= 0x41,
          bytes[index + 1] != 0xFF,
          let scalar = table.scalar(Int(byte - 0x81) * 190 + Int(bytes[index + 1]) - 0x41)
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
