// SPDX-License-Identifier: MIT
// Part of Grille: a TLS client that obeys the connection policy, without libcurl.
import COpenSSL
package import Security

/// One blocking TLS connection to a port of 127.0.0.1.
package final class TLSProbe {
  /// True if the handshake has succeeded.
  package let isEstablished: Bool

  private let client: RawClient
  private let ssl: OpaquePointer

  /// Connects and makes the handshake, with the context's host as the server name.
  package init?(port: UInt16, context handshake: HandshakeContext) {
    guard let client = RawClient(port: port), let context = SSL_CTX_new(TLS_client_method()) else {
      return nil
    }
    defer { SSL_CTX_free(context) }
    guard TLSConnectionPolicy.configure(sslContext: .init(context), for: handshake),
      let ssl = SSL_new(context)
    else { return nil }
    self.client = client
    self.ssl = ssl
    _ = shim_SSL_set_tlsext_host_name(ssl, handshake.host)
    SSL_set_fd(ssl, client.socketDescriptor)
    isEstablished = SSL_connect(ssl) == 1
    ERR_clear_error()
  }

  deinit {
    SSL_free(ssl)
  }

  /// The connection as the policy's functions take it.
  package var connection: UnsafeMutableRawPointer { .init(ssl) }

  /// Sends a request and reads until the server closes.
  package func exchange(_ request: String) -> [UInt8] {
    let bytes = Array(request.utf8)
    guard SSL_write(ssl, bytes, Int32(bytes.count)) > 0 else { return [] }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = SSL_read(ssl, &buffer, Int32(buffer.count))
      guard count > 0 else { break }
      all += buffer.prefix(Int(count))
    }
    ERR_clear_error()
    return all
  }
}
