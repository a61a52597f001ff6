// SPDX-License-Identifier: MIT
// Part of Grille: whether and when a load is worth another try.
import Networking
import Security
import WebInfra

/// Decides about another try of a load that failed.
nonisolated enum RetryDelay {
  /// The longest wait that a server can ask for, in seconds.
  private static let longest = 600

  /// How many seconds to wait before the next try.
  ///
  /// - Parameters:
  ///   - retries: How many tries there were after the first.
  ///   - error: Why the load failed; nil if an answer came.
  ///   - response: The answer, if one came.
  ///   - now: Seconds since 1970, for a server that names a date.
  /// - Returns: nil if the failure will not pass by itself.
  static func seconds(
    afterRetries retries: Int, error: ResourceError?, response: ResourceResponse?,
    now: Int64 = UnixTime.now()
  ) -> Int? {
    if let error {
      switch error.code {
      case .timedOut, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
        .zeroByteResource:
        return growing(retries)
      default: return nil
      }
    }
    // RFC 9110 §15: those that say themselves that they may pass.
    switch response?.status?.code {
    case 408, 425, 429, 500, 502, 503, 504: break
    default: return nil
    }
    guard let field = response?.headers.first("retry-after") else { return growing(retries) }
    // RFC 9110 §10.2.3
    let wish = Int(field) ?? HTTPDate.parse(field).map { Int($0 - now) }
    return wish.map { max(0, min($0, longest)) } ?? growing(retries)
  }

  /// 1, 2, 4 and so on.
  private static func growing(_ retries: Int) -> Int { min(1 << min(retries, 16), longest) }
}
