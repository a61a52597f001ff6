// SPDX-License-Identifier: MIT
// Part of Grille: a loopback server whose every byte a test decides.

import Foundation
import Glibc
import Synchronization

/// One accepted connection.
final class ScriptedConnection: @unchecked Sendable {
  // @unchecked: used by the connection's own thread; only `descriptor` is shared, and constant.
  let descriptor: Int32
  private var buffer: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The head and body of the next request; nil when the client is gone.
  func readRequest() -> String? {
    while true {
      if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: buffer[..<end.upperBound], as: UTF8.self)
        var length = 0
        for line in head.components(separatedBy: "\r\n")
        where line.lowercased().hasPrefix("content-length:") {
          length = Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) ?? 0
        }
        while buffer.count < end.upperBound + length { guard fill() else { return nil } }
        let all = String(decoding: buffer[..<(end.upperBound + length)], as: UTF8.self)
        buffer.removeFirst(end.upperBound + length)
        return all
      }
      guard fill() else { return nil }
    }
  }

  /// So many bytes; nil when the client is gone before.
  func readBytes(_ count: Int) -> [UInt8]? {
    while buffer.count < count { guard fill() else { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// Waits until the client closes.
  func waitForClose() {
    while fill() {}
  }

  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return false }
    buffer.append(contentsOf: bytes[..<count])
    return true
  }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Answers with a whole response.
  func respond(_ status: String = "200 OK", headers: [String] = [], body: String = "") {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)", "", ""]
    write(lines.joined(separator: "\r\n") + body)
  }

  /// Makes the following close send a reset.
  func resetOnClose() {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }
}

/// A server on a free port of 127.0.0.1 that runs a script for every connection.
final class ScriptedServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let log = Mutex<[String]>([])
  private let connections = Mutex(0)

  /// Starts serving; each connection runs the script on a thread of its own, then closes.
  init(_ script: @escaping @Sendable (ScriptedConnection, ScriptedServer) -> Void) {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = bind(listener, pointer, length)
        _ = listen(listener, 16)
        getsockname(listener, pointer, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    // The thread keeps the server: a test's last use of it comes before the load ends.
    Thread.detachNewThread { [self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        connections.withLock { $0 += 1 }
        Thread.detachNewThread {
          script(ScriptedConnection(descriptor: descriptor), self)
          close(descriptor)
        }
      }
    }
  }

  /// Starts a server that answers every request by a function of its text.
  convenience init(answering answer: @escaping @Sendable (String, ScriptedConnection) -> Void) {
    self.init { connection, server in
      while let request = connection.readRequest() {
        server.note(request)
        answer(request, connection)
      }
    }
  }

  /// Frees the port.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  func note(_ request: String) { log.withLock { $0.append(request) } }

  /// The requests so far.
  var requests: [String] { log.withLock { $0 } }

  /// How many connections were accepted.
  var connectionCount: Int { connections.withLock { $0 } }

  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
}
