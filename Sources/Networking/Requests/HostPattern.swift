// SPDX-License-Identifier: MIT
// Part of Grille: the hosts that a line of the user's settings speaks of.

import WebInfra

/// A host that stands for itself and for those below it.
package enum HostPattern {
  /// The patterns in a text that separates them by commas or blanks.
  package static func patterns(in text: String) -> [String] {
    text.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// Whether a host is meant by one of the patterns.
  ///
  /// A pattern is a name, with or without a dot before it, which stands for those below it too; an
  /// address literal; or `*`, which means every host.
  static func matches(_ host: String, any patterns: [String]) -> Bool {
    let host = ASCII.lowercased(host)
    return patterns.contains { pattern in
      let name = ASCII.lowercased(pattern.hasPrefix(".") ? String(pattern.dropFirst()) : pattern)
      return pattern == "*" || host == name || host.hasSuffix("." + name)
    }
  }
}
