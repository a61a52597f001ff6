// SPDX-License-Identifier: MIT
// Part of Grille: waits for something to become true, as short as possible.

/// A condition that did not become true in time.
package struct ConditionTimeout: Error, CustomStringConvertible {
  /// What was waited for.
  package let description: String
}

/// Waits until a condition holds; looks again every millisecond.
///
/// - Parameters:
///   - what: Names the condition in the error.
///   - limit: The longest wait; generous, because a test machine may be busy.
///   - condition: Looked at on the caller's actor.
/// - Throws: ``ConditionTimeout`` if it does not hold in time.
package func waitUntil(
  _ what: String, limit: Duration = .seconds(90), _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now.advanced(by: limit)
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw ConditionTimeout(description: what) }
    try await Task.sleep(for: .milliseconds(1))
  }
}
