// SPDX-License-Identifier: MIT
// Part of Grille: how a practice proxy passes bytes on.
import Glibc

extension ServerConnection {
  /// Connects to a port of 127.0.0.1 and passes bytes on in both directions until a side ends.
  ///
  /// For connections without TLS.
  /// - Parameters:
  ///   - port: The port to connect to.
  ///   - first: What is sent there first.
  ///   - reply: What is sent to the client once the connection is made.
  /// - Returns: False if nobody listens there, and nothing was sent.
  package func relay(toPort port: UInt16, sending first: [UInt8], replying reply: [UInt8]) -> Bool {
    guard let other = LoopbackSocket.connect(toPort: port) else { return false }
    defer { close(other) }
    if !reply.isEmpty { write(reply) }
    if !first.isEmpty { LoopbackSocket.send(first, to: other) }
    var entries = [
      pollfd(fd: socketDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while unsafe poll(&entries, 2, -1) > 0 {
      for (index, entry) in entries.enumerated() where entry.revents != 0 {
        let count = unsafe recv(entry.fd, &buffer, buffer.count, 0)
        guard count > 0 else { return true }
        guard LoopbackSocket.sendAll(buffer[..<count], to: entries[1 - index].fd) else {
          return true
        }
      }
    }
    return true
  }
}

extension LoopbackSocket {
  /// A connection to a port of 127.0.0.1; nil if nobody listens there.
  static func connect(toPort port: UInt16) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// Sends all bytes; false if the other side is gone.
  static func sendAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let sent = unsafe Array(rest).withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }
}
