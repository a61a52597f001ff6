// SPDX-License-Identifier: MIT
// Part of Grille: handshakes that fail without a certificate to judge, and impatient ones.
import Glibc
import PracticeSite
import Security
import TestSupport
import Testing

@Suite struct BrokenHandshakeTests {
  /// "silent" would wait for a client that gives up, as this one never does.
  static let hosts = PracticeHost.broken.filter { $0.label != "silent" }

  @Test(arguments: hosts)
  func brokenHandshakeRaisesNoQuestion(_ host: PracticeHost) throws {
    let context = try attempt(host.name)
    let probe = try #require(TLSProbe(port: site.securePort, context: context))
    #expect(!probe.isEstablished)
    #expect(!context.needsDecision)
    #expect(context.serverTrust == nil)
  }

  /// The same hosts are sound but for what they are named after.
  @Test(arguments: ["null", "dh1024", "tls-v1-0", "tls-v1-1", "huge-chain"])
  func carelessClientGetsThrough(_ label: String) throws {
    let ciphers = label == "null" ? "NULL-SHA256:@SECLEVEL=0" : "ALL:@SECLEVEL=0"
    let probe = try #require(
      CarelessClient(port: site.securePort, name: "\(label).practice.test", ciphers: ciphers))
    #expect(probe.isEstablished)
    switch label {
    case "null": #expect(probe.cipher == "NULL-SHA256")
    case "dh1024":
      #expect(probe.cipher == "DHE-RSA-AES128-GCM-SHA256")
      #expect(probe.temporaryKeyBits == 1024)
    default: break
    }
  }

  @Test func silentHostSaysNothingAfterTheHello() throws {
    let own = try PracticeSite.start()
    let client = try #require(RawClient(port: own.securePort))
    client.send(clientHello(for: "silent.practice.test"))
    #expect(client.isSilent(milliseconds: 50))
    own.stop()
    #expect(own.counts(ofHost: "silent.practice.test").connections == 1)
  }

  @Test func impatientHostLeavesAClientThatThinks() throws {
    let own = try PracticeSite.start()
    defer { own.stop() }
    let client = try #require(RawClient(port: own.securePort))
    client.send(clientHello(for: "impatient.practice.test"))
    let clock = ContinuousClock()
    var count = 0
    let duration = clock.measure { count = client.readToEnd().bytes.count }
    // Its first messages came, and then it was tired of waiting.
    #expect(count > 500)
    #expect(duration > .milliseconds(900) && duration < .seconds(15))
    #expect(own.counts(ofHost: "impatient.practice.test").handshakes == 0)
  }

  @Test func impatienceEndsWithTheHandshake() throws {
    let ledger = TrustLedger()
    let first = try attempt("impatient.practice.test", ledger: ledger)
    _ = TLSProbe(port: site.securePort, context: first)
    ledger.accept(try #require(first.serverTrust), scope: .session, at: UnixTime.now())
    let context = try attempt("impatient.practice.test", ledger: ledger)
    let probe = try #require(TLSProbe(port: site.securePort, context: context))
    let reply = probe.exchange(
      "GET /slow?pieces=1&pause=1200 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(String(decoding: reply, as: UTF8.self).contains("Piece 1 of 1"))
  }

  /// A client's first message of TLS 1.2.
  private func clientHello(for name: String) -> [UInt8] {
    func prefixed(_ bytes: [UInt8], _ width: Int) -> [UInt8] {
      (0..<width).reversed().map { UInt8(bytes.count >> ($0 * 8) & 0xFF) } + bytes
    }
    let serverName = prefixed([0] + prefixed(Array(name.utf8), 2), 2)
    let extensions: [(UInt8, [UInt8])] = [
      (0, serverName), (10, [0, 2, 0, 23]), (11, [1, 0]), (13, [0, 2, 4, 3]),
    ]
    let body: [UInt8] =
      [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + [0, 2, 0xC0, 0x2B] + [1, 0]
      + prefixed(extensions.flatMap { [0, $0] + prefixed($1, 2) }, 2)
    return [0x16, 3, 1] + prefixed([1] + prefixed(body, 3), 2)
  }
}
