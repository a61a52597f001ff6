// SPDX-License-Identifier: MIT
// Part of Grille: a server on loopback for practice and tests.
import Glibc
import Synchronization

/// A server on 127.0.0.1 with a port of the system's choice: plain, or TLS if it has a context.
///
/// Every connection has a thread of its own that runs the handler with blocking calls; ``stop()``
/// breaks all connections and waits for the threads.
package final class LoopbackServer: Sendable {
  /// What became of one accepted connection.
  package struct ConnectionRecord: Hashable, Sendable {
    /// Set for a completed handshake, and for every plain connection.
    package let isEstablished: Bool
    /// The name asked for in the handshake.
    package let serverName: String?
    /// The certificate the client showed.
    package let clientCertificate: Certificate?
  }

  private struct State {
    var connections: Set<Int32> = []
    var runningThreads = 0
    var records: [ConnectionRecord] = []
    var isStopping = false
  }

  /// The port it listens on.
  package let port: UInt16

  private let listener: Int32
  /// A pipe into which every ending thread writes a byte.
  private let endings: (reading: Int32, writing: Int32)
  private let context: TLSServerContext?
  private let handler: @Sendable (ServerConnection) -> Void
  private let state = Mutex(State())

  /// Starts to listen and to serve.
  ///
  /// - Parameters:
  ///   - tls: How to speak TLS; nil for plain connections.
  ///   - handler: Serves one connection on its own thread; the stream is closed when it returns.
  /// - Throws: ``ServerError`` if the system refuses a socket or a thread.
  package init(
    tls: TLSServerConfiguration? = nil, handler: @escaping @Sendable (ServerConnection) -> Void
  ) throws(ServerError) {
    (listener, port) = try LoopbackSocket.listen()
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      let code = errno
      close(listener)
      throw ServerError(call: "pipe", code: code)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    endings = (ends[0], ends[1])
    context = tls.map(TLSServerContext.init)
    self.handler = handler
    guard startThread({ $0.acceptConnections() }) else {
      throw ServerError(call: "pthread_create", code: EAGAIN)
    }
  }

  deinit {
    close(listener)
    close(endings.reading)
    close(endings.writing)
  }

  /// What became of the connections so far, in the order in which they were decided.
  package var connectionRecords: [ConnectionRecord] { state.withLock(\.records) }

  /// The names asked for in handshakes so far, in the order of the clients' first messages; of
  /// handshakes that failed afterwards, too.
  package var askedNames: [String?] { context?.askedNames ?? [] }

  /// Stops listening, breaks every connection and waits until all threads have ended.
  package func stop() {
    let running = state.withLock { state in
      state.isStopping = true
      shutdown(listener, Int32(SHUT_RDWR))
      for descriptor in state.connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return state.runningThreads
    }
    var ended = [UInt8](repeating: 0, count: 64)
    var remaining = running
    while remaining > 0 {
      _ = unsafe Glibc.read(endings.reading, &ended, ended.count)
      remaining = state.withLock(\.runningThreads)
    }
  }

  private func startThread(_ body: @escaping @Sendable (LoopbackServer) -> Void) -> Bool {
    state.withLock { $0.runningThreads += 1 }
    // The thread keeps the server alive until stop() is called.
    let didStart = DetachedThread.start { [self] in
      body(self)
      state.withLock { $0.runningThreads -= 1 }
      _ = unsafe Glibc.write(endings.writing, [1], 1)
    }
    if !didStart { state.withLock { $0.runningThreads -= 1 } }
    return didStart
  }

  private func acceptConnections() {
    while let descriptor = LoopbackSocket.accept(on: listener) {
      let isWelcome = state.withLock { state in
        if !state.isStopping { state.connections.insert(descriptor) }
        return !state.isStopping
      }
      guard isWelcome, startThread({ $0.serve(descriptor) }) else {
        forget(descriptor)
        continue
      }
    }
  }

  private func serve(_ descriptor: Int32) {
    defer { forget(descriptor) }
    let connection: ServerConnection?
    if let context {
      connection = ServerConnection(descriptor: descriptor, port: port, context: context)
    } else {
      connection = ServerConnection(descriptor: descriptor, port: port)
    }
    state.withLock {
      $0.records.append(
        ConnectionRecord(
          isEstablished: connection != nil, serverName: connection?.serverName,
          clientCertificate: connection?.clientCertificate))
    }
    if let connection { handler(connection) }
  }

  /// Closes under the lock, so that stop() never shuts down a number used by somebody else.
  private func forget(_ descriptor: Int32) {
    state.withLock { state in
      state.connections.remove(descriptor)
      close(descriptor)
    }
  }
}
