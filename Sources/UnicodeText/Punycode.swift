// SPDX-License-Identifier: MIT
// Part of Grille: checks the ASCII form of internationalised labels where ICU is missing.

/// Punycode (RFC 3492), as far as a check of `xn--` labels needs it.
enum Punycode {
  /// Whether every `xn--` label of an ASCII domain decodes to something that is not plain ASCII.
  static func areLabelsValid(_ domain: [UInt8]) -> Bool {
    domain.split(separator: UInt8(ascii: ".")).allSatisfy { label in
      guard label.count >= 4, label.prefix(4).map({ $0 | 0x20 }) == Array("xn\u{2d}\u{2d}".utf8)
      else { return true }
      guard let scalars = decode(Array(label.dropFirst(4))) else { return false }
      return scalars.contains { $0 >= 0x80 }
    }
  }

  // RFC 3492 §6.2
  /// The scalars of a label without its prefix, or nil if it is malformed.
  static func decode(_ input: [UInt8]) -> [UInt32]? {
    let base: UInt32 = 36
    var output: [UInt32] = []
    var position = 0
    if let delimiter = input.lastIndex(of: UInt8(ascii: "-")) {
      output = input[..<delimiter].map { UInt32($0) }
      position = delimiter + 1
    }
    var scalar: UInt32 = 0x80
    var index: UInt32 = 0
    var bias: UInt32 = 72
    while position < input.count {
      let oldIndex = index
      var weight: UInt32 = 1
      var step = base
      while true {
        guard position < input.count, let digit = digit(input[position]) else { return nil }
        position += 1
        let (added, overflow) = digit.multipliedReportingOverflow(by: weight)
        let (sum, overflowSum) = index.addingReportingOverflow(added)
        guard !overflow, !overflowSum else { return nil }
        index = sum
        let threshold = step <= bias ? 1 : min(step - bias, 26)
        if digit < threshold { break }
        let (product, overflowProduct) = weight.multipliedReportingOverflow(by: base - threshold)
        guard !overflowProduct else { return nil }
        weight = product
        step += base
      }
      let count = UInt32(output.count) + 1
      bias = adapt(index - oldIndex, count, isFirst: oldIndex == 0)
      scalar += index / count
      index %= count
      guard Unicode.Scalar(scalar) != nil else { return nil }
      output.insert(scalar, at: Int(index))
      index += 1
    }
    return output
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x61...0x7A: UInt32(byte - 0x61)
    case 0x41...0x5A: UInt32(byte - 0x41)
    case 0x30...0x39: UInt32(byte - 0x30 + 26)
    default: nil
    }
  }

  // RFC 3492 §6.1
  private static func adapt(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var step: UInt32 = 0
    while delta > 455 {
      delta /= 35
      step += 36
    }
    return step + 36 * delta / (delta + 38)
  }
}
