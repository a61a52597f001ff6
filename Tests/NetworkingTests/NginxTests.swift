// SPDX-License-Identifier: MIT
// Part of Grille: a real web server over http, https and HTTP/2.

import Foundation
import PracticeSite
import Synchronization
import Testing
import WebInfra

@testable import Networking
@testable import Security

/// An nginx of our own in a folder of its own, on ports the system chose.
final class Nginx {
  static let program = find("nginx")
  static let openssl = find("openssl")

  private static func find(_ name: String) -> String? {
    ["/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  let folder: Folder
  let port: UInt16
  let securePort: UInt16
  let anchors: [Certificate]
  private let process = Process()

  /// Starts it.
  ///
  /// - Parameters:
  ///   - clientAuthority: Who issues the client certificates it takes; nil to ask for none.
  ///   - verification: `on` or `optional`, as in its configuration.
  /// - Throws: What keeps its files from being written, or it from being started.
  init(clientAuthority: Certificate? = nil, verification: String = "on") throws {
    folder = try Folder()
    let mint = Process()
    mint.executableURL = URL(fileURLWithPath: Self.openssl ?? "")
    mint.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
      "30", "-subj", "/CN=web.example", "-addext", "subjectAltName=DNS:web.example", "-keyout",
      folder.path + "/key.pem", "-out", folder.path + "/cert.pem",
    ]
    mint.standardError = FileHandle.nullDevice
    try mint.run()
    mint.waitUntilExit()
    anchors = try CertificateFile.read(folder.path + "/cert.pem")
    if let clientAuthority { folder.write("clients.pem", clientAuthority.pemText) }
    let clients =
      clientAuthority == nil
      ? ""
      : """
      ssl_client_certificate \(folder.path)/clients.pem; ssl_verify_client \(verification);
      ssl_verify_depth 3;
      location /who { return 200 "$ssl_client_verify $ssl_client_s_dn"; }
      """
    let page = "<!DOCTYPE html><title>t</title>" + String(repeating: "<p>words ", count: 20_000)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/www", withIntermediateDirectories: true)
    try page.write(toFile: folder.path + "/www/index.html", atomically: true, encoding: .utf8)
    (port, securePort) = (Self.freePort(), Self.freePort())
    folder.write(
      "nginx.conf",
      """
      daemon off; pid \(folder.path)/pid; error_log \(folder.path)/error.log;
      worker_processes 1;
      events { worker_connections 64; }
      http {
        access_log off; types { text/html html; } default_type text/plain;
        client_body_temp_path \(folder.path)/b; proxy_temp_path \(folder.path)/p;
        fastcgi_temp_path \(folder.path)/f; uwsgi_temp_path \(folder.path)/u;
        scgi_temp_path \(folder.path)/s;
        gzip on; gzip_min_length 100;
        server {
          listen 127.0.0.1:\(port); root \(folder.path)/www;
          location /old { return 301 /index.html; }
        }
        server {
          listen 127.0.0.1:\(securePort) ssl http2; root \(folder.path)/www;
          ssl_certificate \(folder.path)/cert.pem; ssl_certificate_key \(folder.path)/key.pem;
          \(clients)
        }
      }
      """)
    process.executableURL = URL(fileURLWithPath: Self.program ?? "")
    process.arguments = ["-c", folder.path + "/nginx.conf", "-p", folder.path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, !Self.accepts(securePort) { usleep(2_000) }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  private static func freePort() -> UInt16 {
    let server = ScriptedServer { (_, _: ScriptedServer) in }
    server.stop()
    return server.port
  }

  private static func accepts(_ port: UInt16) -> Bool {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

@Suite(
  .enabled(
    if: Nginx.program != nil && Nginx.openssl != nil,
    "nginx or openssl is not installed: `apt-get install nginx-light openssl` to run these"))
struct NginxTests {
  func session(_ nginx: Nginx) -> NetworkSession {
    makeSession {
      $0.trust.addedAnchors = nginx.anchors
      $0.resolve = ["web.example:\(nginx.securePort):127.0.0.1"]
    }
  }

  @Test func plainPageWithCompressionAndRedirect() async throws {
    let nginx = try Nginx()
    let log = EventLog()
    let load = try await FollowingLoader(session(nginx)).load(
      request("http://127.0.0.1:\(nginx.port)/old"), LoadContext(observer: log.observer))
    let body = try await load.body.collect()
    #expect(load.response.headers.first("content-encoding") == "gzip")
    #expect(load.response.protocolName == "http/1.1")
    #expect(body.count > 180_000)
    let last = try #require(log.transactions.last)
    #expect(last.decodedSize == Int64(body.count))
    #expect(last.wireSize < last.decodedSize / 10)
    #expect(log.transactions.first?.response?.status?.code == 301)
  }

  @Test(arguments: ["on", "optional"])
  func clientCertificatesAreJudgedByARealServer(_ verification: String) async throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let nginx = try Nginx(
      clientAuthority: site.clients.authority.root.certificate, verification: verification)
    let page = try request("https://web.example:\(nginx.securePort)/who")

    let alice = IdentityPerson(.show(try site.identity("alice")))
    let answer = try await text(of: session(nginx), page, alice.context())
    #expect(answer == "SUCCESS CN=Alice,O=Grille Practice")
    #expect(alice.issuers == ["Practice Client Root"])

    // nginx completes the handshake and refuses with a page.
    let both = IdentityPerson(
      .show(try site.identity("stranger")), .show(try site.identity("alice")))
    #expect(try await text(of: session(nginx), page, both.context()).hasPrefix("SUCCESS"))
    #expect(both.challenges.map(\.previousFailureCount) == [0, 1])
    let expired = IdentityPerson(.show(try site.identity("expired")), .performDefaultHandling)
    let refused = try await session(nginx).load(page, expired.context())
    #expect(refused.response.status?.code == 400)
    #expect(refused.response.refusesClientCertificate)
    let words = String(decoding: try await refused.body.collect(), as: UTF8.self)
    #expect(words.contains("The SSL certificate error") && words.contains("</html>"))

    let nobody = IdentityPerson(.useCredential(nil))
    let anonymous = try await session(nginx).load(page, nobody.context())
    if verification == "on" {
      #expect(anonymous.response.status?.code == 400)
      #expect(nobody.challenges.count == 2)
    } else {
      #expect(String(decoding: try await anonymous.body.collect(), as: UTF8.self) == "NONE ")
      #expect(nobody.challenges.count == 1)
    }
  }

  @Test func securePageOverHTTP2SharesOneConnection() async throws {
    let nginx = try Nginx()
    let session = session(nginx)
    let log = EventLog()
    let one = try request("https://web.example:\(nginx.securePort)/")
    let load = try await session.load(one, LoadContext(observer: log.observer))
    #expect(load.response.protocolName == "h2")
    #expect(load.response.status == HTTPStatus(code: 200, reason: "OK"))
    #expect(load.response.serverTrust?.isValid == true)
    #expect(try await load.body.collect().count > 180_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          _ = try await text(of: session, one, LoadContext(observer: log.observer))
        }
      }
      try await group.waitForAll()
    }
    let transactions = log.transactions
    #expect(transactions.count == 11)
    #expect(transactions.filter { !$0.isConnectionReused }.count == 1)
    #expect(transactions.allSatisfy { $0.tls?.applicationProtocol == "h2" })
  }
}
