// SPDX-License-Identifier: MIT
// Part of Grille: redirects, good and bad.

extension Router {
  /// `/redirect/CODE?to=URL`, `/redirect/chain/N`, `/redirect/{file,data,js,none}`, `/loop`.
  func redirects(_ name: String, _ rest: [String], _ request: PracticeRequest) -> PracticeReply? {
    switch (name, rest.first) {
    case ("loop", _):
      let round = Int(request.parameter("n") ?? "") ?? 0
      return Self.redirect(302, to: "/loop?n=\(round + 1)")
    case ("redirect", "chain"):
      let count = rest.dropFirst().first.flatMap { Int($0) } ?? 0
      return Self.redirect(302, to: count > 1 ? "/redirect/chain/\(count - 1)" : "/page/1")
    case ("redirect", "file"): return Self.redirect(302, to: "file:///etc/passwd")
    case ("redirect", "data"): return Self.redirect(302, to: "data:text/html,<p>from data")
    case ("redirect", "js"): return Self.redirect(302, to: "javascript:alert(1)")
    case ("redirect", "none"):
      return .response(PracticeResponse(status: 302, type: "text/plain", body: Array("?".utf8)))
    case ("redirect", let code?):
      guard let status = Int(code), [301, 302, 303, 307, 308].contains(status) else { return nil }
      return Self.redirect(status, to: request.parameter("to") ?? "/echo")
    default: return nil
    }
  }

  private static func redirect(_ status: Int, to target: String) -> PracticeReply {
    let body = "<!doctype html><title>Moved</title><p>Moved.\n"
    return .response(
      PracticeResponse(status: status, type: "text/html", body: Array(body.utf8))
        .adding("Location", target))
  }
}
