// SPDX-License-Identifier: MIT
// Part of Grille: the HTML tokenizer, a state machine that can stop behind any byte.

/// The tokenizer of the HTML standard; it hands tokens to the tree builder as they end.
///
/// Input is UTF-8 without carriage returns. `run` takes any piece of it; all that a piece leaves
/// unfinished is kept in the state. Only a named reference, the start of a declaration and a
/// doctype's keyword need up to 33 bytes at once: `run` leaves them unread until they are there.
struct HTMLTokenizer: ~Copyable {
  enum State: UInt8 {
    case data, rcdata, rawtext, scriptData, plaintext
    case tagOpen, endTagOpen, tagName
    // RCDATA, RAWTEXT and script data share these; `textState` says which.
    case textLessThan, textEndTagOpen, textEndTagName
    case scriptEscapeStart, scriptEscapeStartDash, scriptEscaped, scriptEscapedDash
    case scriptEscapedDashDash, scriptEscapedLessThan, scriptDoubleEscapeStart
    case scriptDoubleEscaped, scriptDoubleEscapedDash, scriptDoubleEscapedDashDash
    case scriptDoubleEscapedLessThan, scriptDoubleEscapeEnd
    case beforeAttributeName, attributeName, afterAttributeName, beforeAttributeValue
    case valueDoubleQuoted, valueSingleQuoted, valueUnquoted, afterValueQuoted
    case selfClosingStartTag
    case bogusComment, markupDeclarationOpen
    case commentStart, commentStartDash, comment, commentLessThan, commentLessThanBang
    case commentLessThanBangDash, commentLessThanBangDashDash, commentEndDash, commentEnd
    case commentEndBang
    case doctype, beforeDoctypeName, doctypeName, afterDoctypeName
    case afterPublicKeyword, beforePublicIdentifier, publicDoubleQuoted, publicSingleQuoted
    case afterPublicIdentifier, betweenIdentifiers, afterSystemKeyword, beforeSystemIdentifier
    case systemDoubleQuoted, systemSingleQuoted, afterSystemIdentifier, bogusDoctype
    case cdata, cdataBracket, cdataEnd
    case numericReference, hexadecimalStart, hexadecimalDigits, decimalDigits
  }

  var state = State.data
  /// Where a numeric reference goes back to.
  var returnState = State.data
  /// The kind of text that a possible end tag interrupts.
  var textState = State.rcdata
  var isAtEnd = false
  var tag = TagToken()
  var doctype = DoctypeToken()
  /// The name being read of an attribute or (in text) an end tag, or a comment's data.
  var buffer = ByteBuffer(capacity: 256)
  var referenceCode: UInt32 = 0
  var lastStartTag = NameID.empty
  /// Whether the value being read belongs to an attribute that is dropped.
  var dropsValue = false
  /// The attribute numbers of the current tag by name, to see duplicates: tag number per name.
  var seenIn: [UInt32] = []
  var tagNumber: UInt32 = 0
  var attributeLimit: Int

  init(attributeLimit: Int) {
    self.attributeLimit = min(attributeLimit, 1024)
  }

