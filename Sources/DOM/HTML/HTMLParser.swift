// SPDX-License-Identifier: MIT
// Part of Grille: the HTML parser as its users see it.

/// Parses HTML by the standard, in pieces of any size.
///
/// Feed it UTF-8 as it arrives, take `snapshot()` whenever something is to be shown, and call
/// `finish()` at the end. The tree does not depend on how the input was cut. Bytes must be valid
/// UTF-8 without a byte order mark, as `TextDecoder` gives them; invalid ones do no harm but reach
/// the text.
package struct HTMLParser: ~Copyable {
  /// How a document is to be parsed.
  package struct Options: Sendable {
    /// Whether scripts will run: `noscript` then holds text.
    package var isScripting = false
    /// What is kept at most.
    package var limits = DocumentLimits()
    /// Whether the text of scripts is kept; a program that runs and shows none need not.
    package var keepsScriptText = true

    /// Makes the options of a browser without scripts.
    package init() {}
  }

  private var tokenizer: HTMLTokenizer
  private var builder: HTMLTreeBuilder
  /// Bytes that the tokenizer left unread because they are not complete.
  private var carry = ByteBuffer()
  /// Input with its line ends made line feeds.
  private var normalized = ByteBuffer()
  private var endedWithCarriageReturn = false
  private var isFinished = false

  /// Starts a document.
  package init(_ options: Options = Options()) {
    tokenizer = HTMLTokenizer(attributeLimit: options.limits.attributesPerElement)
    builder = HTMLTreeBuilder(
      scripting: options.isScripting, limits: options.limits,
      keepsScriptText: options.keepsScriptText)
  }

  /// Starts a document, with scripting on or off.
  package init(scripting: Bool) {
    var options = Options()
    options.isScripting = scripting
    self.init(options)
  }

  /// Starts a fragment: what an element's inner HTML would be.
  package init(
    fragmentOf name: String, namespace: Namespace = .html, quirksMode: QuirksMode = .noQuirks,
    _ options: Options = Options()
  ) {
    self.init(options)
    let name = builder.dom.intern(Array(name.utf8).span)
    tokenizer.state = builder.startFragment(name, namespace, quirksMode: quirksMode)
  }

  /// The document as far as it has been read; costs little, also while reading goes on.
  package mutating func snapshot() -> Document { builder.dom.snapshot() }

  /// The label of the encoding that a `meta` element declares, once one was read.
  ///
  /// Compare it with the encoding that the input was decoded from: if that was a guess, start
  /// again.
  package var declaredEncoding: String? {
    builder.declaredEncoding.map { String(decoding: $0, as: UTF8.self) }
  }

  /// How many nodes the document has so far.
  package var nodeCount: Int { builder.dom.nodeCount }

  /// Whether a limit has ended parsing, so that further input is not looked at.
  package var isStopped: Bool { builder.isStopped }

  /// Reads a piece of the input.
  package mutating func feed(_ utf8: Span<UInt8>) {
    _ = feed(utf8, budget: .max)
  }

  /// Reads a piece of the input until about `budget` units of work are done, one for each byte and
  /// 16 for each node; gives the number of bytes read, which is all of them if the budget suffices.
  package mutating func feed(_ utf8: Span<UInt8>, budget: Int) -> Int {
    unsafe utf8.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      let nodes = nodeCount
      var offset = 0
      while offset < bytes.count {
        if isFinished || isStopped { return bytes.count }
        // Small steps only if someone waits.
        let count = min(bytes.count - offset, budget == .max ? 1 << 16 : 1 << 11)
        unsafe readRaw(UnsafeBufferPointer(start: base + offset, count: count))
        offset += count
        if budget != .max, offset + 16 * (nodeCount - nodes) >= budget { return offset }
      }
      return offset
    }
  }

  /// Ends the input.
  package mutating func finish() {
    if isFinished { return }
    isFinished = true
    tokenizer.isAtEnd = true
    if !carry.isEmpty {
      var rest = ByteBuffer()
      swap(&rest, &carry)
      var offset = 0
      while offset < rest.count, !isStopped {
        let count = unsafe tokenizer.run(
          UnsafeBufferPointer(rebasing: rest.bytes[offset...]), into: &builder)
        if count == 0 { break }
        offset += count
      }
    }
    tokenizer.finish(&builder)
  }

  // MARK: Line ends and unread bytes

  // html.spec.whatwg.org/#preprocessing-the-input-stream
  private mutating func readRaw(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    let end = unsafe base + bytes.count
    var p = unsafe base
    if endedWithCarriageReturn, unsafe p.pointee == 0x0A { unsafe p += 1 }
    endedWithCarriageReturn = false
    guard unsafe Self.hasCarriageReturn(p, end) else {
      if unsafe p < end { unsafe read(UnsafeBufferPointer(start: p, count: end - p)) }
      return
    }
    normalized.removeAll()
    while unsafe p < end {
      let byte = unsafe p.pointee
      unsafe p += 1
      if byte == 0x0D {
        normalized.append(0x0A)
        if unsafe p < end {
          if unsafe p.pointee == 0x0A { unsafe p += 1 }
        } else {
          endedWithCarriageReturn = true
        }
      } else {
        normalized.append(byte)
      }
    }
    var text = ByteBuffer(capacity: 1)
    swap(&text, &normalized)
    unsafe read(text.bytes)
    swap(&text, &normalized)
  }

  private static func hasCarriageReturn(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    var p = unsafe start
    while true {
      unsafe p = HTMLTokenizer.scan(p, end, 0x0D, 0x0D)
      if unsafe p == end { return false }
      if unsafe p.pointee == 0x0D { return true }
      unsafe p += 1
    }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var offset = 0
    if !carry.isEmpty {
      // Join what was left with enough of the new bytes for any reference or keyword.
      let left = carry.count
      let taken = min(bytes.count, 64)
      unsafe carry.append(base, taken)
      var joined = ByteBuffer()
      swap(&joined, &carry)
      let used = unsafe tokenizer.run(joined.bytes, into: &builder)
      if used < left {
        // Still not enough: `bytes` was short.
        joined.removeFirst(used)
        swap(&joined, &carry)
        return
      }
      offset = used - left
    }
    while offset < bytes.count, !isStopped {
      let rest = unsafe UnsafeBufferPointer(rebasing: bytes[offset...])
      let used = unsafe tokenizer.run(rest, into: &builder)
      offset += used
      if offset < bytes.count {
        unsafe carry.append(UnsafeBufferPointer(rebasing: bytes[offset...]))
        return
      }
    }
  }
}

extension HTMLParser {
  /// Parses a whole document.
  package static func parse(_ utf8: Span<UInt8>, _ options: Options = Options()) -> Document {
    var parser = HTMLParser(options)
    parser.feed(utf8)
    parser.finish()
    return parser.snapshot()
  }

  /// Parses a whole document.
  package static func parse(_ html: String, _ options: Options = Options()) -> Document {
    parse(Array(html.utf8).span, options)
  }

  /// Parses a fragment; its nodes are the children of the document element.
  package static func parseFragment(
    _ html: String, of name: String, namespace: Namespace = .html, _ options: Options = Options()
  ) -> Document {
    var parser = HTMLParser(fragmentOf: name, namespace: namespace, options)
    parser.feed(Array(html.utf8).span)
    parser.finish()
    return parser.snapshot()
  }
}
