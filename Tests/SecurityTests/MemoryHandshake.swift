// SPDX-License-Identifier: MIT
// Part of Grille: a handshake between two ends in memory.
import COpenSSL

@testable import Security

/// A client under our policy and a server, joined by memory instead of a network.
final class MemoryHandshake {
  let client: OpaquePointer
  private let server: OpaquePointer
  private let serverContext: TLSServerContext
  private(set) var isEstablished = false

  /// Joins both ends and runs the handshake.
  ///
  /// - Parameters:
  ///   - handshake: The attempt that the client judges the server for.
  ///   - configuration: The server.
  ///   - earlier: The client proposes to take up this session of the same server.
  init(
    client handshake: HandshakeContext, server configuration: TLSServerConfiguration,
    resuming earlier: MemoryHandshake? = nil
  ) {
    serverContext = earlier?.serverContext ?? TLSServerContext(configuration)
    let context = SSL_CTX_new(TLS_client_method())
    guard let context else { preconditionFailure("out of memory") }
    defer { SSL_CTX_free(context) }
    precondition(TLSConnectionPolicy.configure(sslContext: .init(context), for: handshake))
    guard let client = SSL_new(context), let server = serverContext.makeConnection() else {
      preconditionFailure("out of memory")
    }
    self.client = client
    self.server = server
    SSL_set_connect_state(client)
    if let session = earlier.flatMap({ SSL_get1_session($0.client) }) {
      precondition(SSL_set_session(client, session) == 1)
      SSL_SESSION_free(session)
    }
    _ = shim_SSL_set_tlsext_host_name(client, handshake.host)
    let toServer = BIO_new(BIO_s_mem())
    let toClient = BIO_new(BIO_s_mem())
    BIO_up_ref(toServer)
    BIO_up_ref(toClient)
    SSL_set_bio(client, toClient, toServer)
    SSL_set_bio(server, toServer, toClient)
    run()
  }

  deinit {
    SSL_free(client)
    SSL_free(server)
  }

  /// The client's end as the policy's functions take it.
  var connection: UnsafeMutableRawPointer { .init(client) }

  /// What the client has shown to the server: leaf first, empty if nothing.
  var chainSeenByServer: [Certificate] {
    guard let leaf = SSL_get0_peer_certificate(server) else { return [] }
    return [Certificate(copying: OwnedX509(retaining: leaf))]
      + OwnedX509Stack.certificates(in: SSL_get_peer_cert_chain(server))
  }

  private func run() {
    for _ in 0..<20 {
      let fromClient = SSL_do_handshake(client)
      let fromServer = SSL_do_handshake(server)
      if fromClient == 1, fromServer == 1 {
        isEstablished = true
        break
      }
    }
    // Tickets and alerts that are still on their way.
    var byte: UInt8 = 0
    _ = SSL_read(client, &byte, 1)
    _ = SSL_read(server, &byte, 1)
    ERR_clear_error()
  }
}
