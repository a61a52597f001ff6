// SPDX-License-Identifier: MIT
// Part of Grille: one line of the command language, as `:`, key maps and the configuration use it.
package import Security

/// A command that has been understood.
nonisolated package enum Command: Equatable, Sendable {
  /// Do something, perhaps with what the action wants to be told.
  case perform(Action, argument: String? = nil)
  /// Give a setting a value.
  case set(name: String, value: String)
  /// Give a setting a value for the pages of one host and its subdomains.
  case site(host: String, name: String, value: String)
  /// Demand a public key in the chain of a host.
  case pin(PublicKeyPinning.Pin)
  /// Let keys stand for a command.
  case map(KeySequence, line: String)
  /// Let keys stand for nothing.
  case unmap(KeySequence)

  /// Reads a line; nil for an empty one and for a comment.
  /// - Throws: `CommandError` with the sentence that says what is wrong.
  package static func parse(_ line: String) throws(CommandError) -> Command? {
    var words = CommandWords(line)
    guard let name = try words.next() else { return nil }
    guard let action = Action(rawValue: name) else {
      throw CommandError(
        .commandUnknown, ["name": name],
        suggestion: NearestName.find(name, among: Action.allCases.map(\.rawValue)))
    }
    switch action {
    case .set: return try set(&words)
    case .site: return try site(&words)
    case .pin: return try pin(&words)
    case .map:
      let keys = try keySequence(&words, action)
      let line = words.rest
      guard !line.isEmpty else { throw missing(action) }
      // A key map names only what can be done.
      _ = try parse(line)
      return .map(keys, line: line)
    case .unmap:
      let keys = try keySequence(&words, action)
      guard try words.next() == nil else { throw superfluous(action) }
      return .unmap(keys)
    default:
      let argument = words.rest
      if case .none = action.argument, !argument.isEmpty { throw superfluous(action) }
      return .perform(action, argument: argument.isEmpty ? nil : argument)
    }
  }

  private static func set(_ words: inout CommandWords) throws(CommandError) -> Command {
    guard let name = try words.next(), let value = try words.next() else { throw missing(.set) }
    guard try words.next() == nil else { throw superfluous(.set) }
    return .set(name: name, value: value)
  }

  private static func site(_ words: inout CommandWords) throws(CommandError) -> Command {
    guard let host = try words.next(), try words.next() == "set" else { throw missing(.site) }
    guard let name = try words.next(), let value = try words.next() else { throw missing(.site) }
    guard try words.next() == nil else { throw superfluous(.site) }
    return .site(host: host.lowercased(), name: name, value: value)
  }

  private static func pin(_ words: inout CommandWords) throws(CommandError) -> Command {
    guard let host = try words.next(), let key = try words.next() else { throw missing(.pin) }
    guard try words.next() == nil else { throw superfluous(.pin) }
    guard PublicKeyPinning.fingerprint(parsing: key) != nil else {
      throw CommandError(.pinMalformed, ["value": key])
    }
    guard let pin = PinRule("\(host)=\(key)")?.pin(forHost: nil) else {
      throw CommandError(.targetNotAnAddress, ["text": host])
    }
    return .pin(pin)
  }

  private static func keySequence(
    _ words: inout CommandWords, _ action: Action
  ) throws(CommandError) -> KeySequence {
    guard let notation = words.nextPlain() else { throw missing(action) }
    guard let keys = KeySequence(notation: notation) else {
      throw CommandError(.commandBadKeys, ["keys": notation])
    }
    return keys
  }

  private static func missing(_ action: Action) -> CommandError {
    guard case .required(let placeholder) = action.argument else {
      return CommandError(.commandUnknown, ["name": action.rawValue])
    }
    return CommandError(
      .commandMissingArgument, ["name": action.rawValue, "placeholder": placeholder])
  }

  private static func superfluous(_ action: Action) -> CommandError {
    CommandError(.commandSuperfluousArgument, ["name": action.rawValue])
  }
}

/// A command line that cannot be understood.
nonisolated package struct CommandError: Error, Equatable, Sendable {
  /// The sentence that says what is wrong.
  package let sentence: StringKey
  /// What its placeholders stand for.
  package let values: [String: String]
  /// The name that was probably meant.
  package let suggestion: String?

  /// Makes an error of a sentence and its values.
  package init(_ sentence: StringKey, _ values: [String: String] = [:], suggestion: String? = nil) {
    self.sentence = sentence
    self.values = values
    self.suggestion = suggestion
  }

  /// The whole message, in the user's language.
  package func message(in words: Localization) -> String {
    var text = words.text(sentence, values)
    if let suggestion { text += " " + words.text(.usageDidYouMean, ["option": suggestion]) }
    return text
  }
}
