// SPDX-License-Identifier: MIT
// Part of Grille: sockets of the practice servers.
import Glibc

/// The few socket calls a loopback server needs.
enum LoopbackSocket {
  /// A listening socket on 127.0.0.1 with a port of the system's choice.
  static func listen() throws(ServerError) -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw ServerError(call: "socket", code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (call, result) = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        if unsafe bind(descriptor, address, length) != 0 { return ("bind", errno) }
        if Glibc.listen(descriptor, 128) != 0 { return ("listen", errno) }
        if unsafe getsockname(descriptor, address, &length) != 0 { return ("getsockname", errno) }
        return ("", 0)
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw ServerError(call: call, code: result)
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Waits for the next connection; nil once the socket is shut down.
  static func accept(on descriptor: Int32) -> Int32? {
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var on: Int32 = 1
        unsafe setsockopt(
          connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return connection
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Makes the next close send a reset instead of an orderly end.
  static func resetOnClose(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Lets every wait for bytes end after some milliseconds; 0 waits for ever.
  static func limitWaiting(_ descriptor: Int32, milliseconds: Int32) {
    var limit = timeval(
      tv_sec: Int(milliseconds / 1000), tv_usec: Int(milliseconds % 1000) * 1000)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends a few bytes at once.
  static func send(_ bytes: [UInt8], to descriptor: Int32) {
    _ = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads and drops whatever comes until the stream is closed.
  static func waitForClose(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while unsafe recv(descriptor, &buffer, buffer.count, 0) > 0 {}
  }

  /// Waits until bytes or the end of the stream can be read.
  ///
  /// - Returns: False if the time (in milliseconds; −1 is for ever) has passed before.
  static func waitUntilReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) != 0
  }
}

/// Why a practice server cannot run.
package struct ServerError: Error, Hashable {
  /// The system call that failed.
  package let call: String
  /// Its errno.
  package let code: Int32
}
