// SPDX-License-Identifier: MIT
// Part of Grille: the URL standard's parser: scheme, authority, and how a base is used.

// url.spec.whatwg.org/#concept-basic-url-parser
/// One parse of one address.
///
/// The standard describes a state machine over code points; this is the same machine with a
/// method for each group of states, working on UTF-8 bytes and writing the serialisation as it
/// goes. Methods named after a state take the position where that state starts and return whether
/// parsing succeeded.
struct URLParser: ~Copyable {
  var output: URLBuffer
  var components = URLComponents()
  /// The encoding of the document the address is from, if it is not UTF-8; only queries use it.
  let queryEncoding: TextEncoding?

  var isSpecial: Bool { components.schemeKind.isSpecial }
  var position: UInt32 { UInt32(output.count) }

  // MARK: Entry points

  /// Parses bytes which are valid UTF-8.
  static func parse(
    _ input: Span<UInt8>, base: WebURL?, queryEncoding: TextEncoding? = nil
  ) -> WebURL? {
    var (start, end) = (0, input.count)
    while start < end, input[start] <= 0x20 { start += 1 }
    while end > start, input[end - 1] <= 0x20 { end -= 1 }
    for index in start..<end where isTabOrNewline(input[index]) {
      var kept: [UInt8] = []
      kept.reserveCapacity(end - start)
      for index in start..<end where !isTabOrNewline(input[index]) { kept.append(input[index]) }
      return parseTrimmed(kept.span, base: base, queryEncoding)
    }
    return parseTrimmed(input.extracting(start..<end), base: base, queryEncoding)
  }

  /// Parses bytes from the network; what is not UTF-8 becomes U+FFFD first.
  static func parseRepairing(
    _ input: Span<UInt8>, base: WebURL?, queryEncoding: TextEncoding? = nil
  ) -> WebURL? {
    if UTF8Validation.isValid(input) {
      return parse(input, base: base, queryEncoding: queryEncoding)
    }
    var repaired: [UInt8] = []
    UTF8Validation.appendRepairing(input, into: &repaired)
    return parse(repaired.span, base: base, queryEncoding: queryEncoding)
  }

  private static func isTabOrNewline(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func parseTrimmed(
    _ input: Span<UInt8>, base: WebURL?, _ queryEncoding: TextEncoding?
  ) -> WebURL? {
    let longest = Int(Int32.max) / 4
    guard input.count < longest else { return nil }
    var capacity = input.count + input.count / 4 + (base?.href.utf8.count ?? 0) + 64
    while true {
      let (url, isOverflowed) = unsafe withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: capacity
      ) { storage -> (WebURL?, Bool) in
        var parser = unsafe URLParser(
          output: URLBuffer(borrowing: storage), queryEncoding: queryEncoding)
        let isParsed = parser.parse(input, base: base)
        if parser.output.isOverflowed { return (nil, true) }
        guard isParsed else { return (nil, false) }
        return (WebURL(href: parser.output.makeString(), components: parser.components), false)
      }
      guard isOverflowed else { return url }
      capacity *= 2
    }
  }

  // MARK: Scheme

  private mutating func parse(_ input: Span<UInt8>, base: WebURL?) -> Bool {
    guard let colon = Self.endOfScheme(input) else { return noScheme(input, base) }
    for index in 0..<colon { output.append(ASCII.lowercase(input[index])) }
    components.schemeEnd = position
    components.schemeKind = schemeKind(length: colon)
    output.append(0x3A)
    let next = colon + 1
    switch components.schemeKind {
    case .file:
      return file(input, next, base.flatMap { $0.isFile ? $0 : nil })
    case .other:
      if isByte(input, next, 0x2F) {
        if isByte(input, next + 1, 0x2F) { return authority(input, next + 2) }
        setNoHost()
        return path(input, next + 1)
      }
      setNoHost()
      return opaquePath(input, next)
    case let kind:
      if let base, base.components.schemeKind == kind,
        !(isByte(input, next, 0x2F) && isByte(input, next + 1, 0x2F))
      {
        output.truncate(to: 0)
        return relative(input, next, base)
      }
      return authorityAfterSlashes(input, next)
    }
  }

  /// The position of the colon after a well-formed scheme.
  private static func endOfScheme(_ input: Span<UInt8>) -> Int? {
    guard input.count > 0, ASCII.isAlpha(input[0]) else { return nil }
    for index in 1..<max(input.count, 1) {
      let byte = input[index]
      if byte == 0x3A { return index }
      guard ASCII.isAlphanumeric(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
        return nil
      }
    }
    return nil
  }

  /// Recognises the scheme that has just been written.
  private func schemeKind(length: Int) -> SchemeKind {
    switch length {
    case 2: return output.matches("ws", at: 0) ? .ws : .other
    case 3:
      return output.matches("wss", at: 0) ? .wss : output.matches("ftp", at: 0) ? .ftp : .other
    case 4:
      return output.matches("http", at: 0) ? .http : output.matches("file", at: 0) ? .file : .other
    case 5: return output.matches("https", at: 0) ? .https : .other
    default: return .other
    }
  }

  /// `no scheme state`: everything comes from the base.
  private mutating func noScheme(_ input: Span<UInt8>, _ base: WebURL?) -> Bool {
    guard let base else { return false }
    if base.hasOpaquePath {
      guard isByte(input, 0, 0x23) else { return false }
      copy(base, upTo: base.components.queryEnd)
      return fragment(input, 1)
    }
    if base.isFile {
      append(base.href, 0, base.components.schemeEnd + 1)
      components.schemeEnd = base.components.schemeEnd
      components.schemeKind = .file
      return file(input, 0, base)
    }
    return relative(input, 0, base)
  }

