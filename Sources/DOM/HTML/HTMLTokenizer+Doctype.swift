// SPDX-License-Identifier: MIT
// Part of Grille: document type declarations.

extension HTMLTokenizer {
  // html.spec.whatwg.org/#doctype-state and the states after it
  /// Reads on in a doctype; nil if more input must come before its keyword can be told.
  mutating func doctype<Sink: HTMLTokenSink & ~Copyable>(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ builder: inout Sink
  ) -> UnsafePointer<UInt8>? {
    let byte = unsafe start.pointee
    let next = unsafe start + 1
    if state == .doctypeName || !byte.isASCIIWhitespace || isInIdentifier {
      return unsafe doctypeByte(byte, start, end, next, &builder)
    }
    // White space.
    switch state {
    case .doctype: state = .beforeDoctypeName
    case .afterPublicKeyword: state = .beforePublicIdentifier
    case .afterPublicIdentifier: state = .betweenIdentifiers
    case .afterSystemKeyword: state = .beforeSystemIdentifier
    default: break
    }
    return unsafe next
  }

  private var isInIdentifier: Bool {
    switch state {
    case .publicDoubleQuoted, .publicSingleQuoted, .systemDoubleQuoted, .systemSingleQuoted: true
    default: false
    }
  }

  private mutating func doctypeByte<Sink: HTMLTokenSink & ~Copyable>(
    _ byte: UInt8, _ p: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
    _ next: UnsafePointer<UInt8>, _ builder: inout Sink
  ) -> UnsafePointer<UInt8>? {
    switch state {
    case .doctype:
      state = .beforeDoctypeName
      return unsafe p

    case .beforeDoctypeName:
      if byte == UInt8(ascii: ">") {
        doctype.forcesQuirks = true
        emitDoctype(&builder)
        return unsafe next
      }
      doctype.hasName = true
      state = .doctypeName
      return unsafe p

    case .doctypeName:
      if byte.isASCIIWhitespace {
        state = .afterDoctypeName
      } else if byte == UInt8(ascii: ">") {
        emitDoctype(&builder)
      } else if byte == 0 {
        doctype.name.append("\u{FFFD}")
      } else {
        doctype.name.append(byte.asciiLowercased)
      }
      return unsafe next

    case .afterDoctypeName:
      if byte == UInt8(ascii: ">") {
        emitDoctype(&builder)
        return unsafe next
      }
      for isPublic in [true, false] {
        switch unsafe match(isPublic ? "public" : "system", p, end, ignoringCase: true) {
        case .matches:
          state = isPublic ? .afterPublicKeyword : .afterSystemKeyword
          return unsafe p + 6
        case .needsMore: return nil
        case .differs: break
        }
      }
      doctype.forcesQuirks = true
      state = .bogusDoctype
      return unsafe p

    case .afterPublicKeyword, .beforePublicIdentifier:
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        doctype.hasPublicIdentifier = true
        state = byte == UInt8(ascii: "\"") ? .publicDoubleQuoted : .publicSingleQuoted
      case UInt8(ascii: ">"):
        doctype.forcesQuirks = true
        emitDoctype(&builder)
      default:
        doctype.forcesQuirks = true
        state = .bogusDoctype
        return unsafe p
      }
      return unsafe next

    case .publicDoubleQuoted, .publicSingleQuoted:
      let quote = UInt8(ascii: state == .publicDoubleQuoted ? "\"" : "'")
      switch byte {
      case quote: state = .afterPublicIdentifier
      case UInt8(ascii: ">"):
        doctype.forcesQuirks = true
        emitDoctype(&builder)
      case 0: doctype.publicIdentifier.append("\u{FFFD}")
      default: doctype.publicIdentifier.append(byte)
      }
      return unsafe next

    case .afterPublicIdentifier, .betweenIdentifiers, .afterSystemKeyword, .beforeSystemIdentifier:
      let mayEnd = state == .afterPublicIdentifier || state == .betweenIdentifiers
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        doctype.hasSystemIdentifier = true
        state = byte == UInt8(ascii: "\"") ? .systemDoubleQuoted : .systemSingleQuoted
      case UInt8(ascii: ">"):
        if !mayEnd { doctype.forcesQuirks = true }
        emitDoctype(&builder)
      default:
        doctype.forcesQuirks = true
        state = .bogusDoctype
        return unsafe p
      }
      return unsafe next

    case .systemDoubleQuoted, .systemSingleQuoted:
      let quote = UInt8(ascii: state == .systemDoubleQuoted ? "\"" : "'")
      switch byte {
      case quote: state = .afterSystemIdentifier
      case UInt8(ascii: ">"):
        doctype.forcesQuirks = true
        emitDoctype(&builder)
      case 0: doctype.systemIdentifier.append("\u{FFFD}")
      default: doctype.systemIdentifier.append(byte)
      }
      return unsafe next

    case .afterSystemIdentifier:
      if byte == UInt8(ascii: ">") {
        emitDoctype(&builder)
        return unsafe next
      }
      state = .bogusDoctype
      return unsafe p

    default:  // bogusDoctype
      if byte == UInt8(ascii: ">") { emitDoctype(&builder) }
      return unsafe next
    }
  }

  mutating func emitDoctype<Sink: HTMLTokenSink & ~Copyable>(_ builder: inout Sink) {
    builder.doctype(doctype)
    state = .data
  }

  /// Ends a doctype that the input's end cuts off.
  mutating func finishCutDoctype<Sink: HTMLTokenSink & ~Copyable>(_ builder: inout Sink) {
    if state != .bogusDoctype { doctype.forcesQuirks = true }
    emitDoctype(&builder)
  }
}
