// SPDX-License-Identifier: MIT
// Part of Grille: what libcurl's result codes mean to the owner of a load.

import CLibcurl
import Security
import WebInfra

/// A `CURLcode`.
struct CurlResult: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt32

  /// What had arrived when a transfer ended.
  enum Progress { case nothing, head, body }

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Wraps libcurl's code.
  init(_ code: CURLcode) { rawValue = code.rawValue }

  /// The error for this result, from libcurl's words, what had arrived, whether the body is
  /// compressed, and the server's certificates if they had been seen.
  func error(
    url: WebURL, text: String, progress: Progress, isContentEncoded: Bool, trust: ServerTrust?
  ) -> ResourceError {
    var (code, cause) = meaning(progress, isContentEncoded: isContentEncoded)
    if cause == .handshakeFailed { (code, cause) = Self.handshakeMeaning(text) }
    return ResourceError(
      code, cause: cause, url: url, underlyingText: "\(text) [curl \(rawValue)]",
      serverTrust: trust)
  }

  /// What a failed handshake was about, from the numbers that OpenSSL 3.0 puts into its words.
  static func handshakeMeaning(_ text: String) -> (ResourceError.Code, ResourceError.Cause?) {
    // libcurl's own words for a connection that ends while it reads or writes a handshake.
    if text.hasPrefix("Recv failure") || text.hasPrefix("Send failure") {
      return (.networkConnectionLost, .connectionReset)
    }
    let digits = text.firstRange(of: "error:").map { text[$0.upperBound...].prefix(8) } ?? ""
    let number = UInt32(digits, radix: 16) ?? 0
    let cause: ResourceError.Cause =
      switch number {
      // SSL: unsupported protocol; alert protocol_version.
      case 0x0A00_0102, 0x0A00_042E: .noCommonTLSVersion
      // SSL: no shared cipher; DH key too small; alerts handshake_failure, insufficient_security.
      case 0x0A00_00C1, 0x0A00_018A, 0x0A00_0410, 0x0A00_042F: .noCommonCipherSuite
      // SSL: wrong version number; packet length too long; http request; not SSL.
      case 0x0A00_010B, 0x0A00_00C6, 0x0A00_009C: .notTLS
      // SSL: excessive message size; length mismatch. ASN.1: anything.
      case 0x0A00_0098, 0x0A00_009F, 0x0680_0000...0x06FF_FFFF: .unreadableCertificate
      default: .handshakeFailed
      }
    return (.secureConnectionFailed, cause)
  }

  private func meaning(_ progress: Progress, isContentEncoded: Bool) -> (
    ResourceError.Code, ResourceError.Cause?
  ) {
    switch CURLcode(rawValue: rawValue) {
    // libcurl's answer to a reply without status line: "Received HTTP/0.9 when not allowed".
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2:
      (.cannotParseResponse, .malformedReply)
    case CURLE_URL_MALFORMAT: (.badURL, nil)
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: (.cannotConnectToHost, .proxyFailed)
    case CURLE_COULDNT_RESOLVE_HOST: (.cannotFindHost, nil)
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: (.cannotConnectToHost, nil)
    case CURLE_PARTIAL_FILE: (.networkConnectionLost, .bodyTruncated)
    case CURLE_OUT_OF_MEMORY:
      // libcurl's own bounds: 100 kB for one header line, 64 MB of decoded data while paused.
      if progress != .body {
        (.cannotParseResponse, .headersTooLarge)
      } else if isContentEncoded {
        (.dataLengthExceedsMaximum, .decompressionBomb)
      } else {
        (.unknown, nil)
      }
    case CURLE_OPERATION_TIMEDOUT: (.timedOut, progress == .nothing ? .connectTimedOut : .stalled)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
      (.secureConnectionFailed, .handshakeFailed)
    // The first stands for a transfer that ended well without any head.
    case CURLE_OK, CURLE_GOT_NOTHING:
      progress == .nothing
        ? (.zeroByteResource, .emptyReply) : (.cannotParseResponse, .malformedReply)
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM:
      (.networkConnectionLost, .connectionReset)
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: (.cannotDecodeContentData, nil)
    case CURLE_ABORTED_BY_CALLBACK: (.cancelled, nil)
    default: (.unknown, nil)
    }
  }
}
