// SPDX-License-Identifier: MIT
// Part of Grille: the URL parser's states for file addresses, paths, queries and fragments.

extension URLParser {
  // MARK: File addresses

  /// `file state` and `file slash state`; the scheme has been written.
  mutating func file(_ input: Span<UInt8>, _ start: Int, _ base: WebURL?) -> Bool {
    let scheme = output.count
    output.append("//")
    setEmptyHost()
    if start < input.count, isSlash(input[start]) {
      if start + 1 < input.count, isSlash(input[start + 1]) {
        return fileHost(input, start + 2)
      }
      if let base {
        output.truncate(to: scheme)
        copyFileAuthority(base)
        if !startsWithDriveLetter(input, start + 1) { appendDriveLetter(of: base) }
      }
      return path(input, start + 1)
    }
    guard let base else { return path(input, start) }
    output.truncate(to: scheme)
    guard start < input.count else {
      output.truncate(to: 0)
      copy(base, upTo: base.components.queryEnd)
      return true
    }
    if input[start] == 0x23 {
      output.truncate(to: 0)
      copy(base, upTo: base.components.queryEnd)
      return fragment(input, start + 1)
    }
    output.truncate(to: 0)
    copyWithPath(base)
    if input[start] == 0x3F {
      finishPath()
      return query(input, start + 1)
    }
    if startsWithDriveLetter(input, start) {
      output.truncate(to: Int(components.pathStart))
    } else {
      shortenPath()
    }
    return path(input, start)
  }

  private mutating func copyFileAuthority(_ base: WebURL) {
    output.truncate(to: 0)
    copy(base, upTo: base.components.authorityEnd)
    components.pathStart = position
  }

  private mutating func appendDriveLetter(of base: WebURL) {
    let bytes = base.href.utf8.span
    let (start, end) = (Int(base.components.pathStart), Int(base.components.pathEnd))
    guard end - start >= 3, ASCII.isAlpha(bytes[start + 1]), bytes[start + 2] == 0x3A,
      end - start == 3 || bytes[start + 3] == 0x2F
    else { return }
    output.append(bytes.extracting(start..<start + 3))
  }

  private mutating func setEmptyHost() {
    components.hostKind = .empty
    components.usernameEnd = position
    components.passwordEnd = position
    components.hostStart = position
    components.hostEnd = position
    components.pathStart = position
  }

  /// `file host state`.
  private mutating func fileHost(_ input: Span<UInt8>, _ start: Int) -> Bool {
    var end = start
    while end < input.count, !isSlash(input[end]), input[end] != 0x3F, input[end] != 0x23 {
      end += 1
    }
    // A drive letter here is a path, not a host.
    if end == start + 2, startsWithDriveLetter(input, start) { return path(input, start) }
    if end > start {
      guard host(input.extracting(start..<end)) else { return false }
      if isLocalhost() {
        output.truncate(to: Int(components.hostStart))
        components.hostKind = .empty
      }
      components.hostEnd = position
    }
    return pathStart(input, end)
  }

  private func isLocalhost() -> Bool {
    let start = Int(components.hostStart)
    return output.count == start + 9 && output.matches("localhost", at: start)
  }

  // url.spec.whatwg.org/#start-with-a-windows-drive-letter
  private func startsWithDriveLetter(_ input: Span<UInt8>, _ start: Int) -> Bool {
    guard start + 1 < input.count, ASCII.isAlpha(input[start]),
      input[start + 1] == 0x3A || input[start + 1] == 0x7C
    else { return false }
    guard start + 2 < input.count else { return true }
    switch input[start + 2] {
    case 0x2F, 0x5C, 0x3F, 0x23: return true
    default: return false
    }
  }

  // MARK: Paths

  /// `path start state`.
  mutating func pathStart(_ input: Span<UInt8>, _ start: Int) -> Bool {
    components.pathStart = position
    if isSpecial {
      return path(input, start < input.count && isSlash(input[start]) ? start + 1 : start)
    }
    guard start < input.count else {
      finishPath()
      return true
    }
    switch input[start] {
    case 0x3F, 0x23: return afterPath(input, start)
    case 0x2F: return path(input, start + 1)
    default: return path(input, start)
    }
  }

  /// `path state`: segments, each written with a slash before it, dots resolved.
  mutating func path(_ input: Span<UInt8>, _ start: Int) -> Bool {
    let set = PercentEncodeSet.path
    let isFile = components.schemeKind == .file
    var index = start
    while true {
      let segment = output.count
      output.append(0x2F)
      let start = index
      while index < input.count, !isPathDelimiter(input[index]) { index += 1 }
      output.append(input.extracting(start..<index), encoding: set)
      let isSlashNext = index < input.count && isSlash(input[index])
      switch dots(from: segment + 1) {
      case 2:
        output.truncate(to: segment)
        shortenPath()
        if !isSlashNext { output.append(0x2F) }
      case 1:
        output.truncate(to: segment)
        if !isSlashNext { output.append(0x2F) }
      default:
        if isFile, segment == Int(components.pathStart), output.count == segment + 3,
          ASCII.isAlpha(output[segment + 1]), output[segment + 2] == 0x7C
        {
          output[segment + 2] = 0x3A
        }
      }
      if !isSlashNext { return afterPath(input, index) }
      index += 1
    }
  }