  // html.spec.whatwg.org/#tokenization
  /// Reads a piece of input and gives the number of bytes read: all of them, unless a reference or
  /// declaration is not complete yet.
  mutating func run<Sink: HTMLTokenSink & ~Copyable>(
    _ input: UnsafeBufferPointer<UInt8>, into builder: inout Sink
  ) -> Int {
    guard let base = input.baseAddress else { return 0 }
    var p = unsafe base
    let end = unsafe base + input.count
    while unsafe p < end {
      switch state {

      // MARK: Text

      case .data, .rcdata:
        let start = unsafe p
        unsafe p = Self.scan(p, end, UInt8(ascii: "<"), UInt8(ascii: "&"))
        if unsafe p > start { unsafe builder.characters(start, p - start) }
        guard unsafe p < end else { break }
        switch unsafe p.pointee {
        case UInt8(ascii: "<"):
          unsafe p += 1
          if state == .data {
            state = .tagOpen
          } else {
            textState = .rcdata
            state = .textLessThan
          }
        case UInt8(ascii: "&"):
          guard let next = unsafe reference(p, end, inAttribute: false, &builder) else {
            return unsafe p - base
          }
          unsafe p = next
        default:
          if state == .data {
            unsafe builder.characters(p, 1)
          } else {
            builder.characters("\u{FFFD}")
          }
          unsafe p += 1
        }

      case .rawtext, .scriptData, .plaintext, .cdata:
        let stop: UInt8 =
          state == .cdata ? UInt8(ascii: "]") : state == .plaintext ? 0 : UInt8(ascii: "<")
        let start = unsafe p
        unsafe p = Self.scan(p, end, stop, stop)
        if unsafe p > start { unsafe builder.characters(start, p - start) }
        guard unsafe p < end else { break }
        let byte = unsafe p.pointee
        if byte == 0 {
          if state == .cdata {
            unsafe builder.characters(p, 1)
          } else {
            builder.characters("\u{FFFD}")
          }
        } else if state == .cdata {
          state = .cdataBracket
        } else {
          textState = state
          state = .textLessThan
        }
        unsafe p += 1

      case .cdataBracket:
        if unsafe p.pointee == UInt8(ascii: "]") {
          unsafe p += 1
          state = .cdataEnd
        } else {
          builder.characters("]")
          state = .cdata
        }

      case .cdataEnd:
        switch unsafe p.pointee {
        case UInt8(ascii: "]"):
          builder.characters("]")
          unsafe p += 1
        case UInt8(ascii: ">"):
          unsafe p += 1
          state = .data
        default:
          builder.characters("]]")
          state = .cdata
        }

      // MARK: Tags

      case .tagOpen:
        let byte = unsafe p.pointee
        if byte.isASCIILetter {
          startTag(isEnd: false)
        } else if byte == UInt8(ascii: "/") {
          unsafe p += 1
          state = .endTagOpen
        } else if byte == UInt8(ascii: "!") {
          unsafe p += 1
          state = .markupDeclarationOpen
        } else if byte == UInt8(ascii: "?") {
          buffer.removeAll()
          state = .bogusComment
        } else {
          builder.characters("<")
          state = .data
        }

      case .endTagOpen:
        let byte = unsafe p.pointee
        if byte.isASCIILetter {
          startTag(isEnd: true)
        } else if byte == UInt8(ascii: ">") {
          unsafe p += 1
          state = .data
        } else {
          buffer.removeAll()
          state = .bogusComment
        }

      case .tagName:
        unsafe p = name(p, end)
        guard unsafe p < end else { break }
        tag.name = unsafe builder.intern(buffer.bytes)
        switch unsafe p.pointee {
        case UInt8(ascii: ">"): emitTag(&builder)
        case UInt8(ascii: "/"): state = .selfClosingStartTag
        default: state = .beforeAttributeName
        }
        unsafe p += 1

      case .beforeAttributeName:
        let byte = unsafe p.pointee
        switch byte {
        case 0x09, 0x0A, 0x0C, 0x20:
          unsafe p += 1
        case UInt8(ascii: "/"):
          unsafe p += 1
          state = .selfClosingStartTag
        case UInt8(ascii: ">"):
          unsafe p += 1
          emitTag(&builder)
        default:
          buffer.removeAll()
          state = .attributeName
          if byte == UInt8(ascii: "=") {
            unsafe p += 1
            buffer.append(byte)
          }
        }

      case .attributeName:
        unsafe p = name(p, end, UInt8(ascii: "="))
        guard unsafe p < end else { break }
        startAttribute(&builder)
        if unsafe p.pointee == UInt8(ascii: "=") {
          unsafe p += 1
          state = .beforeAttributeValue
        } else {
          state = .afterAttributeName
        }

      case .afterAttributeName:
        switch unsafe p.pointee {
        case 0x09, 0x0A, 0x0C, 0x20:
          unsafe p += 1
        case UInt8(ascii: "/"):
          unsafe p += 1
          state = .selfClosingStartTag
        case UInt8(ascii: "="):
          unsafe p += 1
          state = .beforeAttributeValue
        case UInt8(ascii: ">"):
          unsafe p += 1
          emitTag(&builder)
        default:
          buffer.removeAll()
          state = .attributeName
        }

      case .beforeAttributeValue:
        switch unsafe p.pointee {
        case 0x09, 0x0A, 0x0C, 0x20:
          unsafe p += 1
        case UInt8(ascii: "\""):
          unsafe p += 1
          state = .valueDoubleQuoted
        case UInt8(ascii: "'"):
          unsafe p += 1
          state = .valueSingleQuoted
        case UInt8(ascii: ">"):
          unsafe p += 1
          emitTag(&builder)
        default:
          state = .valueUnquoted
        }

      case .valueDoubleQuoted, .valueSingleQuoted:
        let quote = UInt8(ascii: state == .valueDoubleQuoted ? "\"" : "'")
        let start = unsafe p
        unsafe p = Self.scan(p, end, quote, UInt8(ascii: "&"))
        if unsafe p > start { unsafe appendValue(start, p - start) }
        guard unsafe p < end else { break }
        switch unsafe p.pointee {
        case quote:
          unsafe p += 1
          finishValue()
          state = .afterValueQuoted
        case 0:
          appendValue("\u{FFFD}")
          unsafe p += 1
        default:
          guard let next = unsafe reference(p, end, inAttribute: true, &builder) else {
            return unsafe p - base
          }
          unsafe p = next
        }

      case .valueUnquoted:
        let start = unsafe p
        scanning: while unsafe p < end {
          switch unsafe p.pointee {
          case 0x09, 0x0A, 0x0C, 0x20, UInt8(ascii: "&"), UInt8(ascii: ">"), 0: break scanning
          default: unsafe p += 1
          }
        }
        if unsafe p > start { unsafe appendValue(start, p - start) }
        guard unsafe p < end else { break }
        switch unsafe p.pointee {
        case UInt8(ascii: ">"):
          unsafe p += 1
          finishValue()
          emitTag(&builder)
        case UInt8(ascii: "&"):
          guard let next = unsafe reference(p, end, inAttribute: true, &builder) else {
            return unsafe p - base
          }
          unsafe p = next
        case 0:
          appendValue("\u{FFFD}")
          unsafe p += 1
        default:
          unsafe p += 1
          finishValue()
          state = .beforeAttributeName
        }

      case .afterValueQuoted:
        switch unsafe p.pointee {
        case 0x09, 0x0A, 0x0C, 0x20:
          unsafe p += 1
          state = .beforeAttributeName
        case UInt8(ascii: "/"):
          unsafe p += 1
          state = .selfClosingStartTag
        case UInt8(ascii: ">"):
          unsafe p += 1
          emitTag(&builder)
        default:
          state = .beforeAttributeName
        }

      case .selfClosingStartTag:
        if unsafe p.pointee == UInt8(ascii: ">") {
          unsafe p += 1
          tag.isSelfClosing = true
          emitTag(&builder)
        } else {
          state = .beforeAttributeName
        }

      case .numericReference, .hexadecimalStart, .hexadecimalDigits, .decimalDigits:
        unsafe p = numericReference(p, end, &builder)

      case .bogusComment, .comment, .commentStart, .commentStartDash, .commentLessThan,
        .commentLessThanBang, .commentLessThanBangDash, .commentLessThanBangDashDash,
        .commentEndDash, .commentEnd, .commentEndBang:
        unsafe p = comment(p, end, &builder)

      case .markupDeclarationOpen:
        guard let next = unsafe markupDeclaration(p, end, &builder) else {
          return unsafe p - base
        }
        unsafe p = next

      case .doctype, .beforeDoctypeName, .doctypeName, .afterDoctypeName, .afterPublicKeyword,
        .beforePublicIdentifier, .publicDoubleQuoted, .publicSingleQuoted,
        .afterPublicIdentifier, .betweenIdentifiers, .afterSystemKeyword,
        .beforeSystemIdentifier, .systemDoubleQuoted, .systemSingleQuoted,
        .afterSystemIdentifier, .bogusDoctype:
        guard let next = unsafe doctype(p, end, &builder) else { return unsafe p - base }
        unsafe p = next

      default:
        unsafe p = text(p, end, &builder)
      }
    }
    return unsafe p - base
  }

