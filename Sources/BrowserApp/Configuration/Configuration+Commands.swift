// SPDX-License-Identifier: MIT
// Part of Grille: applies the commands of a configuration file or of `:`.

extension Configuration {
  /// Applies `set`, `site` and `pin`; other commands are not the configuration's.
  /// - Returns: whether the command was one of the three.
  /// - Throws: `CommandError` for an unknown name or a value the setting does not take.
  package nonisolated mutating func apply(_ command: Command) throws(CommandError) -> Bool {
    switch command {
    case .set(let name, let value):
      let setting = try Setting.named(name)
      guard setting.apply(value, to: &self) else { throw Self.badValue(setting, value) }
      return true
    case .site(let host, let name, let value):
      let setting = try Setting.named(name)
      guard setting.isForSites else { throw CommandError(.settingNotForSites, ["name": name]) }
      var scratch = Configuration()
      guard setting.apply(value, to: &scratch) else { throw Self.badValue(setting, value) }
      sites.removeAll { $0.host == host && $0.setting == setting }
      sites.append(SiteSetting(host: host, setting: setting, value: value))
      return true
    case .pin(let pin):
      pins.append(pin)
      return true
    case .perform, .map, .unmap:
      return false
    }
  }

  private nonisolated static func badValue(_ setting: Setting, _ value: String) -> CommandError {
    CommandError(
      .settingBadValue, ["name": setting.rawValue, "value": value, "values": setting.values])
  }
}

extension Command {
  /// The name of what the command changes, if that counts only from the start of the program.
  nonisolated var nameCountingFromStart: String? {
    switch self {
    case .set(let name, _): Setting(rawValue: name)?.countsFromStart == true ? name : nil
    case .pin: Action.pin.rawValue
    default: nil
    }
  }
}
