// SPDX-License-Identifier: MIT
// Part of Grille: the numbers of load failures, Apple's wherever Apple has one.

extension ResourceError {
  /// A kind of failure; the raw value is Apple's number for it.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number, negative for the URL loading system's codes, 100 to 103 for WebKit's.
    public let rawValue: Int

    /// Makes a code from a number, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A stable name for programs, such as "cannotFindHost"; "code" and the number for one without one.
    public var name: String { Self.names[rawValue] ?? "code\(rawValue)" }

    /// Every code that has a name.
    public static var allNamed: [Code] { names.keys.sorted().map { Code(rawValue: $0) } }

    private static let names: [Int: String] = [
      102: "frameLoadInterruptedByPolicyChange",
      100: "cannotShowMIMEType",
      101: "cannotShowURL",
      103: "cannotUseRestrictedPort",
      -1: "unknown",
      -999: "cancelled",
      -1000: "badURL",
      -1001: "timedOut",
      -1002: "unsupportedURL",
      -1003: "cannotFindHost",
      -1004: "cannotConnectToHost",
      -1005: "networkConnectionLost",
      -1006: "dnsLookupFailed",
      -1007: "httpTooManyRedirects",
      -1008: "resourceUnavailable",
      -1009: "notConnectedToInternet",
      -1010: "redirectToNonExistentLocation",
      -1011: "badServerResponse",
      -1012: "userCancelledAuthentication",
      -1013: "userAuthenticationRequired",
      -1014: "zeroByteResource",
      -1015: "cannotDecodeRawData",
      -1016: "cannotDecodeContentData",
      -1017: "cannotParseResponse",
      -1022: "appTransportSecurityRequiresSecureConnection",
      -1100: "fileDoesNotExist",
      -1101: "fileIsDirectory",
      -1102: "noPermissionsToReadFile",
      -1103: "dataLengthExceedsMaximum",
      -1200: "secureConnectionFailed",
      -1201: "serverCertificateHasBadDate",
      -1202: "serverCertificateUntrusted",
      -1203: "serverCertificateHasUnknownRoot",
      -1204: "serverCertificateNotYetValid",
      -1205: "clientCertificateRejected",
      -1206: "clientCertificateRequired",
      -3001: "cannotOpenFile",
    ]
  }
}

extension ResourceError.Code {
  /// A policy decision ended the load (WebKit).
  public static let frameLoadInterruptedByPolicyChange = Self(rawValue: 102)
  /// The type cannot be shown (WebKit).
  public static let cannotShowMIMEType = Self(rawValue: 100)
  /// The address cannot be shown (WebKit).
  public static let cannotShowURL = Self(rawValue: 101)
  /// The port is one that no browser talks to (WebKit).
  public static let cannotUseRestrictedPort = Self(rawValue: 103)
  /// Nothing better is known.
  public static let unknown = Self(rawValue: -1)
  /// The load was cancelled by the user, by its owner or by a challenge's answer.
  public static let cancelled = Self(rawValue: -999)
  /// The address or another part of the request is malformed.
  public static let badURL = Self(rawValue: -1000)
  /// Nothing happened for too long; the cause tells which wait it was.
  public static let timedOut = Self(rawValue: -1001)
  /// The scheme is not known, or may not be reached from where it was asked.
  public static let unsupportedURL = Self(rawValue: -1002)
  /// The host's name has no address.
  public static let cannotFindHost = Self(rawValue: -1003)
  /// The host refused the connection or could not be reached.
  public static let cannotConnectToHost = Self(rawValue: -1004)
  /// The connection ended in the middle.
  public static let networkConnectionLost = Self(rawValue: -1005)
  /// The name service itself failed.
  public static let dnsLookupFailed = Self(rawValue: -1006)
  /// The redirects went over the limit, or around in a circle.
  public static let httpTooManyRedirects = Self(rawValue: -1007)
  /// The resource could not be fetched.
  public static let resourceUnavailable = Self(rawValue: -1008)
  /// There is no network.
  public static let notConnectedToInternet = Self(rawValue: -1009)
  /// A redirect gave no usable address.
  public static let redirectToNonExistentLocation = Self(rawValue: -1010)
  /// The server's answer breaks the protocol.
  public static let badServerResponse = Self(rawValue: -1011)
  /// A request for a name and password was given up.
  public static let userCancelledAuthentication = Self(rawValue: -1012)
  /// A name and password are needed.
  public static let userAuthenticationRequired = Self(rawValue: -1013)
  /// The server closed the connection without an answer.
  public static let zeroByteResource = Self(rawValue: -1014)
  /// The transfer's framing could not be read.
  public static let cannotDecodeRawData = Self(rawValue: -1015)
  /// The compressed body could not be decoded.
  public static let cannotDecodeContentData = Self(rawValue: -1016)
  /// The answer could not be understood.
  public static let cannotParseResponse = Self(rawValue: -1017)
  /// The policy demands https.
  public static let appTransportSecurityRequiresSecureConnection = Self(rawValue: -1022)
  /// There is no such file.
  public static let fileDoesNotExist = Self(rawValue: -1100)
  /// A file was needed, but the path is a folder.
  public static let fileIsDirectory = Self(rawValue: -1101)
  /// The file may not be read.
  public static let noPermissionsToReadFile = Self(rawValue: -1102)
  /// The body is larger than allowed.
  public static let dataLengthExceedsMaximum = Self(rawValue: -1103)
  /// No secure connection could be made, for a reason other than the certificate.
  public static let secureConnectionFailed = Self(rawValue: -1200)
  /// A certificate of the server has expired.
  public static let serverCertificateHasBadDate = Self(rawValue: -1201)
  /// The server's certificate is not trusted.
  public static let serverCertificateUntrusted = Self(rawValue: -1202)
  /// The issuer of the server's certificate is not known.
  public static let serverCertificateHasUnknownRoot = Self(rawValue: -1203)
  /// A certificate of the server is not valid yet.
  public static let serverCertificateNotYetValid = Self(rawValue: -1204)
  /// The server did not accept the client certificate.
  public static let clientCertificateRejected = Self(rawValue: -1205)
  /// The server demands a client certificate.
  public static let clientCertificateRequired = Self(rawValue: -1206)
  /// The file could not be opened for another reason.
  public static let cannotOpenFile = Self(rawValue: -3001)
}
