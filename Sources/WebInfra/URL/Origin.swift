// SPDX-License-Identifier: MIT
// Part of Grille: origins, the unit of trust between documents.

internal import Synchronization

// html.spec.whatwg.org/#concept-origin
/// The origin of a document or a request.
public struct Origin: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case tuple(scheme: String, host: String, port: UInt16?)
    case opaque(UInt64)
  }

  private let storage: Storage

  private init(storage: Storage) { self.storage = storage }

  /// An origin of scheme, serialised host and port (nil for the scheme's default).
  init(scheme: String, host: String, port: UInt16?) {
    storage = .tuple(scheme: scheme, host: host, port: port)
  }

  private static let opaqueOrigins = Atomic<UInt64>(0)

  /// A new opaque origin, the same as itself and no other.
  public static func makeOpaque() -> Origin {
    let serial = opaqueOrigins.wrappingAdd(1, ordering: .relaxed).newValue
    return Origin(storage: .opaque(serial))
  }

  /// Whether this is an opaque origin.
  public var isOpaque: Bool {
    if case .opaque = storage { true } else { false }
  }

  /// The scheme, or nil for an opaque origin.
  public var scheme: String? {
    if case .tuple(let scheme, _, _) = storage { scheme } else { nil }
  }

  /// The serialised host, or nil for an opaque origin.
  public var host: String? {
    if case .tuple(_, let host, _) = storage { host } else { nil }
  }

  /// The port, the scheme's default included, or nil for an opaque origin.
  public var effectivePort: UInt16? {
    if case .tuple(let scheme, _, let port) = storage {
      port ?? SchemeKind(scheme).defaultPort
    } else {
      nil
    }
  }

  /// Whether both are the same tuple, or the same opaque origin.
  public func isSameOrigin(_ other: Origin) -> Bool { self == other }

  // html.spec.whatwg.org/#schemelessly-same-site
  /// Whether scheme and registrable domain agree; hosts without such a domain must be equal.
  package func isSameSite(_ other: Origin) -> Bool {
    guard case .tuple(let scheme, let host, _) = storage,
      case .tuple(let otherScheme, let otherHost, _) = other.storage
    else { return self == other }
    guard scheme == otherScheme else { return false }
    if host == otherHost { return true }
    guard let domain = PublicSuffix.registrableDomain(of: host) else { return false }
    return domain == PublicSuffix.registrableDomain(of: otherHost)
  }

  // html.spec.whatwg.org/#ascii-serialisation-of-an-origin
  /// The origin as the `Origin` header writes it; `null` if opaque.
  public var serialized: String {
    switch storage {
    case .opaque: "null"
    case .tuple(let scheme, let host, nil): "\(scheme)://\(host)"
    case .tuple(let scheme, let host, .some(let port)): "\(scheme)://\(host):\(port)"
    }
  }
}

extension Origin: CustomStringConvertible {
  /// The serialisation.
  public var description: String { serialized }
}
