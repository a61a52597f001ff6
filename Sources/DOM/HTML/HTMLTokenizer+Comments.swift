// SPDX-License-Identifier: MIT
// Part of Grille: comments and the start of markup declarations.

extension HTMLTokenizer {
  // html.spec.whatwg.org/#comment-start-state and the states after it
  mutating func comment<Sink: HTMLTokenSink & ~Copyable>(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ builder: inout Sink
  ) -> UnsafePointer<UInt8> {
    var p = unsafe start
    let byte = unsafe p.pointee
    switch state {
    case .bogusComment, .comment:
      let isBogus = state == .bogusComment
      unsafe p = Self.scan(
        p, end, UInt8(ascii: isBogus ? ">" : "-"), UInt8(ascii: isBogus ? ">" : "<"))
      unsafe buffer.append(start, p - start)
      guard unsafe p < end else { break }
      switch unsafe p.pointee {
      case 0: buffer.append("\u{FFFD}")
      case UInt8(ascii: "-"): state = .commentEndDash
      case UInt8(ascii: "<"):
        buffer.append(UInt8(ascii: "<"))
        state = .commentLessThan
      default: emitComment(&builder)
      }
      unsafe p += 1

    case .commentStart:
      if byte == UInt8(ascii: "-") {
        unsafe p += 1
        state = .commentStartDash
      } else if byte == UInt8(ascii: ">") {
        unsafe p += 1
        emitComment(&builder)
      } else {
        state = .comment
      }

    case .commentStartDash:
      if byte == UInt8(ascii: "-") {
        unsafe p += 1
        state = .commentEnd
      } else if byte == UInt8(ascii: ">") {
        unsafe p += 1
        emitComment(&builder)
      } else {
        buffer.append(UInt8(ascii: "-"))
        state = .comment
      }

    case .commentLessThan:
      if byte == UInt8(ascii: "!") {
        buffer.append(byte)
        unsafe p += 1
        state = .commentLessThanBang
      } else if byte == UInt8(ascii: "<") {
        buffer.append(byte)
        unsafe p += 1
      } else {
        state = .comment
      }

    case .commentLessThanBang:
      if byte == UInt8(ascii: "-") {
        unsafe p += 1
        state = .commentLessThanBangDash
      } else {
        state = .comment
      }

    case .commentLessThanBangDash:
      if byte == UInt8(ascii: "-") {
        unsafe p += 1
        state = .commentLessThanBangDashDash
      } else {
        state = .commentEndDash
      }

    case .commentLessThanBangDashDash:
      state = .commentEnd

    case .commentEndDash:
      if byte == UInt8(ascii: "-") {
        unsafe p += 1
        state = .commentEnd
      } else {
        buffer.append(UInt8(ascii: "-"))
        state = .comment
      }

    case .commentEnd:
      switch byte {
      case UInt8(ascii: ">"):
        unsafe p += 1
        emitComment(&builder)
      case UInt8(ascii: "!"):
        unsafe p += 1
        state = .commentEndBang
      case UInt8(ascii: "-"):
        unsafe p += 1
        buffer.append(byte)
      default:
        buffer.append("--")
        state = .comment
      }

    case .commentEndBang:
      switch byte {
      case UInt8(ascii: "-"):
        unsafe p += 1
        buffer.append("--!")
        state = .commentEndDash
      case UInt8(ascii: ">"):
        unsafe p += 1
        emitComment(&builder)
      default:
        buffer.append("--!")
        state = .comment
      }

    default: break
    }
    return unsafe p
  }

  mutating func emitComment<Sink: HTMLTokenSink & ~Copyable>(_ builder: inout Sink) {
    unsafe builder.comment(buffer.bytes)
    buffer.removeAll()
    buffer.shrink()
    state = .data
  }

  // html.spec.whatwg.org/#markup-declaration-open-state
  /// Decides what follows `<!`, or gives nil if more input must come first.
  mutating func markupDeclaration<Sink: HTMLTokenSink & ~Copyable>(
    _ p: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ builder: inout Sink
  ) -> UnsafePointer<UInt8>? {
    buffer.removeAll()
    switch unsafe match("--", p, end, ignoringCase: false) {
    case .matches:
      state = .commentStart
      return unsafe p + 2
    case .needsMore: return nil
    case .differs: break
    }
    switch unsafe match("doctype", p, end, ignoringCase: true) {
    case .matches:
      doctype.reset()
      state = .doctype
      return unsafe p + 7
    case .needsMore: return nil
    case .differs: break
    }
    switch unsafe match("[CDATA[", p, end, ignoringCase: false) {
    case .matches:
      if builder.isInForeignContent {
        state = .cdata
      } else {
        buffer.append("[CDATA[")
        state = .bogusComment
      }
      return unsafe p + 7
    case .needsMore: return nil
    case .differs: break
    }
    state = .bogusComment
    return unsafe p
  }

  enum Match { case matches, differs, needsMore }

  /// Compares input with a keyword, which is in lower case if case is ignored.
  func match(
    _ keyword: StaticString, _ p: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
    ignoringCase: Bool
  ) -> Match {
    let available = unsafe min(end - p, keyword.utf8CodeUnitCount)
    for index in 0..<available {
      let byte = unsafe ignoringCase ? p[index].asciiLowercased : p[index]
      if unsafe byte != keyword.utf8Start[index] { return .differs }
    }
    if available == keyword.utf8CodeUnitCount { return .matches }
    return isAtEnd ? .differs : .needsMore
  }
}
