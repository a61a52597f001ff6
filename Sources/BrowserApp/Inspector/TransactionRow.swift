// SPDX-License-Identifier: MIT
// Part of Grille: one request as a row of the inspection pane.
import CellGrid
import Networking
import TerminalUI
import WebInfra

/// A row: number, code, method, address, type, protocol, size, time and trust, as room allows.
nonisolated struct TransactionRow {
  let transaction: Transaction

  /// The row's text; what is cut off is the address.
  func text(number: Int, columns: Int, digits: Int) -> DisplayString {
    let left =
      Self.padded(String(number), digits, isRight: true) + " " + Self.padded(code, 4)
      + (columns < 50 ? "" : Self.padded(transaction.request.method.rawValue, 5))
    var right = ""
    if columns >= 72 { right += " " + Self.padded(type, 9) }
    if columns >= 60 {
      right += " " + Self.padded(protocolName, 4)
      right += " " + Self.padded(size, 7, isRight: true)
    }
    right += " " + Self.padded(time, 7, isRight: true) + " " + trustMark
    let room = max(4, columns - left.utf8.count - right.utf8.count)
    let address = address(columns: room)
    return DisplayString(joining: [
      DisplayString(left), address,
      DisplayString(String(repeating: " ", count: max(0, room - address.width)) + right),
    ])
  }

  /// The look of a code's class, which the number tells without colours.
  func style(_ theme: Theme) -> CellStyle {
    if transaction.error != nil { return PageStatus.failure }
    return transaction.response?.status.map { PageStatus.style(ofStatus: $0.code) } ?? theme.faint
  }

  /// The code; `ERR` for a failure without an answer, `...` for what is under way.
  private var code: String {
    if let status = transaction.response?.status { return String(status.code) }
    if transaction.error != nil { return "ERR" }
    return transaction.isFinished ? "-" : "..."
  }

  /// Host and path, and the name of an error; of a long host as much as leaves most of the path.
  private func address(columns: Int) -> DisplayString {
    let url = transaction.request.url
    guard url.isHTTP else { return DisplayString(url.displayString).truncated(to: columns) }
    let path = DisplayString(
      url.requestTarget + (transaction.error.map { " \($0.name)" } ?? ""))
    let port = url.port.map { ":\($0)" } ?? ""
    let host = DisplayString(url.displayHost + port)
    let room = max(columns * 2 / 5, columns - path.width)
    return DisplayString(joining: [host.truncated(to: room), path]).truncated(to: columns)
  }

  /// The second half of the type, which tells more.
  private var type: String {
    guard let essence = transaction.response?.mimeType?.essence else { return "-" }
    return essence.split(separator: "/").last.map { String($0) } ?? essence
  }

  private var protocolName: String {
    switch transaction.protocolName {
    case "http/1.1": "1.1"
    case "http/1.0": "1.0"
    case let name?: name
    case nil: "-"
    }
  }

  private var size: String { Self.short(transaction.decodedSize) }

  private var time: String {
    transaction.timings.finished.map { DurationText.short($0) } ?? "..."
  }

  /// `=` for a valid certificate, `!` for an exception, `x` for one that was refused.
  private var trustMark: String {
    switch transaction.trustOutcome {
    case .valid: "="
    case .exception: "!"
    case .refused, .blocked: "x"
    case nil: " "
    }
  }

  private static func short(_ bytes: Int64) -> String {
    var value = bytes
    for unit in ["", "k", "M", "G"] {
      if value < 10_000 || unit == "G" { return "\(value)\(unit)" }
      value /= 1000
    }
    return ""
  }

  /// A text of ASCII in exactly so many columns.
  private static func padded(_ text: String, _ columns: Int, isRight: Bool = false) -> String {
    let cut = String(DisplayString(text).text.prefix(columns))
    let blanks = String(repeating: " ", count: max(0, columns - cut.count))
    return isRight ? blanks + cut : cut + blanks
  }
}

/// Lengths of time for tables.
nonisolated enum DurationText {
  /// `7 ms`, `850 ms`, `1.25 s`, `75 s`.
  static func short(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if milliseconds >= 60_000 { return "\(milliseconds / 1000) s" }
    let hundredths = milliseconds / 10 % 100
    return "\(milliseconds / 1000).\(hundredths < 10 ? "0" : "")\(hundredths) s"
  }
}
