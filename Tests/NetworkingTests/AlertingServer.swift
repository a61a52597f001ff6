// SPDX-License-Identifier: MIT
// Part of Grille: a TLS server that answers a client's certificate with any alert.

import COpenSSL
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Security

/// A server that asks for a client certificate, and ends the connection once it has come.
///
/// OpenSSL's own server chooses its alerts itself, so that this one writes the record. It does so at
/// the moment at which servers do: in TLS 1.2 while the handshake is going on, in TLS 1.3 when the
/// client takes the connection for good already.
final class AlertingServer: Sendable {
  enum Ending: Hashable, Sendable, CustomTestStringConvertible {
    case alert(UInt8)
    case reset
    /// Nothing more is said until the client leaves.
    case silence

    var testDescription: String {
      switch self {
      case .alert(let number): TLSAlert(number: number, isReceived: true, isFatal: true).name
      case .reset: "reset"
      case .silence: "silence"
      }
    }
  }

  /// What the callbacks of one connection find.
  private final class Findings {
    let descriptor: Int32
    let ending: Ending
    let isTLS12: Bool
    var secret: [UInt8] = []
    var hasCertificateMessage = false

    init(_ descriptor: Int32, _ ending: Ending, isTLS12: Bool) {
      self.descriptor = descriptor
      self.ending = ending
      self.isTLS12 = isTLS12
    }
  }

  private final class Log: Sendable {
    /// The names of those who have come that far, "nobody" for an empty message.
    let visitors = Mutex<[String]>([])
    let connections = Mutex(0)
  }

  private let server: LoopbackServer
  private let log: Log

  init(
    _ ending: Ending, isTLS12: Bool, identity: MintedIdentity, authority: Certificate
  ) throws {
    let log = Log()
    self.log = log
    server = try LoopbackServer { connection in
      log.connections.withLock { $0 += 1 }
      let findings = Findings(connection.socketDescriptor, ending, isTLS12: isTLS12)
      guard let ssl = Self.makeConnection(findings, identity, authority) else { return }
      defer { SSL_free(ssl) }
      let isEstablished = SSL_accept(ssl) == 1
      ERR_clear_error()
      guard findings.hasCertificateMessage else { return }
      log.visitors.withLock { $0.append(Self.visitor(of: ssl)) }
      if isEstablished, !isTLS12 { Self.end(findings, ssl) }
      // To close with something unread would reset the connection.
      guard case .reset = ending else { return connection.waitForClose() }
    }
  }

  var port: UInt16 { server.port }
  var connectionCount: Int { log.connections.withLock { $0 } }

  /// Who has come, once that many have: the client may know of its end before the server notes it.
  func visitors(_ count: Int) async throws -> [String] {
    try await waitUntil("\(count) visitors") { log.visitors.withLock { $0.count >= count } }
    return log.visitors.withLock { $0 }
  }

  func stop() { server.stop() }

  private static func visitor(of ssl: OpaquePointer) -> String {
    guard let x509 = SSL_get1_peer_certificate(ssl) else { return "nobody" }
    return Certificate(copying: OwnedX509(takingOwnership: x509)).summary
  }

  // MARK: The handshake

