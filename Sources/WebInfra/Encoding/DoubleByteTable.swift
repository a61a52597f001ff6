// SPDX-License-Identifier: MIT
// Part of Grille: the character tables of the East Asian encodings, filled by iconv once.

internal import Glibc

/// The index of an East Asian encoding: characters by the standard's pointers.
///
/// The system's iconv knows the characters; its error handling and its chunking are not those of
/// the standard, so it only fills the table, at the first use of the encoding, row by row. Where
/// its table differs from the standard's a short list corrects it.
struct DoubleByteTable: Sendable {
  /// Characters by pointer, 0 where there is none.
  let scalars: [UInt32]

  /// The character of a pointer, or nil.
  @inline(__always)
  func scalar(_ pointer: Int) -> UInt32? {
    guard pointer < scalars.count else { return nil }
    let scalar = scalars[pointer]
    return scalar == 0 ? nil : scalar
  }

  /// JIS X 0208 with the extensions of Microsoft and NEC: Shift_JIS, EUC-JP, ISO-2022-JP.
  static let jis0208: DoubleByteTable = {
    let low = trailBytes(0x40...0x7E, 0x80...0xFC)
    let leads = Array(UInt8(0x81)...0x9F) + Array(UInt8(0xE0)...0xFC)
    var table = read("CP932", prefix: [], leads: leads, trails: low)
    // These pointers are for characters of the user's own; the decoder computes them.
    for pointer in 8836..<10716 { table[pointer] = 0 }
    return DoubleByteTable(scalars: table)
  }()

  /// JIS X 0212, the supplement that only EUC-JP has.
  static let jis0212 = DoubleByteTable(
    scalars: read(
      "EUC-JP", prefix: [0x8F], leads: Array(0xA1...0xFE), trails: Array(0xA1...0xFE)))

  /// EUC-KR with the extension of Microsoft.
  static let eucKR = DoubleByteTable(
    scalars: read("CP949", prefix: [], leads: Array(0x81...0xFE), trails: Array(0x41...0xFE)))

  /// The two-byte part of GB 18030.
  static let gb18030: DoubleByteTable = {
    var table = read(
      "GB18030", prefix: [], leads: Array(0x81...0xFE),
      trails: trailBytes(0x40...0x7E, 0x80...0xFE))
    for (pointer, scalar) in DoubleByteCorrections.gb18030 { table[Int(pointer)] = scalar }
    return DoubleByteTable(scalars: table)
  }()

  /// Big5 with the extensions of Hong Kong.
  static let big5: DoubleByteTable = {
    var table = read(
      "BIG5-HKSCS", prefix: [], leads: Array(0x81...0xFE),
      trails: trailBytes(0x40...0x7E, 0xA1...0xFE))
    for (pointer, scalar) in DoubleByteCorrections.big5 { table[Int(pointer)] = scalar }
    return DoubleByteTable(scalars: table)
  }()

  private static func trailBytes(
    _ first: ClosedRange<UInt8>, _ second: ClosedRange<UInt8>
  ) -> [UInt8] {
    Array(first) + Array(second)
  }

  /// Asks iconv for every pair of lead and trail; all 0 if it does not know the name.
  private static func read(
    _ name: String, prefix: [UInt8], leads: [UInt8], trails: [UInt8]
  ) -> [UInt32] {
    var table = [UInt32](repeating: 0, count: leads.count * trails.count)
    guard let converter = unsafe iconv_open("UCS-4LE", name),
      Int(bitPattern: converter) != -1
    else { return table }
    defer { _ = unsafe iconv_close(converter) }
    // A line feed after each pair shows where its characters end.
    let width = prefix.count + 3
    for (row, lead) in leads.enumerated() {
      var input: [UInt8] = []
      for trail in trails { input += prefix + [lead, trail, 0x0A] }
      var column = 0
      var output = [UInt32](repeating: 0, count: trails.count * 4)
      var used = 0
      unsafe input.withUnsafeMutableBytes { source in
        unsafe output.withUnsafeMutableBytes { target in
          while column < trails.count {
            _ = unsafe iconv(converter, nil, nil, nil, nil)
            var from = unsafe source.baseAddress?.advanced(by: column * width)
              .assumingMemoryBound(to: CChar.self)
            var fromLeft = (trails.count - column) * width
            var to = unsafe target.baseAddress?.advanced(by: used)
              .assumingMemoryBound(to: CChar.self)
            var toLeft = target.count - used
            let status = unsafe iconv(converter, &from, &fromLeft, &to, &toLeft)
            used = target.count - toLeft
            guard status == -1 else { break }
            // The pair has no character: leave a line feed for it and go on after it.
            column = trails.count - (fromLeft + width - 1) / width + 1
            guard toLeft >= 4 else { break }
            unsafe target.storeBytes(of: 0x0A, toByteOffset: used, as: UInt32.self)
            used += 4
          }
        }
      }
      var (pair, length, scalar): (Int, Int, UInt32) = (0, 0, 0)
      for value in output[..<(used / 4)] {
        if value == 0x0A {
          // Two characters for one pair are handled by the decoder.
          if length == 1, pair < trails.count { table[row * trails.count + pair] = scalar }
          (pair, length) = (pair + 1, 0)
        } else {
          (length, scalar) = (length + 1, value)
        }
      }
    }
    return table
  }
}
