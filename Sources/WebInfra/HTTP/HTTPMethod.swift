// SPDX-License-Identifier: MIT
// Part of Grille: request methods of HTTP.

/// A request method.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The method as it is sent.
  public let rawValue: String

  // fetch.spec.whatwg.org/#concept-method-normalize
  /// Makes a method of any token; nil if the text is none, so that no method can break a request.
  ///
  /// Methods which the Fetch standard knows are brought into upper case; others keep theirs.
  public init?(rawValue: String) {
    guard ASCII.isToken(rawValue) else { return nil }
    let upper = String(decoding: rawValue.utf8.map(ASCII.uppercase), as: UTF8.self)
    switch upper {
    case "DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT": self.rawValue = upper
    default: self.rawValue = rawValue
    }
  }

  private init(known: String) { rawValue = known }

  /// `GET`.
  public static let get = HTTPMethod(known: "GET")
  /// `HEAD`.
  public static let head = HTTPMethod(known: "HEAD")
  /// `POST`.
  public static let post = HTTPMethod(known: "POST")
  /// `PUT`.
  public static let put = HTTPMethod(known: "PUT")
  /// `DELETE`.
  public static let delete = HTTPMethod(known: "DELETE")
  /// `OPTIONS`.
  public static let options = HTTPMethod(known: "OPTIONS")
  /// `PATCH`.
  public static let patch = HTTPMethod(known: "PATCH")

  // RFC 9110 §9.2.1
  /// Whether a request with the method asks for no change at the server.
  public var isSafe: Bool {
    switch rawValue {
    case "GET", "HEAD", "OPTIONS", "TRACE": true
    default: false
    }
  }

  // RFC 9110 §9.2.2
  /// Whether repeating a request has the same effect as sending it once.
  public var isIdempotent: Bool { isSafe || rawValue == "PUT" || rawValue == "DELETE" }
}

extension HTTPMethod: CustomStringConvertible {
  /// The method as it is sent.
  public var description: String { rawValue }
}
