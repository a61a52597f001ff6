// SPDX-License-Identifier: MIT
// Part of Grille: the door through which a connection made by libcurl obeys our trust.
import COpenSSL

/// Configures the TLS contexts that libcurl makes and judges its connections.
///
/// Every pointer is one that libcurl passes as `void *`: an SSL_CTX in CURLOPT_SSL_CTX_FUNCTION,
/// an SSL from CURLINFO_TLS_SSL_PTR. All functions run on the network thread and never block.
package enum TLSConnectionPolicy {
  /// Sets protocol options and callbacks of a context before its connection is made.
  ///
  /// The context keeps `handshake` until it is freed. libcurl must still be told to verify the
  /// peer, and to check the name unless an exception for a wrong name is in force.
  ///
  /// - Returns: False if OpenSSL refuses an option; the transfer must then fail.
  package static func configure(
    sslContext: UnsafeMutableRawPointer, for handshake: HandshakeContext
  ) -> Bool {
    bracketingErrors {
      let context = OpaquePointer(sslContext)
      guard
        unsafe shim_SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1,
        unsafe SSL_CTX_set_cipher_list(context, cipherList) == 1,
        unsafe attach(handshake, to: context)
      else { return false }
      unsafe SSL_CTX_set_options(
        context, shim_SSL_OP_NO_RENEGOTIATION | shim_SSL_OP_NO_COMPRESSION)
      unsafe shim_SSL_CTX_set_tlsext_status_type_ocsp(context)
      unsafe shim_SSL_CTX_set_tlsext_status_cb(context, statusCallback)
      unsafe SSL_CTX_set_post_handshake_auth(context, 0)
      unsafe shim_SSL_CTX_set_max_cert_list(context, maximumChainSize)
      unsafe shim_SSL_CTX_set_session_cache_off(context)
      unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
      unsafe SSL_CTX_set_cert_verify_callback(context, verifyCallback, nil)
      unsafe SSL_CTX_set_cert_cb(context, clientCertificateCallback, nil)
      unsafe SSL_CTX_set_info_callback(context, informationCallback)
      return true
    }
  }

  /// The SHA-256 fingerprint of the certificate that a connection's server has proved to hold.
  package static func leafFingerprint(ofSSL ssl: UnsafeMutableRawPointer) -> Fingerprint? {
    bracketingErrors {
      guard let leaf = unsafe SSL_get0_peer_certificate(OpaquePointer(ssl)) else { return nil }
      let derBytes = unsafe derEncoding { unsafe i2d_X509(leaf, $0) }
      return derBytes.isEmpty ? nil : Fingerprint(sha256Of: derBytes)
    }
  }

  /// The second gate, run before every request: tells if the connection may carry it.
  ///
  /// It runs on fresh and pooled connections alike, while the verify callback runs only for full
  /// handshakes. On refusal ``HandshakeContext/needsDecision`` is true unless the connection has
  /// no trust of ours at all, in which case it must just not be used.
  package static func permitsRequest(
    ofSSL ssl: UnsafeMutableRawPointer, for attempt: HandshakeContext
  ) -> Bool {
    bracketingErrors {
      let connection = OpaquePointer(ssl)
      unsafe attempt.note(facts(of: connection))
      guard
        let opener = unsafe handshake(of: SSL_get_SSL_CTX(connection)),
        let trust = opener.judgedTrust,
        let leaf = trust.leaf,
        opener.host == attempt.host, opener.port == attempt.port,
        opener.identityUse.tag == attempt.identityUse.tag,
        unsafe leafFingerprint(ofSSL: ssl) == leaf.sha256Fingerprint
      else { return false }
      if let request = opener.clientCertificateRequest { attempt.note(request) }
      let judged =
        attempt.requirements == trust.requirements
        ? trust : attempt.evaluator.evaluate(trust, for: attempt)
      return attempt.decide(about: judged)
    }
  }

  /// What a connection has agreed on.
  package static func facts(ofSSL ssl: UnsafeMutableRawPointer) -> TLSFacts {
    unsafe facts(of: OpaquePointer(ssl))
  }

  /// Forward secrecy always: OpenSSL cannot notice a composite modulus in finite-field DH, and
  /// static RSA has none.
  private static let cipherList = "DEFAULT:!kRSA:!kDHE:!kPSK:!kSRP:!aNULL:!eNULL"

  /// Bytes of the largest certificate message; OpenSSL's 100 kB is too small for 10,000 names.
  private static let maximumChainSize = 512 * 1024

  /// The slot of an SSL_CTX in which the attempt that opened the connection is kept.
  private static let handshakeSlot = unsafe shim_SSL_CTX_get_ex_new_index {
    _, kept, _, _, _, _ in
    guard let kept = unsafe kept else { return }
    unsafe Unmanaged<HandshakeContext>.fromOpaque(kept).release()
  }

  private static func attach(_ handshake: HandshakeContext, to context: OpaquePointer) -> Bool {
    guard handshakeSlot >= 0 else { return false }
    // Released by the slot's free function when OpenSSL frees the context.
    let kept = unsafe Unmanaged.passRetained(handshake)
    guard unsafe SSL_CTX_set_ex_data(context, handshakeSlot, kept.toOpaque()) == 1 else {
      unsafe kept.release()
      return false
    }
    return true
  }

  private static func handshake(of context: OpaquePointer?) -> HandshakeContext? {
    guard handshakeSlot >= 0, let kept = unsafe SSL_CTX_get_ex_data(context, handshakeSlot) else {
      return nil
    }
    return unsafe Unmanaged<HandshakeContext>.fromOpaque(kept).takeUnretainedValue()
  }

  /// libcurl reports the oldest entry of the error queue, so nothing of ours may stay there.
  private static func bracketingErrors<Value>(_ body: () -> Value) -> Value {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    return body()
  }
}

