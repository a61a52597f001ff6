// SPDX-License-Identifier: MIT
// Part of Grille: the practice site, a web of hard cases on loopback.
package import Security
import Synchronization

/// A site on 127.0.0.1 over http and https that shows every kind of case a browser must master.
///
/// Its host names stand below `practice.test`, which no resolver knows: clients are led to it by
/// ``resolveEntry(for:isSecure:)``. It records every request. Stop it with ``stop()``.
package final class PracticeSite: Sendable {
  /// The requests of all servers.
  final class RequestLog: Sendable {
    let requests = Mutex<[PracticeRequest]>([])
  }

  let certificates: PracticeCertificates
  let log: RequestLog
  let plainServer: LoopbackServer
  let secureServer: LoopbackServer

  /// Starts a site.
  ///
  /// - Parameters:
  ///   - moment: The present, in seconds since 1970, around which certificates are valid or not.
  ///   - frontPage: Makes the page at the root of a host, in HTML and UTF-8, off the caller's
  ///     thread; nil leaves the site's own.
  /// - Returns: The running site.
  /// - Throws: ``ServerError`` if the system refuses a socket or a thread.
  package static func start(
    at moment: Int64 = UnixTime.now(),
    frontPage: @escaping @Sendable (_ host: String) -> [UInt8]? = { _ in nil }
  ) throws(ServerError) -> PracticeSite {
    try PracticeSite(at: moment, frontPage: frontPage)
  }

  private init(
    at moment: Int64, frontPage: @escaping @Sendable (String) -> [UInt8]?
  ) throws(ServerError) {
    let log = RequestLog()
    let router = Router(frontPage: frontPage)
    let serve: @Sendable (ServerConnection) -> Void = { connection in
      Self.serve(connection, router: router, log: log)
    }
    self.log = log
    // Certificates name the port at which their authority can be asked.
    let plain = try LoopbackServer(handler: serve)
    certificates = PracticeCertificates(
      at: moment, servicesAddress: "http://127.0.0.1:\(plain.port)")
    router.serve(certificates)
    do {
      secureServer = try LoopbackServer(
        tls: PracticeHandshake.configuration(certificates), handler: serve)
    } catch {
      plain.stop()
      throw error
    }
    plainServer = plain
  }

  deinit {
    stop()
  }

  /// The port of http.
  package var port: UInt16 { plainServer.port }

  /// The port of https.
  package var securePort: UInt16 { secureServer.port }

  /// The address of a page.
  ///
  /// - Parameters:
  ///   - path: Path and query, with the leading slash.
  ///   - host: A label below `practice.test`, or nil for 127.0.0.1.
  ///   - isSecure: True for https.
  /// - Returns: An absolute URL with the port.
  package func url(_ path: String, host: String? = nil, isSecure: Bool = false) -> String {
    let name = host.map(Self.name) ?? "127.0.0.1"
    return "\(isSecure ? "https" : "http")://\(name):\(isSecure ? securePort : port)\(path)"
  }

  /// What `--resolve` and CURLOPT_RESOLVE take to lead a host here: "HOST:PORT:127.0.0.1".
  package func resolveEntry(for host: String, isSecure: Bool = false) -> String {
    "\(Self.name(ofHost: host)):\(isSecure ? securePort : port):127.0.0.1"
  }

  /// What `--connect-to` and CURLOPT_CONNECT_TO take to lead a host's usual port here.
  package func connectToEntry(for host: String, isSecure: Bool = false) -> String {
    let ports = isSecure ? "443:127.0.0.1:\(securePort)" : "80:127.0.0.1:\(port)"
    return "\(Self.name(ofHost: host)):\(ports)"
  }

  /// What leads the usual ports of every host here, the domain itself among them.
  package var connectToEntries: [String] {
    ([""] + PracticeHost.all.map(\.label)).flatMap { label in
      [connectToEntry(for: label), connectToEntry(for: label, isSecure: true)]
    }
  }

  private static func name(ofHost label: String) -> String {
    label.isEmpty ? PracticeHost.domain : "\(label).\(PracticeHost.domain)"
  }

  /// Breaks every connection and waits until all threads have ended; a second call does nothing.
  package func stop() {
    plainServer.stop()
    secureServer.stop()
  }

  /// Serves requests on one connection until either side ends it.
  private static func serve(_ connection: ServerConnection, router: Router, log: RequestLog) {
    var reader = RequestReader(connection)
    while var request = reader.readHead() {
      if request.field("expect")?.lowercased() == "100-continue" {
        connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      }
      guard let body = reader.readBody(of: request) else { return }
      request.body = body
      log.requests.withLock { $0.append(request) }
      switch router.reply(to: request) {
      case .response(let response):
        let bytes = response.bytes(method: request.method, at: UnixTime.now())
        guard connection.write(bytes) else { return }
      case .behaviour(let behave): return behave(connection)
      }
      if request.field("connection")?.lowercased() == "close" { return connection.finish() }
    }
  }
}
