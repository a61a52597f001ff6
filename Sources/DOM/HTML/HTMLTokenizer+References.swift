// SPDX-License-Identifier: MIT
// Part of Grille: character references in text and attribute values.

extension HTMLTokenizer {
  // html.spec.whatwg.org/#character-reference-state
  /// Reads a reference at `&` and gives the place behind it, or nil if more input must come first.
  mutating func reference<Sink: HTMLTokenSink & ~Copyable>(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, inAttribute: Bool,
    _ builder: inout Sink
  ) -> UnsafePointer<UInt8>? {
    let name = unsafe start + 1
    let available = unsafe end - name
    if available == 0 {
      guard isAtEnd else { return nil }
      deliver("&", inAttribute, &builder)
      return unsafe name
    }
    if unsafe name.pointee == UInt8(ascii: "#") {
      returnState = state
      referenceCode = 0
      state = .numericReference
      return unsafe name + 1
    }
    var count = 0
    while count < available, count <= NamedReferences.longestName,
      unsafe name[count].isASCIILetter || name[count].isASCIIDigit
    {
      count += 1
    }
    if count == available, count <= NamedReferences.longestName, !isAtEnd { return nil }
    let references = NamedReferences.shared
    if count < available, unsafe name[count] == UInt8(ascii: ";"),
      let entry = unsafe references.find(name, count)
    {
      deliver(entry, inAttribute, &builder)
      return unsafe name + count + 1
    }
    var length = min(count, NamedReferences.longestBareName)
    while length >= 2 {
      if let entry = unsafe references.find(name, length), !entry.needsSemicolon {
        // In attributes, "&copy=1" and "&copyright" are left as they are.
        let next: UInt8 = unsafe length < available ? name[length] : 0
        if inAttribute, length < count || next == UInt8(ascii: "=") {
          break
        }
        deliver(entry, inAttribute, &builder)
        return unsafe name + length
      }
      length -= 1
    }
    deliver("&", inAttribute, &builder)
    return unsafe name
  }

  // html.spec.whatwg.org/#numeric-character-reference-state
  mutating func numericReference<Sink: HTMLTokenSink & ~Copyable>(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ builder: inout Sink
  ) -> UnsafePointer<UInt8> {
    var p = unsafe start
    while unsafe p < end {
      let byte = unsafe p.pointee
      switch state {
      case .numericReference:
        if byte | 0x20 == UInt8(ascii: "x") {
          // The spelling is needed if no digit follows.
          referenceCode = UInt32(byte)
          state = .hexadecimalStart
          unsafe p += 1
        } else if byte.isASCIIDigit {
          state = .decimalDigits
        } else {
          finishReferenceWithoutDigits(&builder)
          return unsafe p
        }
      case .hexadecimalStart:
        guard byte.isASCIIDigit || (byte | 0x20) &- 0x61 < 6 else {
          finishReferenceWithoutDigits(&builder)
          return unsafe p
        }
        referenceCode = 0
        state = .hexadecimalDigits
      case .hexadecimalDigits where byte.isASCIIDigit || (byte | 0x20) &- 0x61 < 6:
        let digit = UInt32(byte.isASCIIDigit ? byte - 0x30 : (byte | 0x20) - 0x57)
        referenceCode = min(referenceCode * 16 + digit, 0x11_0000)
        unsafe p += 1
      case .decimalDigits where byte.isASCIIDigit:
        referenceCode = min(referenceCode * 10 + UInt32(byte - 0x30), 0x11_0000)
        unsafe p += 1
      default:
        if byte == UInt8(ascii: ";") { unsafe p += 1 }
        finishNumericReference(&builder)
        return unsafe p
      }
    }
    return unsafe p
  }

  /// Ends a numeric reference that the input's end cuts off.
  mutating func finishCutReference<Sink: HTMLTokenSink & ~Copyable>(_ builder: inout Sink) {
    switch state {
    case .numericReference, .hexadecimalStart: finishReferenceWithoutDigits(&builder)
    case .hexadecimalDigits, .decimalDigits: finishNumericReference(&builder)
    default: break
    }
  }

  private mutating func finishReferenceWithoutDigits<Sink: HTMLTokenSink & ~Copyable>(
    _ builder: inout Sink
  ) {
    let isHexadecimal = state == .hexadecimalStart
    state = returnState
    let inAttribute = state != .data && state != .rcdata
    let isUpper = referenceCode == UInt32(UInt8(ascii: "X"))
    deliver(!isHexadecimal ? "&#" : isUpper ? "&#X" : "&#x", inAttribute, &builder)
  }

  // html.spec.whatwg.org/#numeric-character-reference-end-state
  private mutating func finishNumericReference<Sink: HTMLTokenSink & ~Copyable>(
    _ builder: inout Sink
  ) {
    state = returnState
    var code = referenceCode
    if code == 0 || code > 0x10_FFFF {
      code = 0xFFFD
    } else if code >= 0x80, code < 0xA0, Self.windows1252[Int(code - 0x80)] != 0 {
      code = UInt32(Self.windows1252[Int(code - 0x80)])
    }
    let entry = NamedReferences.Entry(
      start: 0, count: 0, needsSemicolon: true, first: code, second: 0)
    deliver(entry, state != .data && state != .rcdata, &builder)
  }

  private mutating func deliver<Sink: HTMLTokenSink & ~Copyable>(
    _ text: StaticString, _ inAttribute: Bool, _ builder: inout Sink
  ) {
    if inAttribute { appendValue(text) } else { builder.characters(text) }
  }

  private mutating func deliver<Sink: HTMLTokenSink & ~Copyable>(
    _ entry: NamedReferences.Entry, _ inAttribute: Bool, _ builder: inout Sink
  ) {
    if inAttribute {
      guard !dropsValue else { return }
      tag.values.append(scalar: entry.first)
      if entry.second != 0 { tag.values.append(scalar: entry.second) }
    } else {
      var bytes: (UInt64, Int) = (0, 0)
      for scalar in [entry.first, entry.second] where scalar != 0 {
        let scalar = Unicode.Scalar(scalar) ?? "\u{FFFD}"
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          bytes.0 |= UInt64(byte) &<< UInt64(8 * bytes.1)
          bytes.1 += 1
        }
      }
      let count = bytes.1
      var word = bytes.0.littleEndian
      unsafe withUnsafeBytes(of: &word) { raw in
        if let start = unsafe raw.baseAddress?.assumingMemoryBound(to: UInt8.self) {
          unsafe builder.characters(start, count)
        }
      }
    }
  }

  /// What references to C1 controls mean; 0 where they mean themselves.
  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
