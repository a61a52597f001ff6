// SPDX-License-Identifier: MIT
// Part of Grille: routes that show what the client sent.

extension Router {
  /// `/status/NNN[/empty]`, `/headers`, `/echo`, `/cookie/set`, `/cookie/show`.
  func exchanges(_ name: String, _ rest: [String], _ request: PracticeRequest) -> PracticeReply? {
    switch name {
    case "status":
      guard let code = rest.first.flatMap({ Int($0) }), (200...999).contains(code) else {
        return nil
      }
      if rest.last == "empty" { return .response(PracticeResponse(status: code)) }
      return .response(Self.status(code))
    case "headers":
      return .text(request.fields.map { "\($0.name): \($0.value)\n" }.joined())
    case "echo": return Self.echo(request)
    case "cookie": return Self.cookie(rest.first, request)
    default: return nil
    }
  }

  /// The request as it came: its line, its fields, an empty line, its body.
  private static func echo(_ request: PracticeRequest) -> PracticeReply {
    var body = Array("\(request.method) \(request.target)\n".utf8)
    for field in request.fields { body += "\(field.name): \(field.value)\n".utf8 }
    body.append(UInt8(ascii: "\n"))
    body += request.body
    return .bytes(body, type: "text/plain; charset=utf-8")
  }

  /// `/cookie/set?cookie=…` sends one Set-Cookie field; `/cookie/show` tells the Cookie field.
  private static func cookie(_ action: String?, _ request: PracticeRequest) -> PracticeReply? {
    switch action {
    case "set":
      let cookie = request.parameter("cookie") ?? "flavour=vanilla; Path=/"
      return .response(
        PracticeResponse(type: "text/plain", body: Array("Set.\n".utf8))
          .adding("Set-Cookie", cookie))
    case "show": return .text((request.field("cookie") ?? "none") + "\n")
    default: return nil
    }
  }
}