  private static func makeConnection(
    _ findings: Findings, _ identity: MintedIdentity, _ authority: Certificate
  ) -> OpaquePointer? {
    guard let context = SSL_CTX_new(TLS_server_method()) else { return nil }
    defer { SSL_CTX_free(context) }
    let version = findings.isTLS12 ? TLS1_2_VERSION : TLS1_3_VERSION
    _ = shim_SSL_CTX_set_min_proto_version(context, version)
    _ = shim_SSL_CTX_set_max_proto_version(context, version)
    // One cipher, and no ticket before the alert: it is the first record under its key.
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256")
    SSL_CTX_set_num_tickets(context, 0)
    SSL_CTX_set_keylog_callback(context, keyCallback)
    SSL_CTX_set_msg_callback(context, messageCallback)
    guard let ssl = SSL_new(context), let leaf = OwnedX509(derBytes: identity.certificate.derBytes),
      let accepted = OwnedX509(derBytes: authority.derBytes)
    else { return nil }
    let issuers = OwnedX509Stack(identity.issuers)
    SSL_use_cert_and_key(ssl, leaf.pointer, identity.privateKey.pointer, issuers.pointer, 1)
    SSL_set_verify(ssl, SSL_VERIFY_PEER) { _, _ in 1 }
    SSL_add_client_CA(ssl, accepted.pointer)
    SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(findings).toOpaque())
    SSL_set_fd(ssl, findings.descriptor)
    return ssl
  }

  private static func findings(of ssl: OpaquePointer?) -> Findings? {
    SSL_get_ex_data(ssl, 0).map { Unmanaged<Findings>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Waits for the client's certificate message.
  private static let messageCallback:
    @convention(c) (
      Int32, Int32, Int32, UnsafeRawPointer?, Int, OpaquePointer?, UnsafeMutableRawPointer?
    ) -> Void = { isWritten, _, type, bytes, count, ssl, _ in
      // RFC 5246 §7.4: 22 is a handshake's message, 11 a certificate.
      guard isWritten == 0, type == 22, count > 0, let bytes,
        bytes.load(as: UInt8.self) == 11, let findings = findings(of: ssl)
      else { return }
      findings.hasCertificateMessage = true
      if findings.isTLS12 { end(findings, ssl) }
    }

  /// Keeps the secret under which the server writes after its handshake.
  private static let keyCallback: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Void = {
    ssl, line in
    guard let line, let findings = findings(of: ssl) else { return }
    let parts = String(cString: line).split(separator: " ")
    guard parts.count == 3, parts[0] == "SERVER_TRAFFIC_SECRET_0" else { return }
    let digits = Array(parts[2])
    findings.secret = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<($0 + 2)]), radix: 16)
    }
  }

  private static func end(_ findings: Findings, _ ssl: OpaquePointer?) {
    // Whatever OpenSSL says next must not reach the client.
    SSL_set0_wbio(ssl, BIO_new(BIO_s_mem()))
    switch findings.ending {
    case .silence: break
    case .reset: LoopbackSocket.resetOnClose(findings.descriptor)
    case .alert(let number):
      let record =
        findings.isTLS12
        ? [21, 3, 3, 0, 2, 2, number] : sealedAlert(number, findings.secret)
      LoopbackSocket.send(record, to: findings.descriptor)
    }
  }

  // MARK: TLS 1.3

  // RFC 8446 §5.2
  /// An alert as the first record that a server writes after its handshake.
  private static func sealedAlert(_ number: UInt8, _ secret: [UInt8]) -> [UInt8] {
    // The inner type, 21, follows the content.
    let content: [UInt8] = [2, number, 21]
    let header: [UInt8] = [23, 3, 3, 0, UInt8(content.count + 16)]
    let key = expand(secret, "key", count: 16)
    // The sequence number is 0, so that this is the nonce.
    let nonce = expand(secret, "iv", count: 12)
    let context = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: content.count)
    var tag = [UInt8](repeating: 0, count: 16)
    var count: Int32 = 0
    EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce)
    EVP_EncryptUpdate(context, nil, &count, header, Int32(header.count))
    EVP_EncryptUpdate(context, &sealed, &count, content, Int32(content.count))
    EVP_EncryptFinal_ex(context, nil, &count)
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag)
    return header + sealed + tag
  }

  // RFC 8446 §7.1, RFC 5869 §2.3
  private static func expand(_ secret: [UInt8], _ label: String, count: Int) -> [UInt8] {
    let name = Array("tls13 \(label)".utf8)
    let input = [0, UInt8(count), UInt8(name.count)] + name + [0, 1]
    var output = [UInt8](repeating: 0, count: 32)
    var length = 0
    EVP_Q_mac(
      nil, "HMAC", nil, "SHA256", nil, secret, secret.count, input, input.count, &output,
      output.count, &length)
    return Array(output.prefix(count))
  }
}
