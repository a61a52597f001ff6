// SPDX-License-Identifier: MIT
// Part of Grille: where the parts of a URL lie in its serialisation.

/// The schemes that the URL standard treats specially.
enum SchemeKind: UInt8, Sendable {
  case other, http, https, ws, wss, ftp, file

  /// Reads a lower-case scheme.
  init(_ scheme: String) {
    switch scheme {
    case "http": self = .http
    case "https": self = .https
    case "ws": self = .ws
    case "wss": self = .wss
    case "ftp": self = .ftp
    case "file": self = .file
    default: self = .other
    }
  }

  var isSpecial: Bool { self != .other }

  // url.spec.whatwg.org/#special-scheme
  var defaultPort: UInt16? {
    switch self {
    case .http, .ws: 80
    case .https, .wss: 443
    case .ftp: 21
    case .file, .other: nil
    }
  }
}

/// Byte offsets into a serialised URL.
///
/// `scheme:` `//` user `:` password `@` host `:` port path `?` query `#` fragment; a part that is
/// absent has an empty range where it would stand.
struct URLComponents: Sendable {
  /// The colon after the scheme.
  var schemeEnd: UInt32 = 0
  /// The end of the user name; it starts after `scheme://`.
  var usernameEnd: UInt32 = 0
  /// The end of the password, which starts one after `usernameEnd`; equal to that if absent.
  var passwordEnd: UInt32 = 0
  var hostStart: UInt32 = 0
  var hostEnd: UInt32 = 0
  var pathStart: UInt32 = 0
  /// The end of the path; a question mark stands there if there is a query.
  var pathEnd: UInt32 = 0
  /// The end of the query; equal to `pathEnd` if there is none; `#` stands there if a fragment follows.
  var queryEnd: UInt32 = 0
  var port: UInt16?
  var schemeKind = SchemeKind.other
  var hostKind = URLHost.Kind.none
  var hasOpaquePath = false

  /// Whether `//` follows the scheme (a host is present, though it may be empty).
  var hasAuthority: Bool { hostKind != .none }

  /// Where path, query and fragment begin, with the `/.` that keeps a path from looking like a host.
  var authorityEnd: UInt32 { hasAuthority ? pathStart : schemeEnd + 1 }
}
