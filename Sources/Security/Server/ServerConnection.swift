// SPDX-License-Identifier: MIT
// Part of Grille: one accepted connection of a practice server.
import COpenSSL
import Glibc

/// A byte stream to one client, plain or encrypted; used by one thread only.
@safe package final class ServerConnection {
  /// The server's port.
  package let port: UInt16
  /// The name that the client asked for in its handshake.
  package let serverName: String?
  /// The certificate that the client showed.
  package let clientCertificate: Certificate?
  /// What the handshake has agreed on; nil if there was none.
  package let facts: TLSFacts?
  /// True if the certificate that the client showed is none of those that are accepted.
  package let isClientCertificateRefused: Bool

  /// The socket, which this object does not close.
  var socketDescriptor: Int32 { descriptor }

  private let descriptor: Int32
  private let ssl: OpaquePointer?
  private let context: TLSServerContext?

  /// Takes over a socket that speaks no TLS.
  init(descriptor: Int32, port: UInt16) {
    self.descriptor = descriptor
    self.port = port
    unsafe ssl = nil
    context = nil
    serverName = nil
    clientCertificate = nil
    facts = nil
    isClientCertificateRefused = false
  }

  /// Takes over a socket and completes a handshake on it; nil if it fails.
  init?(descriptor: Int32, port: UInt16, context: TLSServerContext) {
    guard let ssl = unsafe context.makeConnection() else { return nil }
    unsafe SSL_set_fd(ssl, descriptor)
    guard unsafe SSL_accept(ssl) == 1 else {
      unsafe SSL_free(ssl)
      ERR_clear_error()
      return nil
    }
    // The patience with a handshake does not count for requests.
    LoopbackSocket.limitWaiting(descriptor, milliseconds: 0)
    self.descriptor = descriptor
    self.port = port
    unsafe self.ssl = unsafe ssl
    self.context = context
    serverName = unsafe TLSServerContext.serverName(of: ssl)
    clientCertificate = unsafe SSL_get1_peer_certificate(ssl).map {
      Certificate(copying: unsafe OwnedX509(takingOwnership: $0))
    }
    facts = unsafe TLSConnectionPolicy.facts(ofSSL: UnsafeMutableRawPointer(ssl))
    isClientCertificateRefused = unsafe SSL_get_verify_result(ssl) != X509_V_OK
  }

  deinit {
    unsafe SSL_free(ssl)
  }

  /// True if the stream is encrypted.
  package var isSecure: Bool { unsafe ssl != nil }

  /// The next bytes, at most 16 KiB; nil at the end of the stream or after an error.
  package func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count: Int
    if let ssl = unsafe ssl {
      count = Int(unsafe SSL_read(ssl, &buffer, Int32(buffer.count)))
      if count <= 0 { ERR_clear_error() }
    } else {
      count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    }
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }

  /// Sends all bytes; false if the client is gone.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let rest = Array(bytes[sent..<min(sent + 65_536, bytes.count)])
      let count: Int
      if let ssl = unsafe ssl {
        count = Int(unsafe SSL_write(ssl, rest, Int32(rest.count)))
        if count <= 0 { ERR_clear_error() }
      } else {
        count = unsafe send(descriptor, rest, rest.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Waits until the client sends something or closes.
  ///
  /// - Parameter milliseconds: The longest wait; −1 waits for ever.
  /// - Returns: False if the time has passed before.
  @discardableResult
  package func waitForPeer(milliseconds: Int32 = -1) -> Bool {
    LoopbackSocket.waitUntilReadable(descriptor, milliseconds: milliseconds)
  }

  /// Waits until the client or the server's stop closes the stream, reading whatever comes.
  package func waitForClose() {
    while read() != nil {}
  }

  /// Ends the stream in an orderly way.
  package func finish() {
    if let ssl = unsafe ssl {
      unsafe SSL_shutdown(ssl)
      ERR_clear_error()
    }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Breaks the connection with a reset, without a word of TLS.
  package func reset() {
    LoopbackSocket.resetOnClose(descriptor)
  }
}
