// SPDX-License-Identifier: MIT
// Part of Grille: everything that is known of a load, for programs.
import Networking
import Security
import WebInfra

/// What a load came to: the content of `--json`, `--print` and the line of `--status`.
nonisolated struct DumpReport {
  /// The address as it was asked for.
  let url: WebURL
  /// The title of the page; nil without one.
  var title: String?
  /// The encoding in which the page was read; nil without a page.
  var encoding: String?
  /// The records of all requests, in the order they began.
  var transactions: [Transaction] = []
  /// Why the load failed; nil if it did not.
  var error: ResourceError?
  /// What the program ends with on account of it.
  var exitCode = ExitCode.success
  /// How long everything took.
  var duration = Duration.zero
  /// What is done with the values of fields that are secret.
  var secrets = CurlCommand.Secrets.hidden

  /// The request at the end of all redirects and log-ins.
  private var last: Transaction? { transactions.last }

  /// The members of `Resources/Schemas/load.schema.json`.
  var json: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(.init(name, value)) }
    }
    add("version", 1)
    add("url", .string(url.withoutCredentials.href))
    add("finalURL", last.map { .string($0.request.url.href) })
    add("status", (last?.response?.status?.code).map { .integer($0) })
    add("type", (last?.response?.mimeType?.essence).map { .string($0) })
    add("encoding", encoding.map { .string($0) })
    add("title", title.map { .string($0) })
    add("time", .number(duration.milliseconds))
    add("exitCode", .integer(Int(exitCode.rawValue)))
    add("error", error.map { .string($0.name) })
    add("transactions", .array(transactions.map { $0.json(secrets: secrets) }))
    return .object(members)
  }

  /// Protocol, code, type, bytes, time and address, in columns divided by blanks.
  ///
  /// What is not known is `-`; a load without an answer has the name of its error for a code.
  var statusLine: String {
    let response = last?.response
    let code = error?.name ?? response?.status.map { String($0.code) }
    let fields = [
      last?.protocolText, code, response?.mimeType?.essence,
      last.map { String($0.decodedSize) }, Self.seconds(duration) + "s",
      (last?.request.url ?? url.withoutCredentials).href,
    ]
    return fields.map { $0 ?? "-" }.joined(separator: " ")
  }

  // MARK: Parts

  /// The lines before the document that `--print` asks for; text of strangers is in them.
  func linesBefore(_ parts: PrintParts) -> [String] {
    let shown = parts.contains(.hops) ? transactions[...] : transactions.suffix(1)
    return shown.flatMap { transaction -> [String] in
      var blocks: [[String]] = []
      if parts.contains(.requestHead) {
        blocks.append(transaction.requestLines(secrets: secrets))
      }
      if parts.contains(.responseHead) {
        blocks.append(transaction.responseLines(secrets: secrets))
      }
      if parts.contains(.security) { blocks.append(Self.security(of: transaction)) }
      if parts.contains(.metadata) { blocks.append(Self.metadata(of: transaction)) }
      return blocks.filter { !$0.isEmpty }.flatMap { $0 + [""] }
    }
  }

  /// Times in seconds, sizes in bytes.
  private static func metadata(of transaction: Transaction) -> [String] {
    var lines: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { lines.append("\(name): \(value)") }
    }
    add("protocol", transaction.protocolText)
    add("address", transaction.remoteAddress)
    add("port", transaction.remotePort.map { String($0) })
    add("size", String(transaction.decodedSize))
    add("wire-size", String(transaction.wireSize))
    add("header-size", String(transaction.headerSize))
    for phase in transaction.phases { add("time-\(phase.phase.rawValue)", seconds(phase.length)) }
    add("time", transaction.timings.finished.map(seconds))
    add("error", transaction.error?.name)
    return lines
  }

  private static func security(of transaction: Transaction) -> [String] {
    var lines: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append("\(name): \(value)") }
    }
    let trust = transaction.response?.serverTrust ?? transaction.error?.serverTrust
    add("tls-version", transaction.tls?.protocolVersion)
    add("tls-cipher", transaction.tls?.cipherSuite)
    add("tls-group", transaction.tls?.keyExchangeGroup)
    add("tls-alpn", transaction.tls?.applicationProtocol)
    add("trust", transaction.trustOutcome?.rawValue)
    add("trust-problems", trust?.failures.map(\.reason.rawValue).joined(separator: ", "))
    add("certificate-subject", trust?.leaf?.subject.description)
    add("certificate-issuer", trust?.leaf?.issuer.description)
    add("certificate-sha256", trust?.leaf?.sha256Fingerprint.description)
    return lines
  }

  /// Seconds with three places behind the point.
  private static func seconds(_ duration: Duration) -> String {
    let milliseconds = Int(duration.milliseconds)
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
  }
}

extension Duration {
  /// The milliseconds in it, with a fraction.
  nonisolated fileprivate var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1000 + Double(attoseconds / 1_000_000_000_000) / 1000
  }
}
