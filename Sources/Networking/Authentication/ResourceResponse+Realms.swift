// SPDX-License-Identifier: MIT
// Part of Grille: what a 401 answer calls the parts of a site that it protects.

extension ResourceResponse {
  /// What a 401 answer calls the part of the site that a scheme opens.
  ///
  /// - Parameter scheme: One of ``authenticationSchemes``.
  /// - Returns: The server's own words, hostile until shown escaped; nil if it names none.
  public func authenticationRealm(of scheme: String) -> String? {
    authenticationChallenges.first { $0.scheme == scheme }?["realm"]
  }
}
