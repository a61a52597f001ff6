// SPDX-License-Identifier: MIT
// Part of Grille: a proxy to practise with.
package import Security
import Synchronization

/// A proxy on 127.0.0.1 that looks no name up: every host is this machine.
///
/// It passes on requests by http, makes tunnels, and speaks SOCKS 5. Stop it with ``stop()``.
package final class PracticeProxy: Sendable {
  /// What it wants to be told first.
  package enum Demand: Sendable {
    /// Nothing.
    case nothing
    /// The user "user" with the password "pass".
    case basic
    /// The same by Digest with SHA-256.
    case digest
    /// The name "user" by NTLM, with any password.
    case ntlm
    /// Nothing helps: everybody is refused with 403.
    case refusal
  }

  /// How it is spoken to.
  package enum Language: Sendable {
    case http
    case socks5
  }

  /// What it was asked for.
  package struct Visit: Hashable, Sendable {
    /// The method, or "SOCKS".
    package let method: String
    /// The target as it was sent; of a SOCKS request host and port.
    package let target: String
    /// What it was told of its client.
    package let authorization: String?
    /// What a server would have been told, but is nobody's business here.
    package let serverAuthorization: String?
    /// The numbers of the ways to log in that a client of SOCKS has offered.
    package var methods: [UInt8] = []
  }

  private final class State: Sendable {
    let visits = Mutex<[Visit]>([])
    let digest = DigestAuthentication()
  }

  private let server: LoopbackServer
  private let state: State

  /// Starts a proxy.
  package init(_ language: Language = .http, demanding demand: Demand = .nothing)
    throws(ServerError)
  {
    let state = State()
    self.state = state
    server = try LoopbackServer { connection in
      switch language {
      case .http: Self.serveHTTP(connection, demand, state)
      case .socks5:
        SOCKSConversation(connection, demandsLogin: isLogin(demand)).run { visit in
          state.visits.withLock { $0.append(visit) }
        }
      }
    }
  }

  deinit { stop() }

  /// The port it listens on.
  package var port: UInt16 { server.port }

  /// Everything it was asked for, in order.
  package var visits: [Visit] { state.visits.withLock { $0 } }

  /// Breaks every connection; a second call does nothing.
  package func stop() { server.stop() }

  // MARK: HTTP

  private static func serveHTTP(
    _ connection: ServerConnection, _ demand: Demand, _ state: State
  ) {
    var reader = RequestReader(connection)
    var ntlm = NTLMConversation()
    while let request = reader.readHead() {
      guard let body = reader.readBody(of: request) else { return }
      state.visits.withLock {
        $0.append(
          Visit(
            method: request.method, target: request.target,
            authorization: request.field("proxy-authorization"),
            serverAuthorization: request.field("authorization")))
      }
      if let refusal = refusal(of: request, demand, &ntlm, state) {
        guard connection.write(refusal) else { return }
        continue
      }
      if request.method == "CONNECT" {
        let reply = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
        if !connection.relay(toPort: port(of: request.target), sending: [], replying: reply) {
          connection.write(answer("502 Bad Gateway", body: "Nobody listens there."))
        }
        return
      }
      guard let (port, forwarded) = forwarding(request, body) else { return }
      if !connection.relay(toPort: port, sending: forwarded, replying: []) {
        connection.write(answer("502 Bad Gateway", body: "Nobody listens there."))
      }
      return
    }
  }

  /// What is said instead of passing a request on; nil if it is passed on.
  private static func refusal(
    of request: PracticeRequest, _ demand: Demand, _ ntlm: inout NTLMConversation, _ state: State
  ) -> [UInt8]? {
    let flavour = DigestAuthentication.Flavour(algorithm: .sha256, algorithmName: "SHA-256")
    switch demand {
    case .nothing: return nil
    case .refusal:
      return answer("403 Forbidden", body: "<h1>The words of the proxy</h1>")
    case .basic:
      // "user:pass"
      if request.field("proxy-authorization") == "Basic dXNlcjpwYXNz" { return nil }
      return answer(
        "407 Proxy Authentication Required", "Proxy-Authenticate: Basic realm=\"proxy vault\"",
        body: "<h1>The words of the proxy</h1>")
    case .ntlm:
      let step = ntlm.take(request.field("proxy-authorization"))
      if ntlm.isIn { return nil }
      let value = if case .challenged(let value) = step { value } else { "NTLM" }
      return answer(
        "407 Proxy Authentication Required", "Proxy-Authenticate: " + value,
        body: "<h1>The words of the proxy</h1>")
    case .digest:
      if case .right = state.digest.judge(request, flavour, in: "proxy-authorization") {
        return nil
      }
      return answer(
        "407 Proxy Authentication Required",
        "Proxy-Authenticate: " + state.digest.challenge(flavour),
        body: "<h1>The words of the proxy</h1>")
    }
  }

  private static func answer(_ status: String, _ fields: String..., body: String) -> [UInt8] {
    let lines =
      ["HTTP/1.1 \(status)", "Content-Type: text/html", "Content-Length: \(body.utf8.count)"]
      + fields + ["", body]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private static func port(of authority: String) -> UInt16 {
    UInt16(authority.split(separator: ":").last ?? "") ?? 0
  }

  /// A request in the form for its server, and the server's port.
  private static func forwarding(
    _ request: PracticeRequest, _ body: [UInt8]
  ) -> (UInt16, [UInt8])? {
    guard request.target.hasPrefix("http://") else { return nil }
    let rest = request.target.dropFirst("http://".count)
    let authority = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(authority.count)
    var lines = ["\(request.method) \(path.isEmpty ? "/" : path) HTTP/1.1"]
    for field in request.fields
    where !field.name.lowercased().hasPrefix("proxy-") && field.name.lowercased() != "connection" {
      lines.append("\(field.name): \(field.value)")
    }
    // The next request must come here, not go through unseen.
    lines.append("Connection: close")
    let port = authority.contains(":") ? port(of: String(authority)) : 80
    return (port, Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + body)
  }
}

private func isLogin(_ demand: PracticeProxy.Demand) -> Bool {
  if case .nothing = demand { false } else { true }
}

/// One conversation by SOCKS 5.
// RFC 1928, RFC 1929
private struct SOCKSConversation {
  private let connection: ServerConnection
  private let demandsLogin: Bool
  private var buffer: [UInt8] = []

  init(_ connection: ServerConnection, demandsLogin: Bool) {
    self.connection = connection
    self.demandsLogin = demandsLogin
  }

  func run(_ record: (PracticeProxy.Visit) -> Void) {
    var conversation = self
    conversation.talk(record)
  }

  private mutating func talk(_ record: (PracticeProxy.Visit) -> Void) {
    guard let greeting = take(2), greeting[0] == 5, let methods = take(Int(greeting[1])) else {
      return
    }
    var login: String?
    let method: UInt8 = demandsLogin ? 2 : 0
    guard methods.contains(method) else {
      connection.write([5, 0xFF])
      return connection.waitForClose()
    }
    connection.write([5, method])
    if demandsLogin {
      guard let first = take(2), let user = take(Int(first[1])), let count = take(1),
        let password = take(Int(count[0]))
      else { return }
      let text = String(decoding: user + [0x3A] + password, as: UTF8.self)
      login = text
      connection.write([1, text == "user:pass" ? 0 : 1])
      guard text == "user:pass" else { return connection.waitForClose() }
    }
    guard let request = take(4), let host = readHost(request[3]), let port = take(2) else {
      return
    }
    let number = UInt16(port[0]) << 8 | UInt16(port[1])
    record(
      PracticeProxy.Visit(
        method: "SOCKS", target: "\(host):\(number)", authorization: login,
        serverAuthorization: nil, methods: methods))
    let reply: [UInt8] = [5, 0, 0, 1, 127, 0, 0, 1, port[0], port[1]]
    if !connection.relay(toPort: number, sending: [], replying: reply) {
      connection.write([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])
    }
  }

  private mutating func readHost(_ type: UInt8) -> String? {
    switch type {
    case 1: take(4).map { $0.map(String.init).joined(separator: ".") }
    case 3:
      take(1).flatMap { take(Int($0[0])) }.map { String(decoding: $0, as: UTF8.self) }
    default: nil
    }
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      guard let more = connection.read() else { return nil }
      buffer += more
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }
}
