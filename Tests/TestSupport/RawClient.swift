// SPDX-License-Identifier: MIT
// Part of Grille: a client that sends and receives bytes as they are.
import Glibc

/// A blocking connection to a port of 127.0.0.1.
package final class RawClient {
  private let descriptor: Int32

  /// Connects.
  package init?(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard descriptor >= 0, result == 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// Sends text.
  package func send(_ text: String) {
    send(Array(text.utf8))
  }

  /// Sends bytes.
  package func send(_ bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// What comes until the end of the stream or an error, and the errno of the latter.
  package func readToEnd(limit: Int = .max) -> (bytes: [UInt8], error: Int32) {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while all.count < limit {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 { break }
      if count < 0 { return (all, errno) }
      all += buffer.prefix(count)
    }
    return (all, 0)
  }

  /// The bytes at hand, waiting for the first.
  package func readSome() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(0, count)))
  }

  /// True if the server says nothing for some milliseconds.
  package func isSilent(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 0
  }

  var socketDescriptor: Int32 { descriptor }
}
