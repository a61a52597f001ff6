// SPDX-License-Identifier: MIT
// Part of Grille: servers that are slow, silent, broken or gone.
import Security

extension Router {
  /// `/slow`, `/hang[/body]`, `/unready/N`, `/reset`, `/empty`, `/short`, `/garbage`, `/endless`.
  func mishaps(_ name: String, _ rest: [String], _ request: PracticeRequest) -> PracticeReply? {
    switch name {
    case "slow":
      return Self.slow(
        pieces: Int(request.parameter("pieces") ?? "") ?? 10,
        pause: Int32(request.parameter("pause") ?? "") ?? 100)
    case "hang":
      let hasHead = rest.first == "body"
      return .behaviour { connection in
        if hasHead {
          let response = PracticeResponse(type: "text/html")
          connection.write(
            response.head(framing: ("Content-Length", "1000"), at: UnixTime.now())
              + Array("<title>Hang</title><p>The rest never comes.\n".utf8))
        }
        connection.waitForClose()
      }
    case "unready":
      // The first N requests are refused for the time being.
      guard let count = rest.first.flatMap({ Int($0) }) else { return nil }
      if requestsBefore(request.target) >= count { return .text("Ready at last.\n") }
      return .response(Self.status(503).adding("Retry-After", "0"))
    case "reset": return .behaviour { $0.reset() }
    case "empty": return .behaviour { _ in }
    case "short":
      return .behaviour { connection in
        let response = PracticeResponse(type: "text/html")
        connection.write(
          response.head(framing: ("Content-Length", "1000"), at: UnixTime.now())
            + Array("<title>Short</title><p>Less than promised.\n".utf8))
        connection.finish()
      }
    case "garbage": return .raw(Array("\u{0}\u{1}\u{2}not a response\r\n\r\nat all".utf8))
    case "endless":
      return .behaviour { connection in
        let response = PracticeResponse(type: "text/html; charset=utf-8")
        connection.write(
          response.head(framing: ("Transfer-Encoding", "chunked"), at: UnixTime.now()))
        var line = 0
        while connection.write(Self.chunk("<p>Line \(line)\n")) { line += 1 }
      }
    default: return nil
    }
  }

  /// A page in pieces with pauses (in milliseconds) between them.
  private static func slow(pieces: Int, pause: Int32) -> PracticeReply {
    .behaviour { connection in
      let response = PracticeResponse(type: "text/html; charset=utf-8")
      connection.write(
        response.head(framing: ("Transfer-Encoding", "chunked"), at: UnixTime.now()))
      connection.write(chunk("<!doctype html><title>Slow</title>\n"))
      for piece in 1...max(1, pieces) {
        // The client has nothing to say: readable means that it has closed.
        if connection.waitForPeer(milliseconds: pause) { return }
        guard connection.write(chunk("<p>Piece \(piece) of \(pieces)\n")) else { return }
      }
      connection.write(Array("0\r\n\r\n".utf8))
      connection.finish()
    }
  }

  /// One chunk of the chunked transfer coding.
  static func chunk(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
  }
}
