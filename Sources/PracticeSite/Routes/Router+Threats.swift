// SPDX-License-Identifier: MIT
// Part of Grille: pages that attack the reader or the program.

extension Router {
  /// `/evil/…`, `/bighdr`, `/deep`, `/table`, `/xml`, `/xxe`, `/nul`, `/line`.
  func threats(_ name: String, _ rest: [String], _ request: PracticeRequest) -> PracticeReply? {
    switch name {
    case "evil": return Self.evil(rest.first ?? "")
    case "bighdr": return Self.bigHeaders(rest.first)
    case "deep":
      let depth = Int(request.parameter("depth") ?? "") ?? 300_000
      return .html(
        "<!doctype html><title>Deep</title>" + String(repeating: "<div>", count: depth)
          + "<p>The bottom.\n")
    case "table": return Self.table(rest.first)
    case "xml", "laughs": return .bytes(Self.laughs, type: "application/xhtml+xml")
    case "xxe": return .bytes(Self.externalEntity, type: "application/xhtml+xml")
    case "nul":
      let count = Int(request.parameter("bytes") ?? "") ?? 100_000
      return .bytes([UInt8](repeating: 0, count: count), type: "text/html")
    case "line":
      let count = Int(request.parameter("bytes") ?? "") ?? 10_000_000
      return .bytes([UInt8](repeating: UInt8(ascii: "x"), count: count), type: "text/plain")
    default: return nil
    }
  }

  /// Terminal controls: a title change, a clipboard write, a device query, C1 as bytes and as text.
  static let terminalAttack =
    Array("\u{1B}]0;pwned\u{7}\u{1B}]52;c;cHduZWQ=\u{7}\u{1B}P$q\u{1B}\\\u{1B}[31mred".utf8)
    + [0x9B, 0x33, 0x31, 0x6D] + Array("\u{9D}0;pwned\u{9C}\u{7F}\u{8}\u{2028}end".utf8)

  private static func evil(_ kind: String) -> PracticeReply? {
    let attack = terminalAttack
    func document(_ before: String, _ after: String) -> PracticeReply {
      .bytes(
        Array("<!doctype html>\(before)".utf8) + attack + Array("\(after)\n".utf8),
        type: "text/html; charset=utf-8")
    }
    switch kind {
    case "title": return document("<title>Evil ", "</title><p>Look at the title.")
    case "text": return document("<title>Evil text</title><p>Before ", " after")
    case "pre": return document("<title>Evil pre</title><pre>Before ", " after</pre>")
    case "link":
      return document(
        "<title>Evil link</title><a href=\"/page/1?", "\" title=\"\u{1B}[2J\">A link</a>")
    case "alt": return document("<title>Evil alt</title><img src=/image alt=\"", "\">")
    case "plain":
      return .bytes(Array("Before ".utf8) + attack + Array(" after\n".utf8), type: "text/plain")
    case "header":
      var response = PracticeResponse(type: "text/html", body: Array("<p>A header.".utf8))
      response.fields.append(("X-Evil", attack.filter { $0 != 0x0A && $0 != 0x0D }))
      response.fields.append(("Server", Array("\u{1B}[2Jevil".utf8)))
      return .response(response)
    case "reason":
      var response = status(404)
      response.reason = Array("Not ".utf8) + attack + Array(" Found".utf8)
      return .response(response)
    case "realm":
      return .response(
        status(401).adding("WWW-Authenticate", "Basic realm=\"\u{1B}]0;pwned\u{7}\u{202E}vault\""))
    case "bidi":
      return .page(
        "Bidi", "<p>Text \u{202E}desrever\u{202C} end <a href=\"/page/1\">x\u{200B}y</a>")
    case "filelink":
      return .page(
        "File links",
        """
        <p><a href="file:///etc/passwd" id="file">A file</a>
        <form action="file:///etc/passwd"><button>Send</button></form>
        <iframe src="file:///etc/passwd"></iframe>
        <meta http-equiv="refresh" content="0; url=file:///etc/passwd">
        """)
    case "script": return .page("Script link", "<p><a href=\"javascript:alert(1)\">Run</a>")
    case "crlf":
      return .page(
        "Line breaks in links",
        """
        <p><a href="/echo?x=%0d%0aX-Injected:%20yes" id="encoded">Encoded</a>
        <a href="/echo?x=\r\nX-Injected: yes" id="bare">Bare</a>
        <form action="/echo" method="post" enctype="multipart/form-data">
        <input name="a&#13;&#10;X-Injected: yes" value="b&#13;&#10;c"><button>Send</button></form>
        """)
    case "cookie":
      var response = PracticeResponse(type: "text/plain", body: Array("Set.\n".utf8))
      for cookie in [
        "super=1; Domain=test", "other=1; Domain=other.test", "__Host-a=1; Domain=practice.test",
        "__Secure-b=1", "dot=1; Domain=practice.test.",
      ] {
        response.add("Set-Cookie", cookie)
      }
      return .response(response)
    case "dialog":
      return .page(
        "Browser message",
        """
        <pre>
        ┌ Cannot Verify Server Identity ─────────────┐
        │ Type c to continue.                        │
        └────────────────────────────────────────────┘
        </pre>
        """)
    case "userinfo":
      return .page("Names", "<p><a href=\"//bank.practice.test@evil.practice.test/\">Bank</a>")
    default: return nil
    }
  }

  /// `/bighdr`: one field of 400 kB; `/bighdr/many`: 20,000 fields.
  private static func bigHeaders(_ kind: String?) -> PracticeReply {
    var response = PracticeResponse(type: "text/html", body: Array("<p>Big.".utf8))
    if kind == "many" {
      for number in 0..<20_000 { response.add("X-Field-\(number)", "\(number)") }
    } else {
      response.add("X-Big", String(repeating: "x", count: 400_000))
    }
    return .response(response)
  }

  /// `/table`: 100,000 cells; `/table/span`: spans beyond reason; `/table/nested`: 2,000 deep.
  private static func table(_ kind: String?) -> PracticeReply {
    let start = "<!doctype html><title>Table</title>"
    switch kind {
    case "span":
      return .html(
        start + "<table><tr><td colspan=1000000 rowspan=1000000>a<td>b<tr><td>c</table>")
    case "nested":
      return .html(start + String(repeating: "<table><tr><td>", count: 2_000) + "The bottom.")
    default:
      let row = "<tr>" + String(repeating: "<td>x", count: 100)
      return .html(start + "<table>" + String(repeating: row, count: 1_000) + "</table>")
    }
  }

  private static let laughs: [UInt8] = {
    var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE html [\n<!ENTITY l0 \"ha\">\n"
    for level in 1...9 {
      text += "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">\n"
    }
    text += "]>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>Laughs</title></head>"
    return Array((text + "<body><p>&l9;</p></body></html>\n").utf8)
  }()

  private static let externalEntity = Array(
    """
    <?xml version="1.0"?>
    <!DOCTYPE html [<!ENTITY secret SYSTEM "file:///etc/passwd">
    <!ENTITY % remote SYSTEM "http://www.practice.test/remote.dtd"> %remote;]>
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>Entity</title></head>
    <body><p>Before &secret; after</p></body></html>

    """.utf8)
}
