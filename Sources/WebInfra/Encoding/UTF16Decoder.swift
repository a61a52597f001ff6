// SPDX-License-Identifier: MIT
// Part of Grille: the UTF-16 decoders.

// encoding.spec.whatwg.org/#shared-utf-16-decoder
/// Decodes UTF-16 in either byte order; lone surrogates become U+FFFD.
struct UTF16Decoder: StreamingDecoder {
  let isBigEndian: Bool
  private var leadByte: UInt8?
  private var leadSurrogate: UInt32?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    output.append(addingCapacity: 3 * (bytes.count + 4)) { output in
      for index in bytes.indices {
        guard let first = leadByte else {
          leadByte = bytes[index]
          continue
        }
        leadByte = nil
        let (high, low) = isBigEndian ? (first, bytes[index]) : (bytes[index], first)
        let unit = UInt32(high) << 8 | UInt32(low)
        if let lead = leadSurrogate {
          leadSurrogate = nil
          if unit & 0xFC00 == 0xDC00 {
            output.append(scalar: 0x1_0000 + ((lead & 0x3FF) << 10 | unit & 0x3FF))
            continue
          }
          output.appendReplacement()
        }
        switch unit & 0xFC00 {
        case 0xD800: leadSurrogate = unit
        case 0xDC00: output.appendReplacement()
        default: output.append(scalar: unit)
        }
      }
    }
  }

  mutating func finish(into output: inout [UInt8]) {
    if leadByte != nil || leadSurrogate != nil {
      output.append(contentsOf: UTF8Validation.replacementCharacter)
    }
    (leadByte, leadSurrogate) = (nil, nil)
  }
}
