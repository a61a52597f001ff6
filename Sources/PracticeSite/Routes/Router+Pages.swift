// SPDX-License-Identifier: MIT
// Part of Grille: plain pages of the practice site.
import Security

extension Router {
  /// `/`, `/page`, `/page/N`, `/text`, `/form`, `/image`, `/download`, `/refresh`, `/big`.
  func pages(_ name: String, _ rest: [String], _ request: PracticeRequest) -> PracticeReply? {
    switch name {
    case "": return .page("Practice site", Self.index)
    case "page": return Self.numberedPage(rest.first.flatMap { Int($0) } ?? 1)
    case "text": return .text("Plain text.\n  Indented by two.\n\tIndented by a tab.\n")
    case "form": return .page("Form", Self.form)
    case "image": return .bytes(Self.image, type: "image/png")
    case "download": return Self.download(rest.first)
    case "refresh": return Self.refresh(rest, request)
    case "big": return Self.big(Int(request.parameter("bytes") ?? "") ?? 10_000_000)
    case "hsts":
      return .response(
        PracticeResponse(type: "text/plain", body: Array("Strict from now on.\n".utf8))
          .adding("Strict-Transport-Security", "max-age=3600; includeSubDomains"))
    case "who":
      return .text((request.clientCertificate?.summary ?? "nobody") + "\n")
    case "sni": return .text((request.serverName ?? "none") + "\n")
    default: return nil
    }
  }

  private static let index = """
    <p>Every link below is a case to practise on.
    <ul>
    <li><a href="/page/1">A page</a>
    <li><a href="/form">A form</a>
    <li><a href="/status/404">A page that is not there</a>
    <li><a href="/redirect/302?to=/page/2">A redirect</a>
    <li><a href="/basic">A page behind a password</a>
    <li><a href="/download">A download</a>
    <li><a href="/identities">Identities to practise client certificates with</a>
    </ul>
    """

  private static func numberedPage(_ number: Int) -> PracticeReply {
    .page(
      "Page \(number)",
      """
      <p>This is page \(number) of the practice site. It has <em>emphasis</em>, \
      <code>code</code> and two links.
      <p><a href="/page/\(number + 1)" id="next">Next page</a>
      <a href="/" id="start">Start</a>
      """)
  }

  private static let form = """
    <form action="/echo" method="post">
    <p><label>Name <input name="name" value="Ada"></label>
    <p><label><input type="checkbox" name="agree" value="yes" checked> Agree</label>
    <p><textarea name="text">One
    Two</textarea>
    <p><select name="colour"><option>red<option selected>green</select>
    <p><button name="send" value="1">Send</button>
    </form>
    """

  /// One black pixel.
  private static let image: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A,
    0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x01, 0x48, 0xAF, 0xA4, 0x71, 0x00, 0x00, 0x00, 0x00, 0x49,
    0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// `/download`: a plain name; `/download/utf8`: an extended name; the others are hostile names.
  private static func download(_ kind: String?) -> PracticeReply {
    let disposition =
      switch kind {
      case "utf8": "attachment; filename=\"plain.bin\"; filename*=UTF-8''na%C3%AFve.bin"
      case "traverse": "attachment; filename=\"../../etc/evil.bin\""
      case "dotfile": "attachment; filename=\".bashrc\""
      case "escape": "attachment; filename=\"\u{1B}[2Jevil;$(touch x).bin\""
      case "unnamed": "attachment"
      default: "attachment; filename=\"report.bin\""
      }
    let body = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    return .response(
      PracticeResponse(type: "application/octet-stream", body: body)
        .adding("Content-Disposition", disposition))
  }

  /// `/refresh?to=URL&after=N`: a meta refresh; `/refresh/header`: by header; `/refresh/loop`.
  private static func refresh(_ rest: [String], _ request: PracticeRequest) -> PracticeReply {
    let delay = request.parameter("after") ?? "0"
    switch rest.first {
    case "loop":
      let count = Int(request.parameter("n") ?? "") ?? 0
      return .html(
        "<!doctype html><meta http-equiv=refresh content=\"0; url=/refresh/loop?n=\(count + 1)\">"
          + "<title>Loop</title><p>Round \(count)")
    case "self":
      return .html("<!doctype html><meta http-equiv=refresh content=0><title>Self</title><p>Again")
    case "header":
      let target = request.parameter("to") ?? "/page/2"
      return .response(
        PracticeResponse(type: "text/html", body: Array("<p>Wait.".utf8))
          .adding("Refresh", "\(delay); url=\(target)"))
    default:
      let target = request.parameter("to") ?? "/page/2"
      return .html(
        "<!doctype html><meta http-equiv=\"refresh\" content=\"\(delay); url=\(target)\">"
          + "<title>Refresh</title><p>Wait.")
    }
  }

  /// `/big?bytes=N`: lines of text, sent as fast as the client takes them.
  private static func big(_ count: Int) -> PracticeReply {
    .behaviour { connection in
      let response = PracticeResponse(type: "text/plain")
      connection.write(
        response.head(framing: ("Content-Length", String(count)), at: UnixTime.now()))
      let piece = Array(String(repeating: "0123456789abcde\n", count: 4096).utf8)
      var remaining = count
      while remaining > 0, connection.write(Array(piece.prefix(remaining))) {
        remaining -= min(remaining, piece.count)
      }
      connection.finish()
    }
  }
}
