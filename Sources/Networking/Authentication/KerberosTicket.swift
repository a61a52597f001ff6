// SPDX-License-Identifier: MIT
// Part of Grille: the ticket that Negotiate logs in with.

import CGSSAPI

/// The ticket in the user's default cache, got with `kinit` or at log-in.
enum KerberosTicket {
  /// The most bytes a principal's name may have.
  private static let maximumLength = 256

  // RFC 2744 §5.2
  /// Whom the ticket is made out to, such as `alice@EXAMPLE.ORG`; nil if none counts now.
  ///
  /// Reads the ticket cache.
  static func holder() -> String? {
    var name = [CChar](repeating: 0, count: maximumLength)
    guard unsafe shim_gss_ticket_holder(&name, name.count) != 0 else { return nil }
    return String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
