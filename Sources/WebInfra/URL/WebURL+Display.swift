// SPDX-License-Identifier: MIT
// Part of Grille: URLs as people see them.

extension WebURL {
  /// The URL for people: without user name and password.
  public var displayString: String { withoutCredentials.href }
}
