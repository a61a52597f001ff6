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

  /// Gives a gzip stream that unpacks to very many times "a", piece by piece.
  ///
  /// Its check sum is right up to 16 MB; beyond, nobody is meant to reach it.
  ///
  /// - Parameters:
  ///   - count: Bytes when unpacked, rounded to the next thousand or so.
  ///   - send: Takes the next piece; false ends the work.
  static func bomb(unpackingTo count: Int, send: ([UInt8]) -> Bool) {
    let (start, zeroBits) = bombBlockStart
    guard send(gzipHeader + start) else { return }
    // Four times (length 258, distance 1) are eight zero bits.
    let piece = [UInt8](repeating: 0, count: 16_384)
    var remaining = count / 1032
    let unpacked = 1 + (zeroBits + remaining * 8 + 1) / 2 * 258
    while remaining > 0 {
      guard send(Array(piece.prefix(remaining))) else { return }
      remaining -= min(remaining, piece.count)
    }
    // End of block is 11, after the second half of a copy that the start may have left open.
    let end: UInt8 = zeroBits % 2 == 0 ? 0x03 : 0x06
    let data = [UInt8](repeating: UInt8(ascii: "a"), count: unpacked <= 1 << 24 ? unpacked : 0)
    _ = send(
      [end] + littleEndian(crc32(data)) + littleEndian(UInt32(truncatingIfNeeded: unpacked)))
  }

  private static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  /// One final block with dynamic codes: "a" is 01, end of block 11, length 258 is 0,
  /// distance 1 is 0 (bits in the order of sending); then one "a" to copy from.
  ///
  /// The last byte is filled with zero bits, whose number counts as part of the copies.
  private static let bombBlockStart: (bytes: [UInt8], zeroBits: Int) = {
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
    return (bits.bytes, bits.unusedBits)
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
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in data {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (0xEDB8_8320 & (0 &- (sum & 1))) }
    }
    return ~sum
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

  /// Bits of the last byte that have not been written and are zero.
  var unusedBits: Int { 8 - used }

  private mutating func writeBit(_ bit: Int) {
    if used == 8 {
      bytes.append(0)
      used = 0
    }
    bytes[bytes.count - 1] |= UInt8(bit << used)
    used += 1
  }
}
