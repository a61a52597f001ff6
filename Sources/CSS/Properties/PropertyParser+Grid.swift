// SPDX-License-Identifier: MIT
// Part of Grille: parses the grid properties.

// drafts.csswg.org/css-grid-2/
extension PropertyParser {
  mutating func gridAutoFlow() -> DeclaredValue? {
    var value: UInt8 = 0
    var count = 0
    while tokens.peekPastSpace().kind == .ident, count < 2 {
      let token = tokens.nextSkippingSpace()
      if tokens.value(of: token, equals: "column") {
        value |= 1
      } else if tokens.value(of: token, equals: "dense") {
        value |= 2
      } else if !tokens.value(of: token, equals: "row") {
        return nil
      }
      count += 1
    }
    return count > 0 ? .keyword(value) : nil
  }

  mutating func trackList() -> DeclaredValue? {
    let first = tokens.peekPastSpace()
    if first.kind == .ident {
      let keywords: [(StaticString, Bool)] = [
        ("none", true), ("masonry", true), ("subgrid", true),
      ]
      if tokens.lookup(first, in: keywords) != nil {
        // Not implemented: subgrid; its tracks are made by the items instead.
        while tokens.peekPastSpace().kind != .end {
          let token = tokens.nextSkippingSpace()
          if token.kind == .delimiter { return nil }
        }
        return list(.tracks(GridTrackList()))
      }
    }
    return tracks().map { list(.tracks($0)) }
  }

  /// A list of tracks up to a slash or the end; nil if it is not valid.
  mutating func tracks() -> GridTrackList? {
    var result = GridTrackList()
    var count = 0
    while true {
      let token = tokens.peekPastSpace()
      if token.kind == .end || token.isDelimiter(0x2F) { break }
      _ = tokens.nextSkippingSpace()
      if token.kind == .function, tokens.value(of: token, equals: "repeat") {
        guard repetition(into: &result) else { return nil }
      } else {
        guard let track = track(token) else { return nil }
        append([track], to: &result)
      }
      count += 1
      guard count < PropertyParser.maximumListLength else { return nil }
    }
    return count > 0 ? result : nil
  }

  private func append(_ tracks: [GridTrack], to list: inout GridTrackList) {
    if list.autoRepeat == .none {
      list.leading.append(contentsOf: tracks)
    } else {
      list.trailing.append(contentsOf: tracks)
    }
  }

  private mutating func repetition(into list: inout GridTrackList) -> Bool {
    let count = tokens.nextSkippingSpace()
    guard tokens.nextSkippingSpace().kind == .comma else { return false }
    var tracks: [GridTrack] = []
    while true {
      let token = tokens.nextSkippingSpace()
      if token.kind == .closeParen || token.kind == .end { break }
      guard tracks.count < PropertyParser.maximumListLength, let track = track(token) else {
        return false
      }
      tracks.append(track)
    }
    guard !tracks.isEmpty else { return false }
    if count.kind == .number, count.isInteger, count.number >= 1 {
      let limit = PropertyParser.maximumListLength
      let times = Int(min(count.number, Double(limit)))
      for _ in 0..<times where list.leading.count + list.trailing.count < limit {
        append(tracks, to: &list)
      }
      return true
    }
    guard count.kind == .ident, list.autoRepeat == .none else { return false }
    if tokens.value(of: count, equals: "auto-fill") {
      list.autoRepeat = .autoFill
    } else if tokens.value(of: count, equals: "auto-fit") {
      list.autoRepeat = .autoFit
    } else {
      return false
    }
    list.repeated = tracks
    return true
  }

  /// One track or line name that begins with a token just read.
  private mutating func track(_ token: Token) -> GridTrack? {
    if token.kind == .openSquare {
      var names: [String] = []
      while true {
        let name = tokens.nextSkippingSpace()
        if name.kind == .closeSquare { return .lineNames(names) }
        guard name.kind == .ident else { return nil }
        names.append(tokens.string(of: name))
      }
    }
    if token.kind == .function {
      if tokens.value(of: token, equals: "minmax") {
        let low = tokens.nextSkippingSpace()
        guard let minimum = breadth(low), tokens.nextSkippingSpace().kind == .comma else {
          return nil
        }
        let high = tokens.nextSkippingSpace()
        guard let maximum = breadth(high), tokens.nextSkippingSpace().kind == .closeParen else {
          return nil
        }
        return .minmax(minimum, maximum)
      }
      if tokens.value(of: token, equals: "fit-content") {
        let limit = tokens.nextSkippingSpace()
        guard let length = lengthValue(limit, allowsNegative: false),
          tokens.nextSkippingSpace().kind == .closeParen
        else { return nil }
        return .fitContent(length)
      }
    }
    return breadth(token).map { .size($0) }
  }

  private mutating func breadth(_ token: Token) -> GridTrackSize? {
    if token.kind == .ident {
      let kinds: [(StaticString, LengthPercentage.Kind)] = [
        ("auto", .auto), ("min-content", .minContent), ("max-content", .maxContent),
      ]
      return tokens.lookup(token, in: kinds).map { .breadth(LengthPercentage(kind: $0)) }
    }
    if token.kind == .dimension, tokens.value(of: token, equals: "fr") {
      return token.number >= 0 ? .flex(Float(token.number)) : nil
    }
    return lengthValue(token, allowsNegative: false).map { .breadth($0) }
  }

  mutating func autoTracks() -> DeclaredValue? {
    guard let result = tracks(), result.autoRepeat == .none else { return nil }
    return list(.tracks(result))
  }

  mutating func areas() -> DeclaredValue? {
    if tokens.peekPastSpace().kind == .ident {
      let token = tokens.nextSkippingSpace()
      return tokens.value(of: token, equals: "none") ? list(.areas([])) : nil
    }
    var rows: [[String]] = []
    while tokens.peekPastSpace().kind == .string, rows.count < PropertyParser.maximumListLength {
      guard let row = areaRow(tokens.nextSkippingSpace()) else { return nil }
      rows.append(row)
    }
    return rows.isEmpty ? nil : list(.areas(rows))
  }

  /// The names in one string of `grid-template-areas`.
  func areaRow(_ token: Token) -> [String]? {
    let names = tokens.text(of: token).split(whereSeparator: \.isSpace).map { name in
      name.allSatisfy { $0 == 0x2E } ? "." : String(decoding: name, as: UTF8.self)
    }
    return names.isEmpty ? nil : names
  }

  /// One line of `grid-row-start` and its kin.
  mutating func gridLine() -> GridLine? {
    var line = GridLine()
    var count = 0
    while count < 3 {
      let token = tokens.peekPastSpace()
      if token.kind == .number, token.isInteger, line.number == 0, token.number != 0 {
        line.number = Int32(max(-10_000, min(10_000, token.number)))
      } else if token.kind == .ident {
        if tokens.value(of: token, equals: "span") {
          line.isSpan = true
        } else if tokens.value(of: token, equals: "auto") {
          if count > 0 { return nil }
          _ = tokens.nextSkippingSpace()
          return line
        } else if line.name.isEmpty {
          line.name = tokens.string(of: token)
        } else {
          return nil
        }
      } else {
        break
      }
      _ = tokens.nextSkippingSpace()
      count += 1
    }
    guard count > 0 else { return nil }
    if line.isSpan {
      guard line.number >= 0 else { return nil }
      if line.number == 0, line.name.isEmpty { return nil }
    }
    return line
  }
}
