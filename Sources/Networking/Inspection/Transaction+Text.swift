// SPDX-License-Identifier: MIT
// Part of Grille: requests and answers as the lines in which HTTP/1 would send them.

import WebInfra

extension Transaction {
  /// The protocol as its specification writes it, such as `HTTP/2`; nil when it is unknown.
  public var protocolText: String? {
    switch protocolName {
    case "h2": "HTTP/2"
    case "h3": "HTTP/3"
    default: protocolName?.uppercased()
    }
  }

  /// The request's line and its header fields, without line ends.
  ///
  /// - Parameter secrets: What is done with the values of fields that are secret.
  /// - Returns: The lines; text of strangers is in them.
  public func requestLines(secrets: CurlCommand.Secrets = .hidden) -> [String] {
    let line = [request.method.rawValue, request.url.requestTarget, protocolText]
    return [line.compactMap(\.self).joined(separator: " ")] + request.headers.lines(secrets)
  }

  /// The status line and the header fields of the answer; empty without an answer.
  ///
  /// An answer without a status, of a file for example, has only the type that it is taken for.
  /// - Parameter secrets: What is done with the values of fields that are secret.
  /// - Returns: The lines; text of strangers is in them.
  public func responseLines(secrets: CurlCommand.Secrets = .hidden) -> [String] {
    guard let response else { return [] }
    var lines: [String] = []
    if let status = response.status {
      lines.append([protocolText ?? "HTTP", "\(status)"].joined(separator: " "))
    } else if !response.headers.contains("content-type"), let type = response.mimeType {
      lines.append("Content-Type: \(type.essence)")
    }
    return lines + response.headers.lines(secrets)
  }
}

extension HTTPHeaderList {
  fileprivate func lines(_ secrets: CurlCommand.Secrets) -> [String] {
    map { "\($0.name): \(secrets.shown($0.value, of: $0.name))" }
  }
}
