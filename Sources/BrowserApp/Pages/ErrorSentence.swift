// SPDX-License-Identifier: MIT
// Part of Grille: says in words why a load failed.
import Networking
import WebInfra
import WebViewKit

/// The sentence of a load's failure.
nonisolated enum ErrorSentence {
  /// One sentence in the user's language, with the names of the error's address in it.
  static func text(for error: ResourceError, in words: Localization) -> String {
    text(for: error, key: key(for: error), in: words)
  }

  /// Another sentence than the usual one, with the same names in it.
  static func text(for error: ResourceError, key: StringKey, in words: Localization) -> String {
    words.text(key, values(for: error))
  }

  private static func values(for error: ResourceError) -> [String: String] {
    let url = error.url
    return [
      "host": url.map { $0.hostname.isEmpty ? $0.displayString : $0.hostname } ?? "?",
      "port": url?.effectivePort.map { String($0) } ?? "?",
      "scheme": url?.scheme ?? "?",
      "address": url?.displayString ?? "?",
      "type": error.underlyingText,
      "detail": ForeignName.text(error.underlyingText),
    ]
  }

  /// The key of the sentence: the finer cause's if it has one of its own, else the code's.
  static func key(for error: ResourceError) -> StringKey {
    if let cause = error.cause, let key = key(for: cause) { return key }
    if error.code == .unsupportedURL, error.url?.scheme == "about" { return .pageUnknownAbout }
    return key(for: error.code)
  }

  private static func key(for cause: ResourceError.Cause) -> StringKey? {
    switch cause {
    case .connectTimedOut: .errorConnectTimedOut
    case .stalled: .errorStalled
    case .overallTimedOut: .errorOverallTimedOut
    case .emptyReply: .errorZeroByteResource
    case .connectionReset: .errorConnectionReset
    case .bodyTruncated: .errorBodyTruncated
    case .malformedReply: .errorCannotParseResponse
    case .headersTooLarge: .errorHeadersTooLarge
    case .bodyTooLarge: .errorDataLengthExceedsMaximum
    case .decompressionBomb: .errorDecompressionBomb
    case .unsafeRedirect: .errorUnsafeRedirect
    case .unsafeLink: .errorUnsafeLink
    case .tooManyChallenges: .errorTooManyChallenges
    case .certificateChanged: .errorCertificateChanged
    case .handshakeFailed: .errorSecureConnectionFailed
    case .noCommonTLSVersion: .errorNoCommonTLSVersion
    case .noCommonCipherSuite: .errorNoCommonCipherSuite
    case .notTLS: .errorNotTLS
    case .unreadableCertificate: .errorUnreadableCertificate
    case .trustStoreUnusable: .errorTrustStoreUnusable
    case .proxyFailed: .errorProxyFailed
    case .proxyRefused: .errorProxyRefused
    case .proxyAuthenticationRequired: .errorProxyAuthenticationRequired
    case .splitRequest: .errorSplitRequest
    case .noContent: .errorNoContent
    }
  }

  private static func key(for code: ResourceError.Code) -> StringKey {
    switch code {
    case .cancelled: .errorCancelled
    case .badURL: .errorBadURL
    case .timedOut: .errorTimedOut
    case .unsupportedURL: .errorUnsupportedURL
    case .cannotFindHost: .errorCannotFindHost
    case .cannotConnectToHost: .errorCannotConnectToHost
    case .networkConnectionLost: .errorNetworkConnectionLost
    case .dnsLookupFailed: .errorDnsLookupFailed
    case .httpTooManyRedirects: .errorHttpTooManyRedirects
    case .resourceUnavailable: .errorResourceUnavailable
    case .notConnectedToInternet: .errorNotConnectedToInternet
    case .redirectToNonExistentLocation: .errorRedirectToNonExistentLocation
    case .badServerResponse: .errorBadServerResponse
    case .userCancelledAuthentication: .errorUserCancelledAuthentication
    case .userAuthenticationRequired: .errorUserAuthenticationRequired
    case .zeroByteResource: .errorZeroByteResource
    case .cannotDecodeRawData: .errorCannotDecodeRawData
    case .cannotDecodeContentData: .errorCannotDecodeContentData
    case .cannotParseResponse: .errorCannotParseResponse
    case .appTransportSecurityRequiresSecureConnection: .errorInsecureRefused
    case .fileDoesNotExist: .errorFileDoesNotExist
    case .fileIsDirectory: .errorFileIsDirectory
    case .noPermissionsToReadFile: .errorNoPermissionsToReadFile
    case .cannotOpenFile: .errorCannotOpenFile
    case .cannotCreateFile: .errorCannotCreateFile
    case .cannotWriteToFile: .errorCannotWriteToFile
    case .dataLengthExceedsMaximum: .errorDataLengthExceedsMaximum
    case .secureConnectionFailed: .errorSecureConnectionFailed
    case .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      .errorServerCertificate
    case .clientCertificateRejected: .errorClientCertificateRejected
    case .clientCertificateRequired: .errorClientCertificateRequired
    case .cannotShowMIMEType: .errorCannotShowMIMEType
    case .cannotShowURL: .errorCannotShowURL
    case .frameLoadInterruptedByPolicyChange: .errorInterrupted
    case .cannotUseRestrictedPort: .errorRestrictedPort
    default: .errorUnknown
    }
  }
}
