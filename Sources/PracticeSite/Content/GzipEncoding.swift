// SPDX-License-Identifier: MIT
// Part of Grille: content codings without a compressor.

/// Writers of gzip and deflate streams (RFC 1950–1952).
///
/// Data is stored, not compressed, but for the bomb, whose one repeated byte needs no search.
enum GzipEncoding {
  /// A gzip member that holds `data`.
  static func gzip(_ data: [UInt8]) -> [UInt8] {
    gzipHeader + storedBlocks(data) + littleEndian(crc32(data))
      + littleEndian(UInt32(truncatingIfNeeded: data.count))
  }

  /// A zlib stream that holds `data`: what the coding "deflate" means.
  static func deflate(_ data: [UInt8]) -> [UInt8] {
    let sum = adler32(data)
    return [0x78, 0x01] + storedBlocks(data) + littleEndian(sum).reversed()
  }

  /// Bare deflate blocks, which some servers send for "deflate".
  static func bareDeflate(_ data: [UInt8]) -> [UInt8] {
    storedBlocks(data)
  }

  /// Gives a gzip stream that unpacks to `count` times "a", piece by piece.
  ///
  /// - Parameters:
  ///   - count: Bytes when unpacked.
  ///   - send: Takes the next piece; false ends the work.
  static func bomb(unpackingTo count: Int, send: ([UInt8]) -> Bool) {
    guard send(gzipHeader + bombBlockStart) else { return }
    // Four times (length 258, distance 1) are eight zero bits.
    let piece = [UInt8](repeating: 0, count: 16_384)
    var remaining = count / 1032
    while remaining > 0 {
      guard send(Array(piece.prefix(remaining))) else { return }
      remaining -= min(remaining, piece.count)
    }
    // End of block (code 11), then a check sum that nobody reaches.
    _ = send([0x03, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  private static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  /// One final block with dynamic codes: "a" is 01, end of block 11, length 258 is 0,
  /// distance 1 is 0 (bits in the order of sending); then one "a" to copy from.
  private static let bombBlockStart: [UInt8] = {
    var bits = BitWriter()
    bits.write(1, count: 1)
    bits.write(2, count: 2)
    bits.write(286 - 257, count: 5)
    bits.write(0, count: 5)
    // Code lengths of the code lengths, in the order 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1.
    let lengths: [Int: Int] = [18: 2, 1: 2, 2: 2]
    bits.write(18 - 4, count: 4)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
      bits.write(lengths[symbol] ?? (symbol == 0 ? 2 : 0), count: 3)
    }
    // Canonical codes of two bits in symbol order: 0 → 00, 1 → 01, 2 → 10, 18 → 11.
    func symbol(_ number: Int) { bits.writeCode([0: 0, 1: 1, 2: 2, 18: 3][number] ?? 0, count: 2) }
    func zeros(_ count: Int) {
      symbol(18)
      bits.write(count - 11, count: 7)
    }
    // Literals and lengths: 97 has 2 bits, 256 has 2, 285 has 1; distances: 0 has 1.
    zeros(97)
    symbol(2)
    zeros(138)
    zeros(20)
    symbol(2)
    zeros(28)
    symbol(1)
    symbol(1)
    // Canonical: 285 → 0, 97 → 10, 256 → 11.
    bits.writeCode(2, count: 2)
    bits.alignWithZeros()
    return bits.bytes
  }()

  private static func storedBlocks(_ data: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + 65_535, data.count)
      let count = UInt16(end - start)
      blocks.append(end == data.count ? 1 : 0)
      blocks += [UInt8(count & 0xFF), UInt8(count >> 8)]
      blocks += [UInt8(~count & 0xFF), UInt8(~count >> 8)]
      blocks += data[start..<end]
      start = end
    } while start < data.count
    return blocks
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func crc32(_ data: [UInt8]) -> UInt32 {
    ~data.reduce(0xFFFF_FFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in
        rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
      }
    }
  }

  private static func adler32(_ data: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}

/// Packs bits as deflate wants them: numbers lowest bit first, codes highest bit first.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  mutating func write(_ number: Int, count: Int) {
    for position in 0..<count { writeBit(number >> position & 1) }
  }

  mutating func writeCode(_ code: Int, count: Int) {
    for position in (0..<count).reversed() { writeBit(code >> position & 1) }
  }

  /// Fills the last byte with pairs of zero bits, each of which is one whole copy.
  ///
  /// An odd rest would cut a pair in two, which does no harm: the next byte goes on with zeros.
  mutating func alignWithZeros() {
    used = 8
  }

  private mutating func writeBit(_ bit: Int) {
    if used == 8 {
      bytes.append(0)
      used = 0
    }
    bytes[bytes.count - 1] |= UInt8(bit << used)
    used += 1
  }
}