// MARK: Callbacks

extension TLSConnectionPolicy {
  /// Judges the server's chain in place of OpenSSL's own verification.
  private static let verifyCallback:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { store, _ in
      let isAccepted = bracketingErrors {
        guard
          let ssl = unsafe X509_STORE_CTX_get_ex_data(
            store, SSL_get_ex_data_X509_STORE_CTX_idx()),
          let attempt = unsafe handshake(of: SSL_get_SSL_CTX(OpaquePointer(ssl))),
          let leaf = unsafe X509_STORE_CTX_get0_cert(store)
        else { return false }
        attempt.noteVerification()
        // TLS 1.3 has sent the staple with the leaf; in TLS 1.2 it is still to come.
        let trust = unsafe attempt.evaluator.evaluate(
          leaf: leaf, presented: X509_STORE_CTX_get0_untrusted(store), host: attempt.host,
          port: attempt.port, at: attempt.now, requirements: attempt.requirements
        ).judging(staple: staple(of: OpaquePointer(ssl)), isFinal: false)
        return attempt.decide(about: trust)
      }
      unsafe X509_STORE_CTX_set_error(
        store, isAccepted ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION)
      return isAccepted ? 1 : 0
    }

  /// Judges the server's stapled proof, or its absence.
  ///
  /// It runs in every full handshake after the server has proved to hold its key, and before any
  /// client certificate is sent.
  private static let statusCallback:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { ssl, _ in
      bracketingErrors {
        guard let attempt = unsafe handshake(of: SSL_get_SSL_CTX(ssl)),
          let verified = attempt.judgedTrust
        else { return 0 }
        let trust = unsafe verified.judging(staple: staple(of: ssl), isFinal: true)
        if trust.isValid {
          attempt.ledger.validChainWasSeen(host: attempt.host, port: attempt.port)
        }
        return attempt.decide(about: trust) ? 1 : 0
      }
    }

  private static func staple(of ssl: OpaquePointer?) -> [UInt8]? {
    var bytes: UnsafePointer<UInt8>?
    let count = unsafe shim_SSL_get_tlsext_status_ocsp_resp(ssl, &bytes)
    guard count > 0, let bytes = unsafe bytes else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Shows the server that asks for a client certificate the one that was chosen.
  ///
  /// The server has proved who it is before: the verify and status callbacks have let it through.
  private static let clientCertificateCallback:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { ssl, _ in
      bracketingErrors {
        guard let attempt = unsafe handshake(of: SSL_get_SSL_CTX(ssl)) else { return 0 }
        var issuers: [DistinguishedName] = []
        if let names = unsafe SSL_get0_peer_CA_list(ssl) {
          for index in 0..<max(0, unsafe shim_sk_X509_NAME_num(names)) {
            issuers.append(unsafe DistinguishedName(copying: shim_sk_X509_NAME_value(names, index)))
          }
        }
        attempt.note(HandshakeContext.ClientCertificateRequest(acceptableIssuers: issuers))
        // Whatever OpenSSL may do in another version: no name for those who are not trusted.
        guard let ssl = unsafe ssl, attempt.judgedTrust != nil, !attempt.needsDecision else {
          return 0
        }
        switch attempt.identityUse {
        case .none: return 1
        case .undecided:
          attempt.noteNeedOfIdentity()
          return 0
        case .identity(let identity):
          return unsafe identity.install(onConnection: UnsafeMutableRawPointer(ssl)) ? 1 : 0
        }
      }
    }

  /// Records alerts: libcurl's result codes alone cannot tell whose certificate failed.
  private static let informationCallback: @convention(c) (OpaquePointer?, Int32, Int32) -> Void = {
    ssl, place, value in
    guard place & SSL_CB_ALERT != 0, value >= 0,
      let attempt = unsafe handshake(of: SSL_get_SSL_CTX(ssl))
    else { return }
    attempt.note(
      TLSAlert(
        number: UInt8(value & 0xFF), isReceived: place & SSL_CB_READ != 0,
        isFatal: value >> 8 == 2))
  }

  private static func facts(of ssl: OpaquePointer) -> TLSFacts {
    let version = unsafe SSL_get_version(ssl).map { unsafe String(cString: $0) } ?? ""
    let cipher = unsafe SSL_CIPHER_standard_name(SSL_get_current_cipher(ssl))
    let group = unsafe shim_SSL_get_negotiated_group(ssl)
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(ssl, &name, &count)
    let protocolBytes = unsafe Array(UnsafeBufferPointer(start: name, count: Int(count)))
    return TLSFacts(
      protocolVersion: version,
      cipherSuite: unsafe cipher.map { unsafe String(cString: $0) } ?? "",
      keyExchangeGroup: group > 0 ? OpenSSLText.shortName(ofNID: group).lowercased() : "",
      applicationProtocol: String(decoding: protocolBytes, as: UTF8.self),
      isResumed: unsafe SSL_session_reused(ssl) == 1)
  }
}