  // MARK: Relative addresses

  /// `relative state` and `relative slash state`.
  private mutating func relative(_ input: Span<UInt8>, _ start: Int, _ base: WebURL) -> Bool {
    guard start < input.count else {
      copy(base, upTo: base.components.queryEnd)
      return true
    }
    let first = input[start]
    components.schemeKind = base.components.schemeKind
    if isSlash(first) {
      let second = start + 1 < input.count ? input[start + 1] : 0
      if isSpecial, isSlash(second) {
        copyScheme(base)
        return authorityAfterSlashes(input, start + 2)
      }
      if second == 0x2F {
        copyScheme(base)
        return authority(input, start + 2)
      }
      copy(base, upTo: base.components.authorityEnd)
      components.pathStart = position
      return path(input, start + 1)
    }
    if first == 0x23 {
      copy(base, upTo: base.components.queryEnd)
      return fragment(input, start + 1)
    }
    copyWithPath(base)
    if first == 0x3F {
      finishPath()
      return query(input, start + 1)
    }
    shortenPath()
    return path(input, start)
  }

  /// Takes over the base's serialisation up to a position, and the parts that lie in it.
  mutating func copy(_ base: WebURL, upTo end: UInt32) {
    components = base.components
    append(base.href, 0, end)
    components.pathEnd = min(components.pathEnd, end)
    components.queryEnd = min(components.queryEnd, end)
  }

  /// Takes over scheme, authority and path, leaving out a `/.` before the path.
  mutating func copyWithPath(_ base: WebURL) {
    copy(base, upTo: base.components.authorityEnd)
    components.pathStart = position
    append(base.href, base.components.pathStart, base.components.pathEnd)
  }

  private mutating func copyScheme(_ base: WebURL) {
    append(base.href, 0, base.components.schemeEnd + 1)
    components.schemeEnd = base.components.schemeEnd
  }

  mutating func append(_ text: String, _ start: UInt32, _ end: UInt32) {
    output.append(text.utf8.span.extracting(Int(start)..<Int(end)))
  }

  // MARK: Authority

  /// `special authority ignore slashes state`.
  private mutating func authorityAfterSlashes(_ input: Span<UInt8>, _ start: Int) -> Bool {
    var index = start
    while index < input.count, input[index] == 0x2F || input[index] == 0x5C { index += 1 }
    return authority(input, index)
  }

  /// `authority state`: user name and password, then host and port.
  private mutating func authority(_ input: Span<UInt8>, _ start: Int) -> Bool {
    var (end, at): (Int, Int?) = (start, nil)
    while end < input.count, !isAuthorityEnd(input[end]) {
      if input[end] == 0x40 { at = end }
      end += 1
    }
    output.append("//")
    components.usernameEnd = position
    components.passwordEnd = position
    if let at {
      guard at + 1 < end else { return false }
      userInfo(input, start..<at)
    }
    return hostAndPort(input, (at.map { $0 + 1 } ?? start)..<end)
  }

  private mutating func userInfo(_ input: Span<UInt8>, _ range: Range<Int>) {
    let set = PercentEncodeSet.userInfo
    var index = range.lowerBound
    let start = output.count
    while index < range.upperBound, input[index] != 0x3A {
      output.append(input[index], encoding: set)
      index += 1
    }
    components.usernameEnd = position
    if index + 1 < range.upperBound {
      output.append(0x3A)
      for index in (index + 1)..<range.upperBound { output.append(input[index], encoding: set) }
    }
    components.passwordEnd = position
    if output.count > start { output.append(0x40) }
  }

  /// `host state` and `port state`.
  private mutating func hostAndPort(_ input: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var (hostEnd, isInBrackets) = (range.lowerBound, false)
    while hostEnd < range.upperBound, input[hostEnd] != 0x3A || isInBrackets {
      if input[hostEnd] == 0x5B { isInBrackets = true }
      if input[hostEnd] == 0x5D { isInBrackets = false }
      hostEnd += 1
    }
    components.hostStart = position
    if hostEnd == range.lowerBound {
      if isSpecial || hostEnd < range.upperBound { return false }
      components.hostKind = .empty
    } else if !host(input.extracting(range.lowerBound..<hostEnd)) {
      return false
    }
    components.hostEnd = position
    if hostEnd < range.upperBound {
      guard port(input, (hostEnd + 1)..<range.upperBound) else { return false }
    }
    return pathStart(input, range.upperBound)
  }

  private mutating func port(_ input: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    var value = 0
    for index in range {
      guard ASCII.isDigit(input[index]) else { return false }
      value = value * 10 + Int(input[index] - 0x30)
      if value > 0xFFFF { return false }
    }
    if UInt16(value) == components.schemeKind.defaultPort { return true }
    components.port = UInt16(value)
    output.append(0x3A)
    output.append(String(value))
    return true
  }

  // MARK: Byte tests

  func isByte(_ input: Span<UInt8>, _ index: Int, _ byte: UInt8) -> Bool {
    index < input.count && input[index] == byte
  }

  /// A slash, or a backslash where the scheme takes it for one.
  func isSlash(_ byte: UInt8) -> Bool { byte == 0x2F || (byte == 0x5C && isSpecial) }

  private func isAuthorityEnd(_ byte: UInt8) -> Bool {
    isSlash(byte) || byte == 0x3F || byte == 0x23
  }

  /// Records that the URL has no host.
  mutating func setNoHost() {
    components.hostKind = .none
    components.usernameEnd = position
    components.passwordEnd = position
    components.hostStart = position
    components.hostEnd = position
    components.pathStart = position
  }
}