  // MARK: Tags

  private mutating func startTag(isEnd: Bool) {
    tag.reset(isEnd: isEnd)
    buffer.removeAll()
    tagNumber &+= 1
    state = .tagName
  }

  mutating func emitTag<Sink: HTMLTokenSink & ~Copyable>(_ builder: inout Sink) {
    state = .data
    if tag.isEnd {
      builder.endTag(&tag)
    } else {
      lastStartTag = tag.name
      builder.startTag(&tag)
      if let next = builder.takeTokenizerState() { state = next }
    }
  }

  private mutating func startAttribute<Sink: HTMLTokenSink & ~Copyable>(_ builder: inout Sink) {
    dropsValue = true
    if tag.isEnd { return }
    guard tag.attributes.count < attributeLimit else {
      builder.reach(.attributes)
      return
    }
    let name = unsafe builder.intern(buffer.bytes)
    let index = Int(name.rawValue)
    if index >= seenIn.count {
      seenIn += [UInt32](repeating: 0, count: index + 256 - seenIn.count)
    }
    if seenIn[index] == tagNumber { return }
    seenIn[index] = tagNumber
    dropsValue = false
    tag.attributes.append(TagToken.Attribute(name: name, start: tag.values.count, count: 0))
  }

  @inline(__always)
  private mutating func appendValue(_ start: UnsafePointer<UInt8>, _ count: Int) {
    if !dropsValue { unsafe tag.values.append(start, count) }
  }

