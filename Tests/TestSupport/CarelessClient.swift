// SPDX-License-Identifier: MIT
// Part of Grille: a TLS client that takes what no browser should.
import COpenSSL

/// One blocking TLS connection to a port of 127.0.0.1 without any check.
package final class CarelessClient {
  /// True if the handshake has succeeded.
  package let isEstablished: Bool
  /// OpenSSL's name of the cipher in use.
  package let cipher: String
  /// Bits of the group in which keys were exchanged; 0 if unknown.
  package let temporaryKeyBits: Int

  /// Connects.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - name: The server name to ask for.
  ///   - ciphers: OpenSSL's list of the ciphers to offer for TLS 1.2 and below.
  package init?(port: UInt16, name: String, ciphers: String) {
    guard let client = RawClient(port: port), let context = SSL_CTX_new(TLS_client_method()) else {
      return nil
    }
    defer { SSL_CTX_free(context) }
    SSL_CTX_set_security_level(context, 0)
    _ = shim_SSL_CTX_set_min_proto_version(context, TLS1_VERSION)
    shim_SSL_CTX_set_max_cert_list(context, 10_000_000)
    guard SSL_CTX_set_cipher_list(context, ciphers) == 1, let ssl = SSL_new(context) else {
      return nil
    }
    defer { SSL_free(ssl) }
    defer { withExtendedLifetime(client) {} }
    _ = shim_SSL_set_tlsext_host_name(ssl, name)
    SSL_set_fd(ssl, client.socketDescriptor)
    isEstablished = SSL_connect(ssl) == 1
    cipher = SSL_CIPHER_get_name(SSL_get_current_cipher(ssl)).map { String(cString: $0) } ?? ""
    temporaryKeyBits = Int(shim_SSL_get_peer_tmp_key_bits(ssl))
    ERR_clear_error()
  }
}
