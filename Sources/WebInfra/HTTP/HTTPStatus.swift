// SPDX-License-Identifier: MIT
// Part of Grille: status codes of HTTP, their classes and registered reason phrases.

/// The status of a response: its code, and the reason phrase if one was sent.
public struct HTTPStatus: Hashable, Sendable {
  /// The status code; three digits in valid responses.
  public let code: Int
  /// The reason phrase as received; empty over HTTP/2 and later.
  public let reason: String

  /// Makes a status.
  public init(code: Int, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// What the first digit of a status code says.
  public enum Class: Hashable, Sendable {
    /// 100–199.
    case informational
    /// 200–299.
    case successful
    /// 300–399.
    case redirection
    /// 400–499.
    case clientError
    /// 500–599.
    case serverError
    /// Any other number.
    case unknown
  }

  /// The class of the code.
  public var `class`: Class {
    switch code {
    case 100..<200: .informational
    case 200..<300: .successful
    case 300..<400: .redirection
    case 400..<500: .clientError
    case 500..<600: .serverError
    default: .unknown
    }
  }

  /// Whether the code is from 200 to 299.
  public var isSuccessful: Bool { code >= 200 && code < 300 }

  // fetch.spec.whatwg.org/#redirect-status
  /// Whether the code asks to go on at the address in `Location`.
  public var isRedirect: Bool {
    switch code {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  // fetch.spec.whatwg.org/#null-body-status
  /// Whether a response of that code has no body.
  public var hasNoBody: Bool {
    code < 200 || code == 204 || code == 205 || code == 304
  }

  /// The reason phrase as received, else the registered one, else an empty text.
  public var phrase: String {
    reason.isEmpty ? Self.registeredReason(for: code) ?? "" : reason
  }

  // www.iana.org/assignments/http-status-codes
  /// The reason phrase registered for a code.
  public static func registeredReason(for code: Int) -> String? {
    switch code {
    case 100: "Continue"
    case 101: "Switching Protocols"
    case 102: "Processing"
    case 103: "Early Hints"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 203: "Non-Authoritative Information"
    case 204: "No Content"
    case 205: "Reset Content"
    case 206: "Partial Content"
    case 207: "Multi-Status"
    case 208: "Already Reported"
    case 226: "IM Used"
    case 300: "Multiple Choices"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 305: "Use Proxy"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 402: "Payment Required"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 407: "Proxy Authentication Required"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 423: "Locked"
    case 424: "Failed Dependency"
    case 425: "Too Early"
    case 426: "Upgrade Required"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 451: "Unavailable For Legal Reasons"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    case 506: "Variant Also Negotiates"
    case 507: "Insufficient Storage"
    case 508: "Loop Detected"
    case 510: "Not Extended"
    case 511: "Network Authentication Required"
    default: nil
    }
  }
}

extension HTTPStatus {
  // www.iana.org/assignments/http-status-codes
  /// The section that defines a registered code; nil for others.
  public static func reference(for code: Int) -> String? {
    guard registeredReason(for: code) != nil else { return nil }
    switch code {
    case 102: return "RFC 2518 §10.1"
    case 103: return "RFC 8297 §2"
    case 207: return "RFC 4918 §11.1"
    case 208: return "RFC 5842 §7.1"
    case 226: return "RFC 3229 §10.4.1"
    case 423: return "RFC 4918 §11.3"
    case 424: return "RFC 4918 §11.4"
    case 425: return "RFC 8470 §5.2"
    case 428: return "RFC 6585 §3"
    case 429: return "RFC 6585 §4"
    case 431: return "RFC 6585 §5"
    case 451: return "RFC 7725 §3"
    case 506: return "RFC 2295 §8.1"
    case 507: return "RFC 4918 §11.5"
    case 508: return "RFC 5842 §7.2"
    case 510: return "RFC 2774 §7"
    case 511: return "RFC 6585 §6"
    default: break
    }
    // In RFC 9110 each class has a section, and each code, in order, a part of it; 418 has one too.
    let sections = [100: 2, 200: 3, 300: 4, 400: 5, 500: 6]
    let first = code / 100 * 100
    guard let section = sections[first] else { return nil }
    let part: Int
    switch code {
    case 421: part = 20
    case 422: part = 21
    case 426: part = 22
    case 305...308: part = code == 307 ? 8 : code == 308 ? 9 : 6
    default: part = code - first + 1
    }
    return "RFC 9110 §15.\(section).\(part)"
  }
}

extension HTTPStatus: CustomStringConvertible {
  /// Code and phrase, as in `404 Not Found`.
  public var description: String { phrase.isEmpty ? "\(code)" : "\(code) \(phrase)" }
}
