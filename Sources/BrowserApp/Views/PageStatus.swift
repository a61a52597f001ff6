// SPDX-License-Identifier: MIT
// Part of Grille: what the status line says about a page: load state, status, protocol, trust.
import CellGrid
import Networking
import Security
import TerminalUI
import WebInfra

/// The facts about a page that are always on show.
nonisolated struct PageStatus: Sendable {
  /// How far the load is.
  enum Load: Sendable {
    /// Nothing has been asked for.
    case idle
    /// The server has not answered yet.
    case waiting(host: String)
    /// The body is arriving.
    case loading(received: Int64, fraction: Double?)
    /// Everything has arrived.
    case done
    /// The body broke off.
    case incomplete(ResourceError)
    /// The user stopped it.
    case stopped
    /// Nothing arrived.
    case failed(ResourceError)
  }

  /// How far the page's origin can be relied on.
  enum Trust: Sendable {
    /// TLS with a valid certificate.
    case secure
    /// TLS with a certificate that was accepted in spite of its faults, and for how long.
    case exception(TrustDecision.Scope)
    /// Plain http.
    case insecure
    /// Not from the network.
    case local
  }

  var load = Load.idle
  var httpStatus: HTTPStatus?
  var protocolName: String?
  var trust: Trust?
  /// The name of the client certificate that the server was shown.
  var identity: String?
  /// How many parts of the page were left out because of their servers' certificates.
  var blockedCount = 0
  /// How far down the page the view is, in percent; nil where all of it is in sight.
  var position: Int?
  /// Whether the page is the source of another.
  var isSource = false

  /// The facts as parts of a status line, the most important with the highest priority: the status
  /// code stays to the last, and that all is done goes first.
  func parts(in words: Localization) -> [StatusLine.Part] {
    var parts: [StatusLine.Part] = []
    if let part = loadPart(words) { parts.append(part) }
    if isSource { parts.append(part(words.text(.statusSource), priority: 3)) }
    if let httpStatus {
      let style = Self.style(ofStatus: httpStatus.code)
      parts.append(
        StatusLine.Part(DisplayString(String(httpStatus.code)), style: style, priority: 8))
      // The reason phrase is the server's own words: it gets no more room than it needs.
      let reason = DisplayString(httpStatus.phrase).truncated(to: 28)
      parts.append(StatusLine.Part(reason, style: style, priority: 2))
    }
    if let protocolName { parts.append(part(protocolName, priority: 4)) }
    if let part = trustPart(words) { parts.append(part) }
    if let identity {
      let text = DisplayString(words.text(.statusIdentity, ["name": identity]))
      parts.append(
        StatusLine.Part(
          text.elidedInMiddle(to: Self.identityColumns), style: Self.color(6), priority: 6,
          command: Action.identitiesPage.rawValue))
    }
    if blockedCount > 0 {
      let text = words.text(.statusBlocked, ["count": String(blockedCount)])
      parts.append(
        part(text, style: Self.color(3), priority: 6, command: Action.listBlocked.rawValue))
    }
    if let position { parts.append(part("\(position)%", priority: 1)) }
    return parts
  }

  /// The most columns that the name of a certificate takes.
  private static let identityColumns = 24

  /// The columns parts take with the gaps between them.
  static func columns(_ parts: [StatusLine.Part]) -> Int {
    let present = parts.filter { !$0.text.isEmpty }
    return present.reduce(0) { $0 + $1.text.width } + max(0, present.count - 1)
  }

  private func part(
    _ text: String, style: CellStyle = .plain, priority: Int, command: String = ""
  ) -> StatusLine.Part {
    StatusLine.Part(DisplayString(text), style: style, priority: priority, command: command)
  }

  private func loadPart(_ words: Localization) -> StatusLine.Part? {
    switch load {
    case .idle: nil
    case .waiting(let host):
      part(words.text(.statusWaiting, ["host": host]), style: Self.busy, priority: 6)
    case .loading(let received, let fraction):
      part(
        words.text(.statusLoadingSize, ["size": ByteCount.text(received, words)])
          + (fraction.map { " \(Int($0 * 100))%" } ?? ""),
        style: Self.busy, priority: 6)
    case .done: part(words.text(.statusDone), priority: 0)
    case .incomplete(let error):
      part(
        "\(words.text(.statusIncomplete)) \(error.code.rawValue)", style: Self.failure, priority: 7)
    case .stopped: part(words.text(.statusStopped), priority: 6)
    case .failed(let error):
      part("\(words.text(.statusFailed)) \(error.code.rawValue)", style: Self.failure, priority: 7)
    }
  }

  /// The mark of trust; a press on it shows what it stands for.
  private func trustPart(_ words: Localization) -> StatusLine.Part? {
    let certificate = Action.certificate.rawValue
    return switch trust {
    case nil: nil
    case .secure:
      part(words.text(.statusSecure), style: Self.color(2), priority: 5, command: certificate)
    case .exception(let scope):
      part(
        "\(words.text(.statusException)) (\(TrustScope.text(scope, in: words)))",
        style: Self.color(3), priority: 7, command: certificate)
    case .insecure: part(words.text(.statusInsecure), style: Self.color(3), priority: 5)
    case .local: part(words.text(.statusLocal), priority: 3)
    }
  }

  /// The colour of a status code's class.
  static func style(ofStatus code: Int) -> CellStyle {
    switch code {
    case 100..<200: color(8)
    case 200..<300: color(2)
    case 300..<400: color(6)
    case 400..<500: color(3)
    default: color(1)
    }
  }

  private static let busy = CellStyle(attributes: .bold)
  /// The colour of a load that has failed.
  static let failure = color(5)

  private static func color(_ index: UInt8) -> CellStyle {
    CellStyle(foreground: .indexed(index), attributes: .bold)
  }
}

/// Numbers of bytes for people.
nonisolated enum ByteCount {
  /// The number in the largest fitting unit: `512 bytes`, `3.4 kB`, `12 MB`.
  static func text(_ count: Int64, _ words: Localization) -> String {
    guard count >= 1000 else { return words.text(.sizeBytes, ["count": String(count)]) }
    var tenths = count / 100
    var unit = "kB"
    for larger in ["MB", "GB"] where tenths >= 10_000 {
      tenths /= 1000
      unit = larger
    }
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)"
  }
}
