// SPDX-License-Identifier: MIT
// Part of Grille: the hosts that have declared strict transport security.

import Security
import Synchronization
import WebInfra

/// Known hosts of strict transport security (RFC 6797): never visited by http, nor in spite of a
/// certificate's problem.
///
/// Safe to use from any thread; whoever keeps the entries on disk is told of each change.
package final class HSTSStore: Sendable {
  /// The declaration of one host.
  package struct Entry: Hashable, Sendable {
    /// The host in its A-label form, lower case, without a trailing dot.
    package var host: String
    /// Whether names below the host are meant too.
    package var includesSubdomains: Bool
    /// The moment at which the declaration ends, in seconds since 1970.
    package var expiry: Int64
    /// When the host has last said so, in seconds since 1970.
    package var noted: Int64

    /// Describes a declaration, for example one read back from storage.
    package init(host: String, includesSubdomains: Bool, expiry: Int64, noted: Int64) {
      self.host = host
      self.includesSubdomains = includesSubdomains
      self.expiry = expiry
      self.noted = noted
    }
  }

  /// The most hosts that are remembered; beyond, the one noted longest ago is forgotten.
  package static let capacity = 10_000
  /// The longest time for which a declaration counts, whatever the host says: two years.
  package static let longestAge: Int64 = 2 * 365 * UnixTime.day

  private let state: Mutex<[String: Entry]>
  private let entryDidChange: (@Sendable (_ host: String, _ entry: Entry?) -> Void)?

  /// Starts with the entries read from storage.
  ///
  /// - Parameters:
  ///   - entries: Declarations of earlier sessions.
  ///   - entryDidChange: Called on the caller's thread with each entry that is new or renewed,
  ///     and with nil for one that was removed; the place to write it to storage.
  package init(
    entries: [Entry] = [],
    entryDidChange: (@Sendable (_ host: String, _ entry: Entry?) -> Void)? = nil
  ) {
    state = Mutex(Dictionary(entries.map { ($0.host, $0) }) { $1 })
    self.entryDidChange = entryDidChange
  }

  // RFC 6797 §8.2
  /// True if the host, or a parent that speaks for names below it, has declared it by now.
  ///
  /// An address literal never is strict.
  package func isStrict(host: String, at moment: Int64) -> Bool {
    var name = HostForm.canonical(host)
    guard !name.isEmpty, !HostForm.isAddress(name) else { return false }
    return state.withLock { entries in
      guard !entries.isEmpty else { return false }
      var isOwn = true
      while true {
        if let entry = entries[name], entry.expiry > moment, isOwn || entry.includesSubdomains {
          return true
        }
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
        name = String(name[name.utf8.index(after: dot)...])
        isOwn = false
      }
    }
  }

  // RFC 6797 §8.1
  /// Takes what a host says in the head of an answer.
  ///
  /// - Precondition: The answer came over a connection without any problem of its certificate;
  ///   the caller sees to that.
  func note(_ fields: HTTPHeaderList, host: String, at moment: Int64) {
    let name = HostForm.canonical(host)
    // §8.1.1: an address is never noted. Only the first field counts.
    guard !name.isEmpty, !HostForm.isAddress(name),
      let value = fields.first("strict-transport-security"),
      let declaration = StrictTransportSecurity(parsing: value)
    else { return }
    guard declaration.maxAge > 0 else {
      forget(host: name)
      return
    }
    let entry = Entry(
      host: name, includesSubdomains: declaration.includesSubdomains,
      expiry: moment + min(declaration.maxAge, Self.longestAge), noted: moment)
    let (isNew, dropped) = state.withLock { entries -> (Bool, String?) in
      let old = entries.updateValue(entry, forKey: name)
      guard entries.count > Self.capacity else { return (old != entry, nil) }
      let oldest = entries.values.min { ($0.noted, $0.host) < ($1.noted, $1.host) }
      if let oldest { entries[oldest.host] = nil }
      return (old != entry, oldest?.host)
    }
    if isNew { entryDidChange?(name, entry) }
    if let dropped { entryDidChange?(dropped, nil) }
  }

  /// Every declaration, expired ones included, ordered by host.
  package var entries: [Entry] {
    state.withLock { $0.values.sorted { $0.host < $1.host } }
  }

  /// Forgets what a host has declared.
  package func forget(host: String) {
    let name = HostForm.canonical(host)
    guard state.withLock({ $0.removeValue(forKey: name) }) != nil else { return }
    entryDidChange?(name, nil)
  }

  /// Forgets every declaration.
  package func forgetAll() {
    let names = state.withLock { entries in
      defer { entries.removeAll() }
      return entries.keys.sorted()
    }
    for name in names { entryDidChange?(name, nil) }
  }
}
