// SPDX-License-Identifier: MIT
// Part of Grille: which requests are hops of one redirect.
import Networking
import WebInfra

/// The requests that redirects tie together.
nonisolated enum RedirectChain {
  /// The hops before and behind one, in order, itself among them.
  static func hops(around one: Transaction, in all: [Transaction]) -> [Transaction] {
    let own = all.filter { $0.navigationID == one.navigationID }
    guard let position = own.firstIndex(where: { $0.id == one.id }) else { return [one] }
    var hops = [one]
    for earlier in own[..<position].reversed() where leads(earlier, to: hops[0]) {
      hops.insert(earlier, at: 0)
    }
    for later in own[(position + 1)...] where leads(hops[hops.count - 1], to: later) {
      hops.append(later)
    }
    return hops
  }

  private static func leads(_ hop: Transaction, to next: Transaction) -> Bool {
    hop.redirectTarget?.withoutFragment.href == next.request.url.withoutFragment.href
  }
}
