// SPDX-License-Identifier: MIT
// Part of Grille: finds the answer to a request.
import Security

/// The site's routes, shared by all its servers.
final class Router: Sendable {
  let digest = DigestAuthentication()

  /// The answer to a request; an unknown path is not found.
  func reply(to request: PracticeRequest) -> PracticeReply {
    let parts = request.path.split(separator: "/").map(String.init)
    let (name, rest) = (parts.first ?? "", Array(parts.dropFirst()))
    return pages(name, rest, request)
      ?? exchanges(name, rest, request)
      ?? redirects(name, rest, request)
      ?? authentication(name, rest, request)
      ?? mishaps(name, rest, request)
      ?? codings(name, rest, request)
      ?? threats(name, rest, request)
      ?? .response(Self.status(404))
  }

  /// A small page about a status code.
  static func status(_ code: Int) -> PracticeResponse {
    PracticeResponse(
      status: code, type: "text/html; charset=utf-8",
      body: Array(
        "<!doctype html><title>Status \(code)</title><p>This page came with status \(code).\n".utf8)
    )
  }
}
