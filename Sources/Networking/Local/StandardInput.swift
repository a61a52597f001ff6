// SPDX-License-Identifier: MIT
// Part of Grille: a pipe or the standard input, read once and kept for a reload.

import CLibcurl
import Glibc
import Synchronization
import WebInfra

/// Reads a descriptor on a thread of its own, since such reads may wait for a person.
///
/// What was read is kept, so that the page can be loaded again.
final class StandardInput: Sendable {
  /// The most bytes that are kept.
  static let limit = 64 << 20

  private struct State {
    var bytes: [UInt8] = []
    var end: Result<Void, ResourceError>?
    var hasStarted = false
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter: UInt64 = 0
  }

  private let state = Mutex(State())
  private let descriptor: Int32
  private let owner: OpenFile?

  /// Makes a reader of a descriptor that stays open by itself.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    owner = nil
  }

  /// Makes a reader that keeps the file open.
  init(file: OpenFile) {
    descriptor = file.descriptor
    owner = file
  }

  /// The first bytes, for finding out the type; as many as came with the first read.
  func firstBytes() async throws(ResourceError) -> [UInt8] {
    start()
    guard try await wait(beyond: 0) else { return [] }
    return state.withLock { Array($0.bytes.prefix(FileType.sniffedBytes)) }
  }

  /// The whole input from its beginning.
  func makeBody() -> BodyStream {
    start()
    let position = Mutex(0)
    let isCancelled = Mutex(false)
    return BodyStream(
      pulling: { () async throws(ResourceError) -> [UInt8]? in
        if isCancelled.withLock({ $0 }) { throw ResourceError(.cancelled) }
        let offset = position.withLock { $0 }
        guard try await self.wait(beyond: offset) else { return nil }
        let piece = self.state.withLock {
          Array($0.bytes[offset..<min($0.bytes.count, offset + BodyPiece.size)])
        }
        position.withLock { $0 = offset + piece.count }
        return piece
      },
      onCancel: {
        isCancelled.withLock { $0 = true }
        self.wakeAll()
      })
  }

  /// Waits until there is more than `offset` bytes; false at the end.
  private func wait(beyond offset: Int) async throws(ResourceError) -> Bool {
    while true {
      let (hasMore, end) = state.withLock { ($0.bytes.count > offset, $0.end) }
      if hasMore { return true }
      if let end {
        try end.get()
        return false
      }
      let id = state.withLock { state in
        state.nextWaiter += 1
        return state.nextWaiter
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiter in
          let isReady = state.withLock { state in
            guard state.bytes.count <= offset, state.end == nil, !Task.isCancelled else {
              return true
            }
            state.waiters[id] = waiter
            return false
          }
          if isReady { waiter.resume() }
        }
      } onCancel: {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
      }
      if Task.isCancelled { throw ResourceError(.cancelled) }
    }
  }

  private func wakeAll() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  // MARK: The thread

  private func start() {
    let mustStart = state.withLock { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    guard mustStart else { return }
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var identity = pthread_t()
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let status = unsafe pthread_create(
      &identity, &attributes,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<StandardInput>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context)
    unsafe pthread_attr_destroy(&attributes)
    if status != 0 {
      unsafe Unmanaged<StandardInput>.fromOpaque(context).release()
      finish(.failure(ResourceError(.cannotOpenFile, underlyingText: "no thread to read with")))
    }
  }

  private func run() {
    while true {
      shim_wait_readable(descriptor)
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: BodyPiece.size) { buffer, used in
        count = unsafe read(descriptor, buffer.baseAddress, BodyPiece.size)
        used = max(count, 0)
      }
      if count == 0 { return finish(.success(())) }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return finish(
          .failure(
            ResourceError(
              .cannotOpenFile, underlyingText: unsafe String(cString: strerror(errno)))))
      }
      let isFull = state.withLock { state in
        state.bytes.append(contentsOf: bytes)
        return state.bytes.count > Self.limit
      }
      if isFull {
        return finish(.failure(ResourceError(.dataLengthExceedsMaximum, cause: .bodyTooLarge)))
      }
      wakeAll()
    }
  }

  private func finish(_ end: Result<Void, ResourceError>) {
    state.withLock { $0.end = end }
    wakeAll()
  }
}
