// SPDX-License-Identifier: MIT
// Part of Grille: the Shift_JIS decoder.

// encoding.spec.whatwg.org/#shift_jis-decoder
/// Decodes Shift_JIS with the extensions of Microsoft.
struct ShiftJISDecoder: StreamingDecoder {
  private var lead: UInt8 = 0

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    let table = DoubleByteTable.jis0208
    output.append(addingCapacity: 3 * (bytes.count + 1)) { output in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if lead != 0 {
          let scalar = Self.scalar(lead, byte, table)
          lead = 0
          if let scalar {
            output.append(scalar: scalar)
          } else {
            output.appendReplacement()
            if byte < 0x80 { continue }
          }
          index += 1
          continue
        }
        // Most characters lie whole within a chunk.
        if byte > 0x80, byte < 0xA0 || byte >= 0xE0, byte <= 0xFC, index + 1 < bytes.count,
          let scalar = Self.scalar(byte, bytes[index + 1], table)
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
        case 0x80: output.append(scalar: 0x80)
        case 0xA1...0xDF: output.append(scalar: 0xFF61 - 0xA1 + UInt32(byte))
        case 0x81...0x9F, 0xE0...0xFC: lead = byte
        default: output.appendReplacement()
        }
        index += 1
      }
    }
  }

  @inline(__always)
  private static func scalar(_ lead: UInt8, _ trail: UInt8, _ table: DoubleByteTable) -> UInt32? {
    guard (trail >= 0x40 && trail <= 0x7E) || (trail >= 0x80 && trail <= 0xFC) else { return nil }
    let row = Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)
    let pointer = row * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
    if pointer >= 8836, pointer <= 10715 { return UInt32(0xE000 - 8836 + pointer) }
    return table.scalar(pointer)
  }

  mutating func finish(into output: inout [UInt8]) {
    if lead != 0 { output.append(contentsOf: UTF8Validation.replacementCharacter) }
    lead = 0
  }
}