  mutating func appendValue(_ text: StaticString) {
    if !dropsValue { tag.values.append(text) }
  }

  private mutating func finishValue() {
    guard !dropsValue, let last = tag.attributes.indices.last else { return }
    tag.attributes[last].count = tag.values.count - tag.attributes[last].start
    // A second value cannot follow, but a stray one must not be added to this.
    dropsValue = true
  }

  // MARK: Scanning

  /// Adds to a name in lower case what stands before white space, `/`, `>`, a zero byte (which
  /// becomes U+FFFD and is passed) or another byte, and gives the place where it ended.
  @inline(__always)
  private mutating func name(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ other: UInt8 = 0
  ) -> UnsafePointer<UInt8> {
    var p = unsafe start
    while unsafe p < end {
      // Letters, then at most one byte that is none.
      unsafe p += buffer.appendLetters(p, end - p)
      guard unsafe p < end else { break }
      let byte = unsafe p.pointee
      switch byte {
      case 0: buffer.append("\u{FFFD}")
      case 0x09, 0x0A, 0x0C, 0x20, UInt8(ascii: "/"), UInt8(ascii: ">"), other:
        return unsafe p
      default: buffer.append(byte.asciiLowercased)
      }
      unsafe p += 1
    }
    return unsafe p
  }

  /// The first of two bytes or of a zero byte, or the end; eight bytes at a time.
  @inline(__always)
  static func scan(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ first: UInt8, _ second: UInt8
  ) -> UnsafePointer<UInt8> {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let firsts = ones &* UInt64(first)
    let seconds = ones &* UInt64(second)
    var p = unsafe start
    while unsafe end - p >= 8 {
      let word = UInt64(littleEndian: unsafe UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
      let a = word ^ firsts
      let b = word ^ seconds
      let found =
        ((a &- ones) & ~a | (b &- ones) & ~b | (word &- ones) & ~word) & highs
      if found != 0 { return unsafe p + found.trailingZeroBitCount / 8 }
      unsafe p += 8
    }
    while unsafe p < end {
      let byte = unsafe p.pointee
      if byte == first || byte == second || byte == 0 { break }
      unsafe p += 1
    }
    return unsafe p
  }
}

extension UInt8 {
  /// Whether this is A–Z or a–z.
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether this is 0–9.
  @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }
}
