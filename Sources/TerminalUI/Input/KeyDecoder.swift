// SPDX-License-Identifier: MIT
// Part of Grille: turns what the terminal library reads into keys.

/// Assembles keys, Meta keys and pastes out of single inputs.
///
/// Pure: it is given the time and tells when it wants to be asked again.
package nonisolated struct KeyDecoder {
  /// One thing read from the terminal.
  package enum Input: Hashable, Sendable {
    /// A character, controls included.
    case character(UInt32)
    /// A key that sends a sequence.
    case key(KeyEvent)
    /// The beginning of a bracketed paste.
    case pasteStart
    /// The end of a bracketed paste.
    case pasteEnd
  }

  /// How long a lone Esc waits for a key that makes it Meta.
  package static let escapeDelay = Duration.milliseconds(25)
  /// How long a paste waits for its next character before it counts as ended.
  package static let pasteTimeout = Duration.seconds(1)
  /// Longest paste that is kept, in bytes; the rest is dropped.
  package static let pasteLimit = 1 << 20

  /// When `expire` must be called, if something is pending.
  package private(set) var deadline: ContinuousClock.Instant?

  private var hasEscape = false
  private var paste: String?

  /// Makes a decoder with nothing pending.
  package init() {}

  /// Takes one input and appends the events that are complete.
  package mutating func decode(
    _ input: Input, at now: ContinuousClock.Instant, into events: inout [TerminalEvent]
  ) {
    if paste != nil {
      decodePasted(input, at: now, into: &events)
      return
    }
    switch input {
    case .pasteStart:
      flushEscape(into: &events)
      paste = ""
      deadline = now + Self.pasteTimeout
    case .pasteEnd:
      flushEscape(into: &events)
    case .key(let key):
      append(key, to: &events)
    case .character(0x1B):
      // A second Esc: the first was meant.
      if hasEscape { flushEscape(into: &events) }
      hasEscape = true
      deadline = now + Self.escapeDelay
    case .character(let scalar):
      if let key = Self.key(for: scalar) { append(key, to: &events) }
    }
  }

  /// Gives up waiting if the deadline has passed.
  package mutating func expire(
    at now: ContinuousClock.Instant, into events: inout [TerminalEvent]
  ) {
    guard let deadline, now >= deadline else { return }
    finish(into: &events)
  }

  /// Gives up waiting at once.
  package mutating func finish(into events: inout [TerminalEvent]) {
    flushEscape(into: &events)
    if let text = paste { events.append(.paste(text)) }
    paste = nil
    deadline = nil
  }

  private mutating func append(_ key: KeyEvent, to events: inout [TerminalEvent]) {
    var key = key
    if hasEscape {
      hasEscape = false
      deadline = nil
      // Built anew, because a modifier can change what a key is.
      key = KeyEvent(key.key, key.modifiers.union(.meta))
    }
    events.append(.key(key))
  }

  private mutating func flushEscape(into events: inout [TerminalEvent]) {
    if hasEscape { events.append(.key(KeyEvent(.escape))) }
    hasEscape = false
    deadline = nil
  }

  private mutating func decodePasted(
    _ input: Input, at now: ContinuousClock.Instant, into events: inout [TerminalEvent]
  ) {
    switch input {
    case .pasteEnd:
      finish(into: &events)
      return
    case .character(let value):
      let scalar = value == 0x0D ? "\n" : Unicode.Scalar(value) ?? "\u{FFFD}"
      if let length = paste?.utf8.count, length < Self.pasteLimit {
        paste?.unicodeScalars.append(scalar)
      }
    case .key(let key):
      // Within a paste a sequence is no key, but line ends and tabs may come as one.
      if key.key == .enter { paste?.append("\n") }
      if key.key == .tab { paste?.append("\t") }
    case .pasteStart:
      break
    }
    deadline = now + Self.pasteTimeout
  }

  /// The key that a single character stands for.
  private static func key(for value: UInt32) -> KeyEvent? {
    switch value {
    case 0: KeyEvent(" ", .control)
    case 0x08, 0x7F: KeyEvent(.backspace)
    case 0x09: KeyEvent(.tab)
    case 0x0A, 0x0D: KeyEvent(.enter)
    case 0x01..<0x1B: Unicode.Scalar(value + 0x60).map { KeyEvent($0, .control) }
    case 0x1C..<0x20: Unicode.Scalar(value + 0x40).map { KeyEvent($0, .control) }
    case 0x80..<0xA0: nil
    default: Unicode.Scalar(value).map { KeyEvent($0) }
    }
  }
}
