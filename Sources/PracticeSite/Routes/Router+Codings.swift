// SPDX-License-Identifier: MIT
// Part of Grille: content codings and character encodings.
import Security

extension Router {
  /// `/gzip`, `/deflate[/bare]`, `/badgzip`, `/bomb`, `/chunked`, `/charset/NAME`.
  func codings(_ name: String, _ rest: [String], _ request: PracticeRequest) -> PracticeReply? {
    let page = Array("<!doctype html><title>Coded</title><p>Packed and unpacked.\n".utf8)
    switch name {
    case "gzip": return Self.coded(GzipEncoding.gzip(page), "gzip")
    case "deflate":
      let bytes =
        rest.first == "bare" ? GzipEncoding.bareDeflate(page) : GzipEncoding.deflate(page)
      return Self.coded(bytes, "deflate")
    case "badgzip":
      var bytes = GzipEncoding.gzip(page)
      bytes[10] = 0xFF
      return Self.coded(bytes, "gzip")
    case "bomb": return Self.bomb(Int(request.parameter("bytes") ?? "") ?? 805_306_368)
    case "chunked":
      return .behaviour { connection in
        let response = PracticeResponse(type: "text/html; charset=utf-8")
        connection.write(
          response.head(framing: ("Transfer-Encoding", "chunked"), at: UnixTime.now()))
        for piece in ["<!doctype html><title>Chunk", "ed</title><p>In ", "pieces.\n"] {
          connection.write(Self.chunk(piece))
        }
        connection.write(Array("0\r\nX-Trailer: seen\r\n\r\n".utf8))
        connection.finish()
      }
    case "charset": return rest.first.flatMap(CharsetPages.reply)
    default: return nil
    }
  }

  private static func coded(_ bytes: [UInt8], _ coding: String) -> PracticeReply {
    .response(
      PracticeResponse(type: "text/html; charset=utf-8", body: bytes)
        .adding("Content-Encoding", coding))
  }

  /// `/bomb?bytes=N`: a small stream that unpacks to N bytes, 805 MB if not told otherwise.
  private static func bomb(_ count: Int) -> PracticeReply {
    .behaviour { connection in
      var response = PracticeResponse(type: "text/html")
      response.add("Content-Encoding", "gzip")
      connection.write(
        response.head(framing: ("Connection", "close"), at: UnixTime.now()))
      GzipEncoding.bomb(unpackingTo: count) { connection.write($0) }
      connection.finish()
    }
  }
}
