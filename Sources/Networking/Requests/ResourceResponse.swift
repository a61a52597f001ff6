// SPDX-License-Identifier: MIT
// Part of Grille: the head of an answer, as a loader delivers it.

public import Security
public import WebInfra

/// What is known of an answer before its body.
public struct ResourceResponse: Sendable {
  /// The address that was answered; without user name and password.
  public var url: WebURL
  /// The status line's code and reason; nil for schemes without one (file, data, about).
  public var status: HTTPStatus?
  /// The header fields in the order received.
  public var headers: HTTPHeaderList
  /// The type given by the server or, for a file, by its content; nil when there is none or it is
  /// malformed.
  public var mimeType: MIMEType?
  /// The number of bytes the body will have before decoding; nil when not announced.
  public var expectedContentLength: Int64?
  /// The label of the text encoding the server gave; nil when it gave none.
  public var textEncodingName: String?
  /// A name to save the body under: never empty, without any folder, not starting with a dot.
  public var suggestedFilename: String
  /// "h2", "http/1.1" or "http/1.0"; nil for other schemes.
  public var protocolName: String?
  /// How the server proved who it is; nil without TLS.
  public var serverTrust: ServerTrust?
  /// What the server asked for and was shown when the connection was made; nil if it did not ask for
  /// a client certificate.
  public var clientCertificateDemand: ClientCertificateDemand?
  /// Whether the answer says that a client certificate is missing or was not taken.
  public var refusesClientCertificate = false
  /// Whether the answer was stored rather than loaded.
  public var isFromCache: Bool

  /// Makes a head; type, encoding, length and file name come from the header fields unless given.
  public init(
    url: WebURL, status: HTTPStatus? = nil, headers: HTTPHeaderList = HTTPHeaderList(),
    mimeType: MIMEType? = nil, expectedContentLength: Int64? = nil,
    textEncodingName: String? = nil, protocolName: String? = nil, serverTrust: ServerTrust? = nil,
    clientCertificateDemand: ClientCertificateDemand? = nil, isFromCache: Bool = false
  ) {
    let type = mimeType ?? headers.combined("content-type").flatMap { MIMEType(parsing: $0) }
    self.url = url.withoutCredentials
    self.status = status
    self.headers = headers
    self.mimeType = type
    self.expectedContentLength =
      expectedContentLength ?? headers.first("content-length").flatMap { ContentLength.parse($0) }
    self.textEncodingName = textEncodingName ?? type?.charset
    self.suggestedFilename = SuggestedFilename.make(url: url, headers: headers, type: type)
    self.protocolName = protocolName
    self.serverTrust = serverTrust
    self.clientCertificateDemand = clientCertificateDemand
    self.isFromCache = isFromCache
  }

  /// Whether the head asks to be followed elsewhere.
  public var isRedirect: Bool {
    status?.isRedirect == true && headers.contains("location")
  }
}

/// Reads the number of a `Content-Length` field.
enum ContentLength {
  // RFC 9110 §8.6
  /// The number, if `value` is digits alone or the same digits repeated as a list.
  static func parse(_ value: String) -> Int64? {
    var result: Int64?
    for member in value.split(separator: ",", omittingEmptySubsequences: false) {
      let digits = ASCII.trimmingHTTPWhitespace(String(member)).utf8
      guard !digits.isEmpty, digits.count <= 18 else { return nil }
      var number: Int64 = 0
      for digit in digits {
        guard ASCII.isDigit(digit) else { return nil }
        number = number * 10 + Int64(digit - 0x30)
      }
      if let result, result != number { return nil }
      result = number
    }
    return result
  }
}
