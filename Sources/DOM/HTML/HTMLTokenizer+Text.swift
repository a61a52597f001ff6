// SPDX-License-Identifier: MIT
// Part of Grille: end tags inside raw text, and the escaped states of scripts.

extension HTMLTokenizer {
  // html.spec.whatwg.org/#rcdata-less-than-sign-state and the states after it
  mutating func text<Sink: HTMLTokenSink & ~Copyable>(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ builder: inout Sink
  ) -> UnsafePointer<UInt8> {
    var p = unsafe start
    let byte = unsafe p.pointee
    switch state {
    case .textLessThan:
      if byte == UInt8(ascii: "/") {
        unsafe p += 1
        state = .textEndTagOpen
      } else if textState == .scriptData, byte == UInt8(ascii: "!") {
        unsafe p += 1
        builder.characters("<!")
        state = .scriptEscapeStart
      } else {
        builder.characters("<")
        state = textState
      }

    case .textEndTagOpen:
      if byte.isASCIILetter {
        tag.reset(isEnd: true)
        tagNumber &+= 1
        buffer.removeAll()
        state = .textEndTagName
      } else {
        builder.characters("</")
        state = textState
      }

    case .textEndTagName:
      if byte.isASCIILetter {
        // The spelling is needed if it turns out to be text.
        buffer.append(byte)
        unsafe p += 1
      } else if byte.isASCIIWhitespace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">"),
        unsafe builder.isName(lastStartTag, buffer.bytes)
      {
        tag.name = lastStartTag
        switch byte {
        case UInt8(ascii: "/"):
          unsafe p += 1
          state = .selfClosingStartTag
        case UInt8(ascii: ">"):
          unsafe p += 1
          emitTag(&builder)
        default:
          unsafe p += 1
          state = .beforeAttributeName
        }
      } else {
        flushEndTag(&builder)
      }

    case .scriptEscapeStart, .scriptEscapeStartDash:
      if byte == UInt8(ascii: "-") {
        unsafe p += 1
        builder.characters("-")
        state = state == .scriptEscapeStart ? .scriptEscapeStartDash : .scriptEscapedDashDash
      } else {
        state = .scriptData
      }

    case .scriptEscaped, .scriptDoubleEscaped:
      unsafe p = Self.scan(p, end, UInt8(ascii: "-"), UInt8(ascii: "<"))
      if unsafe p > start { unsafe builder.characters(start, p - start) }
      if unsafe p < end { unsafe p = escaped(p, &builder) }

    case .scriptEscapedDash, .scriptEscapedDashDash, .scriptDoubleEscapedDash,
      .scriptDoubleEscapedDashDash:
      unsafe p = escaped(p, &builder)

    case .scriptEscapedLessThan:
      if byte == UInt8(ascii: "/") {
        unsafe p += 1
        textState = .scriptEscaped
        state = .textEndTagOpen
      } else if byte.isASCIILetter {
        buffer.removeAll()
        builder.characters("<")
        state = .scriptDoubleEscapeStart
      } else {
        builder.characters("<")
        state = .scriptEscaped
      }

    case .scriptDoubleEscapedLessThan:
      if byte == UInt8(ascii: "/") {
        unsafe p += 1
        builder.characters("/")
        buffer.removeAll()
        state = .scriptDoubleEscapeEnd
      } else {
        state = .scriptDoubleEscaped
      }

    case .scriptDoubleEscapeStart, .scriptDoubleEscapeEnd:
      let isStart = state == .scriptDoubleEscapeStart
      if byte.isASCIIWhitespace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
        let isScript = unsafe builder.isName(.script, buffer.bytes)
        state = isScript == isStart ? .scriptDoubleEscaped : .scriptEscaped
        unsafe builder.characters(p, 1)
        unsafe p += 1
      } else if byte.isASCIILetter {
        if buffer.count < 16 { buffer.append(byte) }
        unsafe builder.characters(p, 1)
        unsafe p += 1
      } else {
        state = isStart ? .scriptEscaped : .scriptDoubleEscaped
      }

    default:
      unsafe p += 1
    }
    return unsafe p
  }

  /// Writes out what looked like an end tag.
  mutating func flushEndTag<Sink: HTMLTokenSink & ~Copyable>(_ builder: inout Sink) {
    builder.characters("</")
    if let start = unsafe buffer.bytes.baseAddress, !buffer.isEmpty {
      unsafe builder.characters(start, buffer.count)
    }
    state = textState
  }

  /// One byte of the escaped and double escaped states and their dash states.
  private mutating func escaped<Sink: HTMLTokenSink & ~Copyable>(
    _ p: UnsafePointer<UInt8>, _ builder: inout Sink
  ) -> UnsafePointer<UInt8> {
    let isDouble: Bool
    switch state {
    case .scriptDoubleEscaped, .scriptDoubleEscapedDash, .scriptDoubleEscapedDashDash:
      isDouble = true
    default: isDouble = false
    }
    switch unsafe p.pointee {
    case UInt8(ascii: "-"):
      builder.characters("-")
      switch state {
      case .scriptEscaped: state = .scriptEscapedDash
      case .scriptDoubleEscaped: state = .scriptDoubleEscapedDash
      default: state = isDouble ? .scriptDoubleEscapedDashDash : .scriptEscapedDashDash
      }
    case UInt8(ascii: "<"):
      if isDouble { builder.characters("<") }
      state = isDouble ? .scriptDoubleEscapedLessThan : .scriptEscapedLessThan
    case UInt8(ascii: ">")
    where state == .scriptEscapedDashDash || state == .scriptDoubleEscapedDashDash:
      builder.characters(">")
      state = .scriptData
    case 0:
      builder.characters("\u{FFFD}")
      state = isDouble ? .scriptDoubleEscaped : .scriptEscaped
    default:
      unsafe builder.characters(p, 1)
      state = isDouble ? .scriptDoubleEscaped : .scriptEscaped
    }
    return unsafe p + 1
  }
}
