// SPDX-License-Identifier: MIT
// Part of Grille: the bounded queue between a thread that receives a body and the task that reads it.

import Synchronization
import WebInfra

/// A queue of body bytes with one writer and one reader.
package final class BodyPipe: Sendable {
  /// Pieces are joined up to this size, so that a reader wakes once for many small writes.
  fileprivate static let pieceSize = 64 << 10

  private typealias Reader = CheckedContinuation<Result<[UInt8]?, ResourceError>, Never>

  private enum Written {
    case taken
    case full
    /// More came than may be dropped.
    case unwanted
    /// A reader waits for exactly these bytes.
    case handed(Reader)
  }

  private struct State {
    var pieces: [[UInt8]] = []
    var first = 0
    var waiting = 0
    var isHeldUp = false
    /// Bytes that may still be dropped; nil while the body is wanted.
    var discardable: Int?
    var end: Result<Void, ResourceError>?
    var reader: Reader?
    var room: (@Sendable () -> Void)?
    var cancelled: (@Sendable () -> Void)?

    mutating func takeFirst() -> [UInt8]? {
      guard first < pieces.count else { return nil }
      let piece = pieces[first]
      pieces[first] = []
      first += 1
      if first == pieces.count {
        pieces.removeAll(keepingCapacity: true)
        first = 0
      }
      waiting -= piece.count
      return piece
    }

    mutating func write(_ bytes: Span<UInt8>, capacity: Int) -> Written {
      guard end == nil else { return .taken }
      if let left = discardable {
        discardable = left - bytes.count
        return left < bytes.count ? .unwanted : .taken
      }
      if let reader {
        self.reader = nil
        return .handed(reader)
      }
      guard waiting < capacity else {
        isHeldUp = true
        return .full
      }
      waiting += bytes.count
      let last = pieces.count - 1
      if last >= first, pieces[last].count + bytes.count <= BodyPipe.pieceSize {
        pieces[last].append(copying: bytes)
      } else {
        pieces.append([UInt8](copying: bytes))
      }
      return .taken
    }
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// Makes an empty pipe that holds up its writer at `capacity` bytes.
  package init(capacity: Int = BodyStream.capacity) { self.capacity = capacity }

  // MARK: Writing

  /// Sets who is told that a held-up writer may go on, and who that the reader gave up.
  ///
  /// Both are called on the reader's side, without any lock held, the second at most once.
  package func setWriter(
    onRoom room: @escaping @Sendable () -> Void, onCancel cancelled: @escaping @Sendable () -> Void
  ) {
    let isOver = state.withLock { state in
      guard state.end == nil else { return true }
      state.room = room
      state.cancelled = cancelled
      return false
    }
    if isOver { cancelled() }
  }

  /// Adds bytes, all or none; false means that the pipe is full and `onRoom` will be called.
  ///
  /// One write may go over the capacity, so that a piece larger than the pipe does not wait forever.
  package func write(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 0 else { return true }
    switch state.withLock({ $0.write(bytes, capacity: capacity) }) {
    case .taken: return true
    case .full: return false
    case .unwanted:
      cancel()
      return true
    case .handed(let reader):
      reader.resume(returning: .success([UInt8](copying: bytes)))
      return true
    }
  }

  /// Ends the body after what is written, well or with an error; later ends are ignored.
  package func finish(_ end: Result<Void, ResourceError> = .success(())) {
    let reader = state.withLock {
      state -> Reader? in
      guard state.end == nil else { return nil }
      state.end = end
      state.room = nil
      state.cancelled = nil
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: end.map { nil })
  }

  /// Writes all bytes whatever their number, and ends the body.
  func finish(with bytes: [UInt8]) {
    state.withLock { state in
      if !bytes.isEmpty {
        state.pieces.append(bytes)
        state.waiting = bytes.count
      }
      state.end = .success(())
    }
  }

  /// Whether the body is over, for the writer's side.
  package var isFinished: Bool { state.withLock { $0.end != nil } }

  // MARK: Reading

  /// The next piece; nil at the end.
  func next() async throws(ResourceError) -> [UInt8]? {
    let (piece, room) = state.withLock { state -> ([UInt8]?, (@Sendable () -> Void)?) in
      guard let piece = state.takeFirst() else { return (nil, nil) }
      guard state.isHeldUp, state.waiting <= capacity / 2 else { return (piece, nil) }
      state.isHeldUp = false
      return (piece, state.room)
    }
    room?()
    if let piece { return piece }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now = state.withLock { state -> Result<[UInt8]?, ResourceError>? in
          if let piece = state.takeFirst() { return .success(piece) }
          if let end = state.end { return end.map { nil } }
          precondition(state.reader == nil, "a body has one reader")
          state.reader = continuation
          return nil
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// Drops what waits and what comes; lets up to `limit` more bytes come, so that the connection
  /// can serve another request, and cancels after that.
  package func discard(upTo limit: Int = 64 << 10) {
    let room = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.end == nil else { return nil }
      state.discardable = limit - state.waiting
      state.pieces = []
      state.first = 0
      state.waiting = 0
      guard state.isHeldUp else { return nil }
      state.isHeldUp = false
      return state.room
    }
    room?()
  }

  /// Drops what waits and ends the body with −999; the writer is told.
  package func cancel() { cancel(isLastWord: true) }

  /// Cancels a body that nobody can read any more, unless it is being discarded.
  func readerIsGone() { cancel(isLastWord: false) }

  private func cancel(isLastWord: Bool) {
    let (reader, cancelled) = state.withLock {
      state -> (
        Reader?, (@Sendable () -> Void)?
      ) in
      if !isLastWord, state.discardable != nil { return (nil, nil) }
      state.pieces = []
      state.first = 0
      state.waiting = 0
      guard state.end == nil else { return (nil, nil) }
      state.end = .failure(ResourceError(.cancelled))
      defer {
        state.reader = nil
        state.room = nil
        state.cancelled = nil
      }
      return (state.reader, state.cancelled)
    }
    reader?.resume(returning: .failure(ResourceError(.cancelled)))
    cancelled?()
  }
}
