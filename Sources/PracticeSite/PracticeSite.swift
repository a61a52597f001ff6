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
  private final class RequestLog: Sendable {
    let requests = Mutex<[PracticeRequest]>([])
  }

  private let certificates: PracticeCertificates
  private let log: RequestLog
  private let plainServer: LoopbackServer
  private let secureServer: LoopbackServer

  /// Starts a site whose sound certificates are valid at the present moment.
  ///
  /// - Throws: ``ServerError`` if the system refuses a socket or a thread.
  package static func start() throws(ServerError) -> PracticeSite {
    try PracticeSite(at: UnixTime.now())
  }

  private init(at moment: Int64) throws(ServerError) {
    let certificates = PracticeCertificates(at: moment)
    let log = RequestLog()
    let router = Router()
    let serve: @Sendable (ServerConnection) -> Void = { connection in
      Self.serve(connection, router: router, log: log)
    }
    self.certificates = certificates
    self.log = log
    let plain = try LoopbackServer(handler: serve)
    do {
      var tls = TLSServerConfiguration { certificates.identity(for: $0) }
      tls.versions = PracticeHost.versions(forName:)
      tls.staple = certificates.staple(for:)
      tls.mishap = PracticeHost.mishap(forName:)
      secureServer = try LoopbackServer(tls: tls, handler: serve)
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

  /// The root that a client has to trust for the sound hosts to be sound.
  package var rootCertificate: Certificate { certificates.authority.root.certificate }

  /// The key that a client's block-list has to hold for the host "known-bad" to be refused for it.
  package var blockListedKey: Fingerprint {
    certificates.misused.root.privateKey.publicKeyFingerprint
  }

  /// The certificate that a host presents; another one every time for the host that flips.
  package func certificate(ofHost name: String) -> Certificate {
    certificates.identity(for: name).certificate
  }

  /// What a host presents: its certificate, then those of its issuers that it sends.
  package func chain(ofHost name: String) -> [Certificate] {
    certificates.identity(for: name).chain
  }

  /// The address of a page.
  ///
  /// - Parameters:
  ///   - path: Path and query, with the leading slash.
  ///   - host: A label below `practice.test`, or nil for 127.0.0.1.
  ///   - isSecure: True for https.
  /// - Returns: An absolute URL with the port.
  package func url(_ path: String, host: String? = nil, isSecure: Bool = false) -> String {
    let name = host.map { "\($0).\(PracticeHost.domain)" } ?? "127.0.0.1"
    return "\(isSecure ? "https" : "http")://\(name):\(isSecure ? securePort : port)\(path)"
  }

  /// What `--resolve` and CURLOPT_RESOLVE take to lead a host here: "HOST:PORT:127.0.0.1".
  package func resolveEntry(for host: String, isSecure: Bool = false) -> String {
    "\(host).\(PracticeHost.domain):\(isSecure ? securePort : port):127.0.0.1"
  }

  /// What `--connect-to` and CURLOPT_CONNECT_TO take to lead a host's usual port here.
  package func connectToEntry(for host: String, isSecure: Bool = false) -> String {
    let ports = isSecure ? "443:127.0.0.1:\(securePort)" : "80:127.0.0.1:\(port)"
    return "\(host).\(PracticeHost.domain):\(ports)"
  }

  /// Every request received so far, in the order of arrival.
  package var requests: [PracticeRequest] { log.requests.withLock { $0 } }

  /// The requests for one path, query aside.
  package func requests(forPath path: String) -> [PracticeRequest] {
    requests.filter { $0.path == path }
  }

  /// Forgets the requests received so far.
  package func forgetRequests() {
    log.requests.withLock { $0.removeAll() }
  }

  /// The connections of the https server so far, failed handshakes included.
  package var secureConnections: [LoopbackServer.ConnectionRecord] {
    secureServer.connectionRecords
  }

  /// The connections of the http server so far.
  package var plainConnections: [LoopbackServer.ConnectionRecord] {
    plainServer.connectionRecords
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
