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
    var table = read("CP932", leads: leads, trails: low)
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
    scalars: read("CP949", leads: Array(0x81...0xFE), trails: Array(0x41...0xFE)))

  /// The two-byte part of GB 18030.
  static let gb18030: DoubleByteTable = {
    var table = read(
      "GB18030", leads: Array(0x81...0xFE),
      trails: trailBytes(0x40...0x7E, 0x80...0xFE))
    for (pointer, scalar) in DoubleByteCorrections.gb18030 { table[Int(pointer)] = scalar }
    return DoubleByteTable(scalars: table)
  }()

  /// Big5 with the extensions of Hong Kong.
  static let big5: DoubleByteTable = {
    var table = read(
      "BIG5-HKSCS", leads: Array(0x81...0xFE),
      trails: trailBytes(0x40...0x7E, 0xA1...0xFE), isOneToOne: false)
    for (pointer, scalar) in DoubleByteCorrections.big5 { table[Int(pointer)] = scalar }
    return DoubleByteTable(scalars: table)
  }()

  private static func trailBytes(
    _ first: ClosedRange<UInt8>, _ second: ClosedRange<UInt8>
  ) -> [UInt8] {
    Array(first) + Array(second)
  }

  /// Asks iconv for every pair of lead and trail; all 0 if it does not know the name.
  ///
  /// `isOneToOne` tells that no pair stands for more than one character; else a line feed after
  /// each pair shows where its characters end.
  private static func read(
    _ name: String, prefix: [UInt8] = [], leads: [UInt8], trails: [UInt8], isOneToOne: Bool = true
  ) -> [UInt32] {
    var table = [UInt32](repeating: 0, count: leads.count * trails.count)
    guard let converter = unsafe iconv_open("UCS-4LE", name), Int(bitPattern: converter) != -1
    else { return table }
    defer { _ = unsafe iconv_close(converter) }
    let separator: [UInt8] = isOneToOne ? [] : [0x0A]
    var input: [UInt8] = []
    var output = [UInt32](repeating: 0, count: trails.count * 4)
    for (row, lead) in leads.enumerated() {
      input.removeAll(keepingCapacity: true)
      for trail in trails { input += prefix + [lead, trail] + separator }
      let count = unsafe convert(&input, pairs: trails.count, into: &output, converter)
      var (pair, length, scalar): (Int, Int, UInt32) = (0, 0, 0)
      for value in output[..<count] {
        if isOneToOne {
          if value != missing { table[row * trails.count + pair] = value }
          pair += 1
        } else if value == 0x0A {
          // Two characters for one pair are handled by the decoder.
          if length == 1, scalar != missing { table[row * trails.count + pair] = scalar }
          (pair, length) = (pair + 1, 0)
        } else {
          (length, scalar) = (length + 1, value)
        }
        if pair == trails.count { break }
      }
    }
    return table
  }

  /// Stands for a pair that has no character.
  private static let missing: UInt32 = 0xFFFF_FFFF

  /// Converts one row and returns how many values it has written.
  private static func convert(
    _ input: inout [UInt8], pairs: Int, into output: inout [UInt32], _ converter: iconv_t
  ) -> Int {
    let width = input.count / pairs
    let hasSeparator = input.last == 0x0A
    return unsafe input.withUnsafeMutableBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        var (pair, used) = (0, 0)
        while pair < pairs {
          var from = unsafe source.baseAddress?.advanced(by: pair * width)
            .assumingMemoryBound(to: CChar.self)
          var fromLeft = source.count - pair * width
          var to = unsafe target.baseAddress?.advanced(by: used)
            .assumingMemoryBound(to: CChar.self)
          var toLeft = target.count - used
          let status = unsafe iconv(converter, &from, &fromLeft, &to, &toLeft)
          used = target.count - toLeft
          guard status == -1 else { break }
          // Go on after the pair that has no character, from the first state.
          _ = unsafe iconv(converter, nil, nil, nil, nil)
          pair = pairs - (fromLeft + width - 1) / width + 1
          guard toLeft >= 8 else { break }
          unsafe target.storeBytes(of: missing, toByteOffset: used, as: UInt32.self)
          used += 4
          if hasSeparator {
            unsafe target.storeBytes(of: 0x0A, toByteOffset: used, as: UInt32.self)
            used += 4
          }
        }
        return used / 4
      }
    }
  }
}
