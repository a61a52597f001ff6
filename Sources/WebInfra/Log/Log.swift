// SPDX-License-Identifier: MIT
// Part of Grille: the log, which is silent unless a file is configured.

internal import Glibc
internal import Synchronization

/// Writes what happens inside to a file, for people who look for a fault.
///
/// Messages are fixed texts; what varies goes into metadata, whose values cannot hold line breaks
/// and whose secrets are left out. Nothing is built while the log is off.
package enum Log {
  /// How much an entry matters; less important levels are left out by default.
  package enum Level: Int, Comparable, Sendable, CaseIterable {
    /// Something failed and the user is worse off.
    case error = 1
    /// Something is odd but was handled.
    case warning
    /// The course of events.
    case info
    /// Details for developers.
    case debug

    /// Whether the left level matters more.
    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

    /// The level's name, as configuration spells it.
    package var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .info: "info"
      case .debug: "debug"
      }
    }
  }

  /// The raw value of the least important level that is written; 0 while the log is off.
  private static let threshold = Atomic<Int>(0)
  private static let file = Mutex<Int32>(-1)

  /// Starts to write to the end of a file, which is made readable for its owner only.
  ///
  /// False, and no change, if the file cannot be opened.
  @discardableResult
  package static func start(path: String, level: Level = .info) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { return false }
    file.withLock { current in
      if current >= 0 { close(current) }
      current = descriptor
    }
    threshold.store(level.rawValue, ordering: .relaxed)
    return true
  }

  /// Stops writing and closes the file.
  package static func stop() {
    threshold.store(0, ordering: .relaxed)
    file.withLock { current in
      if current >= 0 { close(current) }
      current = -1
    }
  }

  /// Whether entries of a level are written.
  package static func isOn(_ level: Level) -> Bool {
    threshold.load(ordering: .relaxed) >= level.rawValue
  }

  /// Logs a failure.
  package static func error(
    _ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]
  ) {
    if isOn(.error) { write(.error, message, metadata()) }
  }

  /// Logs something odd.
  package static func warning(
    _ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]
  ) {
    if isOn(.warning) { write(.warning, message, metadata()) }
  }

  /// Logs an event.
  package static func info(
    _ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]
  ) {
    if isOn(.info) { write(.info, message, metadata()) }
  }

  /// Logs a detail.
  package static func debug(
    _ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]
  ) {
    if isOn(.debug) { write(.debug, message, metadata()) }
  }

  private static func write(_ level: Level, _ message: StaticString, _ metadata: LogMetadata) {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let line = entry(
      level, message, metadata, unixSeconds: Int64(now.tv_sec),
      milliseconds: now.tv_nsec / 1_000_000)
    let bytes = Array(line.utf8)
    file.withLock { descriptor in
      guard descriptor >= 0 else { return }
      // One call for a line, so that lines of two processes do not mix; a full disk loses them.
      _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// One line of the log, with its end.
  static func entry(
    _ level: Level, _ message: StaticString, _ metadata: LogMetadata, unixSeconds: Int64,
    milliseconds: Int
  ) -> String {
    let date = CivilDate(unixSeconds: unixSeconds)
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let day = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    let time = "\(padded(date.hour, 2)):\(padded(date.minute, 2)):\(padded(date.second, 2))"
    var line = "\(day)T\(time).\(padded(milliseconds, 3))Z \(level.name) \(message)"
    for (key, value) in metadata.pairs { line += " \(key)=\(value)" }
    return line + "\n"
  }
}
