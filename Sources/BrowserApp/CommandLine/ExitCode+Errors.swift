// SPDX-License-Identifier: MIT
// Part of Grille: which exit code a failed load gives.
import Networking

nonisolated extension ExitCode {
  /// The code of a load that failed.
  /// - Parameters:
  ///   - error: why it failed.
  ///   - isPartial: whether a part of the body had arrived.
  init(_ error: ResourceError, isPartial: Bool) {
    if isPartial,
      error.code == .networkConnectionLost || error.code == .timedOut
        || error.cause == .bodyTooLarge
    {
      self = .partialTransfer
      return
    }
    self =
      switch error.code {
      case .cancelled: .interrupted
      case .unsupportedURL where error.cause == .unsafeRedirect: .redirect
      case .badURL, .unsupportedURL, .cannotShowURL, .cannotUseRestrictedPort: .usage
      case .httpTooManyRedirects, .redirectToNonExistentLocation,
        .appTransportSecurityRequiresSecureConnection:
        .redirect
      case .cannotFindHost, .dnsLookupFailed: .nameResolution
      case .cannotConnectToHost, .notConnectedToInternet: .connection
      case .timedOut: .timeout
      case .secureConnectionFailed where error.cause == .trustStoreUnusable: .input
      case .secureConnectionFailed: .secureConnection
      case .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
        .untrustedCertificate
      case .clientCertificateRejected, .clientCertificateRequired: .clientCertificate
      case .userCancelledAuthentication, .userAuthenticationRequired: .authentication
      case .cannotShowMIMEType, .frameLoadInterruptedByPolicyChange: .unsupportedContent
      case .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .cannotOpenFile: .input
      case .networkConnectionLost, .zeroByteResource, .badServerResponse, .cannotParseResponse,
        .cannotDecodeRawData, .cannotDecodeContentData, .dataLengthExceedsMaximum,
        .resourceUnavailable:
        .badReply
      default: .internalError
      }
  }
}
