// SPDX-License-Identifier: MIT
// Part of Grille: the Basic scheme of HTTP authentication.

import WebInfra

/// The Basic scheme.
enum BasicAuthentication {
  // RFC 7617 §2
  /// The value of `Authorization`.
  static func header(user: String, password: String) -> String {
    "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
  }

  /// Whether a user name can be sent at all: the colon ends it.
  static func allows(user: String) -> Bool { !user.utf8.contains(UInt8(ascii: ":")) }

  // RFC 7617 §2.2
  /// The path, up to its last slash, below which the same realm is presumed.
  static func pathPrefix(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "/" }
    return String(path[...slash])
  }
}
