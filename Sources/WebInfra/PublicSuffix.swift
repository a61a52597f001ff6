// SPDX-License-Identifier: MIT
// Part of Grille: public suffixes and registrable domains, from the system's list.

internal import CPSL

/// The public suffix list of the system, through libpsl, which is loaded on first use.
///
/// Domains are given in their ASCII form and lower case, as `WebURL.hostname` has them.
package enum PublicSuffix {
  /// Whether the list could be loaded.
  package static var isAvailable: Bool { shim_psl_load() != 0 }

  /// Whether a registry lets the public register names directly below this domain.
  ///
  /// An unlisted top-level domain counts as a public suffix. Without a list every domain of a
  /// single label does, and no other: stricter callers have to ask `isAvailable`.
  package static func isPublicSuffix(_ domain: String) -> Bool {
    let name = withoutTrailingDot(domain)
    guard isAvailable else { return !name.utf8.contains(0x2E) }
    return unsafe name.withCString { unsafe shim_psl_is_public_suffix($0) != 0 }
  }

  /// The public suffix with one more label, or nil for a suffix itself and for IP addresses.
  package static func registrableDomain(of domain: String) -> String? {
    let name = withoutTrailingDot(domain)
    guard !name.isEmpty, let host = URLHost(name), case .domain = host else { return nil }
    if isAvailable {
      return unsafe name.withCString { start in
        let found = unsafe shim_psl_registrable_domain(start)
        return unsafe found.map { unsafe String(cString: $0) }
      }
    }
    let labels = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.count >= 2, !labels.contains(where: \.isEmpty) else { return nil }
    return labels.suffix(2).map { String(Substring($0)) }.joined(separator: ".")
  }

  private static func withoutTrailingDot(_ domain: String) -> String {
    domain.hasSuffix(".") ? String(domain.dropLast()) : domain
  }
}
