// SPDX-License-Identifier: MIT
// Part of Grille: which libcurl is on this machine.
import CLibcurl

/// The libcurl that is loaded on first use.
package enum CurlVersion {
  /// Name and version of libcurl and of what it is built on, separated by blanks; nil if there is no
  /// libcurl.
  package static var text: String? {
    guard shim_curl_load() == 1 else { return nil }
    return unsafe shim_curl_version().map { unsafe String(cString: $0) }
  }
}
