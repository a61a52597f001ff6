// SPDX-License-Identifier: MIT
// Part of Grille: one run of OpenSSL's path building that collects every problem.
import COpenSSL

/// The path OpenSSL has built and everything it complained about.
struct ChainVerification {
  /// One complaint of OpenSSL.
  struct Complaint: Hashable {
    var code: Int32
    var depth: Int
  }

  /// The path: leaf first.
  var chain: [Certificate] = []
  /// Complaints in the order of their discovery, without repetitions.
  var complaints: [Complaint] = []
  /// The name in the leaf that matched the host, such as "*.example.org".
  var matchedName: String?

  /// True if the path does not end in an anchor.
  var isUnanchored: Bool {
    complaints.contains { Self.anchorCodes.contains($0.code) }
  }

  private static let anchorCodes: Set<Int32> = [
    X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
    X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
    X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
  ]

  /// Verifies a chain for a host at a moment, going on after every problem.
  @unsafe static func run(
    leaf: OpaquePointer, untrusted: OpaquePointer?, store: OwnedX509Store,
    acceptsPartialChains: Bool, host: String, at moment: Int64
  ) -> ChainVerification {
    var result = ChainVerification()
    let unspecified = Complaint(code: X509_V_ERR_UNSPECIFIED, depth: 0)
    guard let context = unsafe store.makeContext(leaf: leaf, untrusted: untrusted) else {
      result.complaints = [unspecified]
      return result
    }
    defer { unsafe X509_STORE_CTX_free(context) }
    guard
      unsafe setParameters(
        of: context, acceptsPartialChains: acceptsPartialChains, host: host, moment: moment)
    else {
      result.complaints = [unspecified]
      return result
    }
    var complaints: [Complaint] = []
    let verdict = unsafe withUnsafeMutablePointer(to: &complaints) { collected in
      unsafe shim_X509_STORE_CTX_set_app_data(context, collected)
      unsafe X509_STORE_CTX_set_verify_cb(context, collectCallback)
      return unsafe X509_verify_cert(context)
    }
    if verdict <= 0 {
      let code = unsafe X509_STORE_CTX_get_error(context)
      let depth = Int(unsafe X509_STORE_CTX_get_error_depth(context))
      let last = Complaint(code: code == X509_V_OK ? X509_V_ERR_UNSPECIFIED : code, depth: depth)
      if !complaints.contains(last) { complaints.append(last) }
    }
    let path = unsafe X509_STORE_CTX_get0_chain(context)
    // Of a certificate whose extensions cannot be read OpenSSL says only that its issuer is missing.
    for depth in 0..<max(0, Int(unsafe shim_sk_X509_num(path))) {
      guard let certificate = unsafe shim_sk_X509_value(path, Int32(depth)),
        unsafe X509_get_extension_flags(certificate) & UInt32(EXFLAG_INVALID) != 0
      else { continue }
      complaints.append(Complaint(code: X509_V_ERR_UNSPECIFIED, depth: depth))
    }
    result.complaints = complaints
    result.chain = unsafe OwnedX509Stack.certificates(in: X509_STORE_CTX_get0_chain(context))
    if result.chain.isEmpty {
      result.chain = [Certificate(copying: unsafe OwnedX509(retaining: leaf))]
    }
    if let name = unsafe X509_VERIFY_PARAM_get0_peername(X509_STORE_CTX_get0_param(context)) {
      result.matchedName = unsafe String(cString: name)
    }
    return result
  }

  private static func setParameters(
    of context: OpaquePointer, acceptsPartialChains: Bool, host: String, moment: Int64
  ) -> Bool {
    guard unsafe X509_STORE_CTX_set_default(context, "ssl_server") == 1,
      let parameters = unsafe X509_STORE_CTX_get0_param(context)
    else { return false }
    unsafe X509_VERIFY_PARAM_set_time(parameters, Int(moment))
    // Level 2 asks for 112 bits; a context of one's own would begin with no check at all.
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 2)
    // Without NEVER_CHECK_SUBJECT a leaf without alternative names passes by its common name.
    unsafe X509_VERIFY_PARAM_set_hostflags(
      parameters,
      UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
    if acceptsPartialChains {
      unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    }
    if HostForm.isAddress(host) {
      return unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, host) == 1
    }
    return unsafe X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1
  }

  /// Notes a complaint and lets the verification go on.
  private static let collectCallback: @convention(c) (Int32, OpaquePointer?) -> Int32 = {
    verdict, context in
    guard verdict == 0,
      let collected = unsafe shim_X509_STORE_CTX_get_app_data(context)?
        .assumingMemoryBound(to: [Complaint].self)
    else { return 1 }
    let complaint = unsafe Complaint(
      code: X509_STORE_CTX_get_error(context),
      depth: Int(X509_STORE_CTX_get_error_depth(context)))
    if unsafe !collected.pointee.contains(complaint) { unsafe collected.pointee.append(complaint) }
    return 1
  }
}
