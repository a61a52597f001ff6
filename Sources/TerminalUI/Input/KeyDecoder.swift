// SPDX-License-Identifier: MIT
// Part of Grille: turns what the terminal library reads into events.

/// Assembles keys, Meta keys, mouse reports and pastes out of single inputs.
///
/// The terminal library knows the sequences that the terminal's description lists; the common others are
/// read here, and an unknown sequence is dropped whole, so that its characters are not taken for commands.
/// Pure: it is given the time and tells when it wants to be asked again.
package nonisolated struct KeyDecoder {
  /// One thing read from the terminal.
  package enum Input: Hashable, Sendable {
    /// A character, controls included.
    case character(UInt32)
    /// A key that the terminal's description lists.
    case key(KeyEvent)
  }

  /// How long a lone Esc waits for a key that makes it Meta.
  package static let escapeDelay = Duration.milliseconds(25)
  /// How long a paste waits for its next character before it counts as ended.
  package static let pasteTimeout = Duration.seconds(1)
  /// Longest paste that is kept, in bytes; the rest is dropped.
  package static let pasteLimit = 1 << 20

  /// When `expire` must be called, if something is pending.
  package private(set) var deadline: ContinuousClock.Instant?

  private enum State {
    case plain
    case escape
    /// After Esc [; the parameters so far.
    case controlSequence([UInt8])
    /// After Esc O.
    case singleShift
    /// After Esc [ M; the three values of an old mouse report so far.
    case oldMouse([UInt32])
  }

  private static let longestSequence = 64

  private var state = State.plain
  private var paste: String?

  /// Makes a decoder with nothing pending.
  package init() {}

  /// Takes one input and appends the events that are complete.
  package mutating func decode(
    _ input: Input, at now: ContinuousClock.Instant, into events: inout [TerminalEvent]
  ) {
    switch input {
    case .key(let key):
      let isMeta = if case .escape = state { true } else { false }
      state = .plain
      emit(isMeta ? KeyEvent(key.key, key.modifiers.union(.meta)) : key, into: &events)
    case .character(let value):
      decode(value, into: &events)
    }
    if paste != nil {
      deadline = now + Self.pasteTimeout
    } else if case .plain = state {
      deadline = nil
    } else {
      deadline = now + Self.escapeDelay
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
    let pending = state
    state = .plain
    deadline = nil
    if let text = paste {
      paste = nil
      events.append(.paste(text))
      return
    }
    switch pending {
    case .escape: emit(KeyEvent(.escape), into: &events)
    case .controlSequence(let parameters) where parameters.isEmpty:
      emit(KeyEvent("[", .meta), into: &events)
    case .singleShift: emit(KeyEvent("O", .meta), into: &events)
    case .plain, .controlSequence, .oldMouse: break
    }
  }

  /// Whether a lone Esc waits, and no paste.
  package var hasLoneEscape: Bool {
    if case .escape = state { paste == nil } else { false }
  }

  private mutating func decode(_ value: UInt32, into events: inout [TerminalEvent]) {
    switch state {
    case .plain:
      if value == 0x1B { state = .escape } else { take(value, [], into: &events) }
    case .escape:
      switch value {
      case 0x1B:
        // The first was meant by itself.
        emit(KeyEvent(.escape), into: &events)
      case 0x5B: state = .controlSequence([])
      case 0x4F: state = .singleShift
      default:
        state = .plain
        take(value, .meta, into: &events)
      }
    case .controlSequence(var parameters):
      switch value {
      case 0x4D where parameters.isEmpty: state = .oldMouse([])
      case 0x20..<0x40,
        0x5B where parameters.isEmpty:
        parameters.append(UInt8(value))
        state = parameters.count < Self.longestSequence ? .controlSequence(parameters) : .plain
      case 0x40..<0x7F:
        state = .plain
        finishSequence(ControlSequence(parameters, final: UInt8(value)), into: &events)
      case 0x1B: state = .escape
      default: state = .plain
      }
    case .singleShift:
      state = .plain
      if value == 0x1B {
        state = .escape
      } else if value < 0x7F, let key = ControlSequence(singleShift: UInt8(value)).key {
        emit(key, into: &events)
      }
    case .oldMouse(var values):
      values.append(value)
      state = values.count < 3 ? .oldMouse(values) : .plain
      if values.count == 3, let mouse = MouseEvent(oldReport: values), paste == nil {
        events.append(.mouse(mouse))
      }
    }
  }

  private mutating func finishSequence(
    _ sequence: ControlSequence, into events: inout [TerminalEvent]
  ) {
    if sequence.final == UInt8(ascii: "~"), sequence.numbers.first == 200 {
      if paste == nil { paste = "" }
    } else if sequence.final == UInt8(ascii: "~"), sequence.numbers.first == 201 {
      if let text = paste { events.append(.paste(text)) }
      paste = nil
    } else if let key = sequence.key {
      emit(key, into: &events)
    } else if paste == nil, let mouse = MouseEvent(sequence) {
      events.append(.mouse(mouse))
    }
  }

  /// Takes a character that stands for itself.
  private mutating func take(
    _ value: UInt32, _ modifiers: KeyEvent.Modifiers, into events: inout [TerminalEvent]
  ) {
    guard paste != nil else {
      if let key = Self.key(for: value) {
        emit(KeyEvent(key.key, key.modifiers.union(modifiers)), into: &events)
      }
      return
    }
    let scalar = value == 0x0D ? "\n" : Unicode.Scalar(value) ?? "\u{FFFD}"
    if let length = paste?.utf8.count, length < Self.pasteLimit {
      paste?.unicodeScalars.append(scalar)
    }
  }

  private mutating func emit(_ key: KeyEvent, into events: inout [TerminalEvent]) {
    guard paste != nil else {
      events.append(.key(key))
      return
    }
    // Within a paste a sequence is no key, but line ends and tabs may come as one.
    if key.key == .enter { paste?.append("\n") }
    if key.key == .tab { paste?.append("\t") }
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
