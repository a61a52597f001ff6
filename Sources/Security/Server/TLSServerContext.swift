// SPDX-License-Identifier: MIT
// Part of Grille: OpenSSL's side of a practice server.
import COpenSSL
import Synchronization

/// An SSL_CTX in the server's role.
///
/// Sendable because it is configured in its initialiser only; OpenSSL lets threads make
/// connections from one context at the same time.
@safe package final class TLSServerContext: @unchecked Sendable {
  private let configuration: TLSServerConfiguration
  private let applicationProtocols: [UInt8]
  /// The names asked for so far, in the order of the clients' first messages.
  private let names = Mutex<[String?]>([])
  let pointer: OpaquePointer

  /// Prepares a context.
  package init(_ configuration: TLSServerConfiguration) {
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
      preconditionFailure("out of memory")
    }
    unsafe pointer = context
    self.configuration = configuration
    applicationProtocols = configuration.applicationProtocols.flatMap {
      [UInt8($0.utf8.count)] + Array($0.utf8)
    }
    // Level 0: the practice site has to present keys and signatures that are too weak.
    unsafe SSL_CTX_set_security_level(context, 0)
    unsafe shim_SSL_CTX_set_min_proto_version(context, TLS1_VERSION)
    unsafe shim_SSL_CTX_set_dh_auto(context)
    unsafe SSL_CTX_set_cipher_list(context, configuration.cipherList ?? "DEFAULT:@SECLEVEL=0")
    // Unretained: connections keep the context object alive while OpenSSL may call back.
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe SSL_CTX_set_client_hello_cb(context, Self.versionCallback, owner)
    unsafe SSL_CTX_set_cert_cb(context, Self.identityCallback, owner)
    unsafe shim_SSL_CTX_set_tlsext_status_cb(context, Self.stapleCallback)
    unsafe shim_SSL_CTX_set_tlsext_status_arg(context, owner)
    unsafe SSL_CTX_set_alpn_select_cb(context, Self.applicationProtocolCallback, owner)
  }

  deinit {
    unsafe SSL_CTX_free(pointer)
  }

  /// The names asked for so far, in the order of the clients' first messages.
  var askedNames: [String?] { names.withLock(\.self) }

  /// A new connection in the server's role; the caller frees it.
  @unsafe func makeConnection() -> OpaquePointer? {
    guard let connection = unsafe SSL_new(pointer) else { return nil }
    unsafe SSL_set_accept_state(connection)
    return unsafe connection
  }

  /// Lets a connection ask for what its host wants to see of its clients.
  private static func demand(
    _ clientCertificates: TLSServerConfiguration.ClientCertificates, on ssl: OpaquePointer?
  ) {
    let authorities: [Certificate]
    switch clientCertificates {
    case .ignored: return
    case .optional(let accepted):
      authorities = accepted
      unsafe SSL_set_verify(ssl, SSL_VERIFY_PEER, nil)
    case .required(let accepted):
      authorities = accepted
      unsafe SSL_set_verify(ssl, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    case .judgedLater(let accepted):
      authorities = accepted
      // The last complaint is kept as the connection's result.
      unsafe SSL_set_verify(ssl, SSL_VERIFY_PEER) { _, _ in 1 }
    }
    let store = unsafe X509_STORE_new()
    for authority in authorities {
      guard let x509 = OwnedX509(derBytes: authority.derBytes) else { continue }
      unsafe SSL_add_client_CA(ssl, x509.pointer)
      unsafe X509_STORE_add_cert(store, x509.pointer)
    }
    // The connection takes the store over.
    unsafe shim_SSL_set0_verify_cert_store(ssl, store)
  }

  private static func number(_ version: TLSServerConfiguration.Version) -> Int32 {
    switch version {
    case .tls10: TLS1_VERSION
    case .tls11: TLS1_1_VERSION
    case .tls12: TLS1_2_VERSION
    case .tls13: TLS1_3_VERSION
    }
  }

  /// The name that a connection's client has asked for.
  @unsafe static func serverName(of connection: OpaquePointer?) -> String? {
    unsafe SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name).map {
      unsafe String(cString: $0)
    }
  }

  private static func suffer(_ mishap: TLSServerConfiguration.Mishap, on ssl: OpaquePointer?) {
    let descriptor = unsafe SSL_get_fd(ssl)
    // The alert that follows must not reach the client.
    unsafe SSL_set0_wbio(ssl, BIO_new(BIO_s_mem()))
    switch mishap {
    case .garbage: LoopbackSocket.send(Array("SSH-2.0-not TLS at all\r\n".utf8), to: descriptor)
    case .silence: LoopbackSocket.waitForClose(descriptor)
    case .reset: LoopbackSocket.resetOnClose(descriptor)
    case .bytes(let bytes):
      LoopbackSocket.send(bytes, to: descriptor)
      // To close with the client's alert unread would reset the connection.
      LoopbackSocket.waitForClose(descriptor)
    }
  }

  /// Limits the versions before one is chosen, which is too early for SSL_get_servername.
  private static let versionCallback:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?
    ) -> Int32 = { ssl, _, owner in
      guard let owner = unsafe owner else { return SSL_CLIENT_HELLO_ERROR }
      let context = unsafe Unmanaged<TLSServerContext>.fromOpaque(owner).takeUnretainedValue()
      var bytes: UnsafePointer<UInt8>?
      var count = 0
      var name: String?
      let hasName = unsafe SSL_client_hello_get0_ext(
        ssl, UInt32(TLSEXT_TYPE_server_name), &bytes, &count)
      if hasName == 1, let bytes = unsafe bytes, count > 5 {
        // RFC 6066 §3: list length, type, name length, name.
        let list = unsafe UnsafeBufferPointer(start: bytes, count: count)
        name = unsafe String(decoding: list.dropFirst(5), as: UTF8.self)
      }
      context.names.withLock { $0.append(name) }
      if let mishap = context.configuration.mishap(name) {
        unsafe suffer(mishap, on: ssl)
        return SSL_CLIENT_HELLO_ERROR
      }
      if let patience = context.configuration.patience(name) {
        LoopbackSocket.limitWaiting(unsafe SSL_get_fd(ssl), milliseconds: patience)
      }
      if let ciphers = context.configuration.ciphers(name) {
        unsafe SSL_set_cipher_list(ssl, ciphers)
      }
      if context.configuration.usesWeakGroup(name) { unsafe shim_SSL_set_weak_dh(ssl) }
      unsafe demand(context.configuration.clientCertificates(name), on: ssl)
      let versions = context.configuration.versions(name)
      unsafe shim_SSL_set_min_proto_version(ssl, number(versions.lowest))
      unsafe shim_SSL_set_max_proto_version(ssl, number(versions.highest))
      return SSL_CLIENT_HELLO_SUCCESS
    }

  /// Installs the certificate for the name that the client asks for.
  private static let identityCallback:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { ssl, owner in
      guard let owner = unsafe owner else { return 0 }
      let context = unsafe Unmanaged<TLSServerContext>.fromOpaque(owner).takeUnretainedValue()
      guard
        let identity = context.configuration.identity(unsafe serverName(of: ssl)),
        let leaf = OwnedX509(derBytes: identity.certificate.derBytes)
      else { return 0 }
      let issuers = OwnedX509Stack(identity.issuers)
      return unsafe SSL_use_cert_and_key(
        ssl, leaf.pointer, identity.privateKey.pointer, issuers.pointer, 1)
    }

  /// Staples the proof for the name that the client asks for.
  private static let stapleCallback:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { ssl, owner in
      guard let owner = unsafe owner else { return SSL_TLSEXT_ERR_NOACK }
      let context = unsafe Unmanaged<TLSServerContext>.fromOpaque(owner).takeUnretainedValue()
      guard let staple = context.configuration.staple(unsafe serverName(of: ssl)),
        // OpenSSL frees the copy with the connection.
        let copy = unsafe shim_OPENSSL_memdup(staple, staple.count)
      else { return SSL_TLSEXT_ERR_NOACK }
      unsafe shim_SSL_set_tlsext_status_ocsp_resp(
        ssl, copy.assumingMemoryBound(to: UInt8.self), staple.count)
      return SSL_TLSEXT_ERR_OK
    }

  /// Chooses the first of our application protocols that the client knows.
  private static let applicationProtocolCallback:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
      UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32 = { _, chosen, chosenCount, offered, offeredCount, owner in
      guard let owner = unsafe owner else { return SSL_TLSEXT_ERR_NOACK }
      let context = unsafe Unmanaged<TLSServerContext>.fromOpaque(owner).takeUnretainedValue()
      var match: UnsafeMutablePointer<UInt8>?
      let known = context.applicationProtocols
      // The match points into the client's list, which outlives this call.
      let result = unsafe SSL_select_next_proto(
        &match, chosenCount, offered, offeredCount, known, UInt32(known.count))
      guard result == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_NOACK }
      unsafe chosen?.pointee = UnsafePointer(match)
      return SSL_TLSEXT_ERR_OK
    }
}
