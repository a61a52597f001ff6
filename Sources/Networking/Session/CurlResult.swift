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
    let (code, cause) = meaning(progress, isContentEncoded: isContentEncoded)
    return ResourceError(
      code, cause: cause, url: url, underlyingText: "\(text) [curl \(rawValue)]",
      serverTrust: trust)
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
      CURLE_USE_SSL_FAILED:
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
