// SPDX-License-Identifier: MIT
// Part of Grille: where to connect instead of where a look-up would lead.

import WebInfra

/// An address to use for a host and port: the value of `--resolve`.
nonisolated package struct Resolution: Equatable, Sendable {
  /// The host name, lower case.
  package let host: String
  /// The port the rule is for.
  package let port: UInt16
  /// The addresses to connect to, without brackets.
  package let addresses: [String]
  /// The rule as it was written.
  package let rule: String

  /// Reads `HOST:PORT:ADDRESS[,ADDRESS…]`; an IPv6 address may stand in brackets.
  package init?(_ text: String) {
    var fields = ColonFields(text)
    guard let host = fields.next(), !host.isEmpty, let port = fields.nextPort() else { return nil }
    let addresses = fields.rest.split(separator: ",", omittingEmptySubsequences: false)
    self.host = host.lowercased()
    self.port = port
    rule = text
    self.addresses = addresses.map { String(ColonFields.withoutBrackets($0)) }
    guard !addresses.isEmpty, self.addresses.allSatisfy(Self.isAddress) else { return nil }
  }

  /// Whether a text is an address of the network, in full, rather than a name.
  private static func isAddress(_ text: String) -> Bool {
    switch WebURL("http://\(text)/")?.host ?? WebURL("http://[\(text)]/")?.host {
    case .ipv4: text.utf8.count { $0 == UInt8(ascii: ".") } == 3
    case .ipv6: true
    default: false
    }
  }
}

/// A host and port to connect to for another: the value of `--connect-to`.
nonisolated package struct ConnectionTarget: Equatable, Sendable {
  /// The host of the address, lower case; nil stands for every host.
  package let host: String?
  /// The port of the address; nil stands for every port.
  package let port: UInt16?
  /// The host connected to; nil keeps the address's.
  package let targetHost: String?
  /// The port connected to; nil keeps the address's.
  package let targetPort: UInt16?
  /// The rule as it was written.
  package let rule: String

  /// Reads `HOST:PORT:ADDRESS:PORT`, of which every part may be empty.
  package init?(_ text: String) {
    var fields = ColonFields(text)
    guard let host = fields.next(), let port = fields.next(), let targetHost = fields.next()
    else { return nil }
    let targetPort = fields.rest
    guard port.isEmpty || UInt16(port) != nil, targetPort.isEmpty || UInt16(targetPort) != nil
    else { return nil }
    self.host = host.isEmpty ? nil : host.lowercased()
    self.port = UInt16(port)
    self.targetHost = targetHost.isEmpty ? nil : String(targetHost)
    self.targetPort = UInt16(targetPort)
    rule = text
  }
}

/// Splits at colons, but not at those inside brackets.
nonisolated private struct ColonFields {
  private(set) var rest: Substring

  init(_ text: String) { rest = text[...] }

  /// The field before the next colon, without brackets; nil if there is no colon left.
  mutating func next() -> Substring? {
    var depth = 0
    for index in rest.indices {
      switch rest[index] {
      case "[": depth += 1
      case "]": depth -= 1
      case ":" where depth == 0:
        let field = rest[..<index]
        rest = rest[rest.index(after: index)...]
        return Self.withoutBrackets(field)
      default: break
      }
    }
    return nil
  }

  mutating func nextPort() -> UInt16? { next().flatMap { UInt16($0) } }

  static func withoutBrackets(_ field: Substring) -> Substring {
    field.hasPrefix("[") && field.hasSuffix("]") ? field.dropFirst().dropLast() : field
  }
}