  private func isPathDelimiter(_ byte: UInt8) -> Bool {
    byte == 0x3F || byte == 0x23 || isSlash(byte)
  }

  /// 1 or 2 if the segment written from that position is `.` or `..`, percent-encoded or not.
  private func dots(from start: Int) -> Int {
    var (index, dots) = (start, 0)
    guard output.count - start <= 6 else { return 0 }
    while index < output.count {
      if output[index] == 0x2E {
        index += 1
      } else if index + 2 < output.count, output[index] == 0x25, output[index + 1] == 0x32,
        output[index + 2] | 0x20 == 0x65
      {
        index += 3
      } else {
        return 0
      }
      dots += 1
    }
    return dots <= 2 ? dots : 0
  }

  // url.spec.whatwg.org/#shorten-a-urls-path
  mutating func shortenPath() {
    let start = Int(components.pathStart)
    var end = output.count
    if components.schemeKind == .file, end == start + 3, ASCII.isAlpha(output[start + 1]),
      output[start + 2] == 0x3A
    {
      return
    }
    while end > start {
      end -= 1
      if output[end] == 0x2F { break }
    }
    output.truncate(to: end)
  }

  /// `opaque path state`.
  mutating func opaquePath(_ input: Span<UInt8>, _ start: Int) -> Bool {
    components.hasOpaquePath = true
    var index = start
    while index < input.count, input[index] != 0x3F, input[index] != 0x23 {
      let byte = input[index]
      index += 1
      if byte == 0x20, isByte(input, index, 0x3F) || isByte(input, index, 0x23) {
        output.append("%20")
      } else {
        output.append(byte, encoding: .c0Control)
      }
    }
    return afterPath(input, index)
  }

  /// Records where the path ends; a path that would read as a host gets `/.` before it.
  mutating func finishPath() {
    let start = Int(components.pathStart)
    if components.hostKind == .none, !components.hasOpaquePath, output.count > start + 1,
      output[start] == 0x2F, output[start + 1] == 0x2F
    {
      output.insertSlashDot(at: start)
      components.pathStart += 2
    }
    components.pathEnd = position
    components.queryEnd = position
  }

  // MARK: Query and fragment

  private mutating func afterPath(_ input: Span<UInt8>, _ start: Int) -> Bool {
    finishPath()
    guard start < input.count else { return true }
    return input[start] == 0x3F ? query(input, start + 1) : fragment(input, start + 1)
  }

  /// `query state`, from the byte after the question mark.
  mutating func query(_ input: Span<UInt8>, _ start: Int) -> Bool {
    var end = start
    while end < input.count, input[end] != 0x23 { end += 1 }
    appendQuery(input.extracting(start..<end))
    return end < input.count ? fragment(input, end + 1) : true
  }

  /// Writes a question mark and the encoded query.
  mutating func appendQuery(_ bytes: Span<UInt8>) {
    let set = isSpecial ? PercentEncodeSet.specialQuery : .query
    output.append(0x3F)
    if let queryEncoding, usesQueryEncoding(bytes) {
      appendQuery(bytes, set, encodedAs: queryEncoding)
    } else {
      output.append(bytes, encoding: set)
    }
    components.queryEnd = position
  }

  /// Whether the query depends on the encoding of its document.
  private func usesQueryEncoding(_ bytes: Span<UInt8>) -> Bool {
    switch components.schemeKind {
    case .http, .https, .ftp, .file: ASCII.runLength(bytes, from: 0) < bytes.count
    case .ws, .wss, .other: false
    }
  }

  // url.spec.whatwg.org/#string-percent-encode-after-encoding
  /// Writes a query in the encoding of the document that the address is from.
  private mutating func appendQuery(
    _ bytes: Span<UInt8>, _ set: PercentEncodeSet, encodedAs encoding: TextEncoding
  ) {
    var encoder = TextEncoder(encoding)
    var (copy, piece): ([UInt8], [UInt8]) = ([], [])
    copy.append(copying: bytes)
    for scalar in String(decoding: copy, as: UTF8.self).unicodeScalars {
      piece.removeAll(keepingCapacity: true)
      let isEncoded = encoder.append(scalar, into: &piece)
      for byte in piece { output.append(byte, encoding: set) }
      if !isEncoded { output.append(PercentEncoding.encode(encoder.reference(scalar), .component)) }
    }
    piece.removeAll(keepingCapacity: true)
    encoder.finish(into: &piece)
    for byte in piece { output.append(byte, encoding: set) }
  }

  /// `fragment state`, from the byte after `#`.
  mutating func fragment(_ input: Span<UInt8>, _ start: Int) -> Bool {
    let set = PercentEncodeSet.fragment
    output.append(0x23)
    if start < input.count { output.append(input.extracting(start...), encoding: set) }
    return true
  }
}
