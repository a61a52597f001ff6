// SPDX-License-Identifier: MIT
// Part of Grille: the body of an answer, handed over in bounded memory.

/// A body's bytes in pieces, read once, by one reader.
///
/// At most about 1 MB waits in it; a faster producer is held up until the reader has caught up.
package struct BodyStream: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  package typealias Failure = ResourceError

  /// The most bytes that wait for the reader before the producer is held up.
  package static let capacity = 1 << 20

  fileprivate enum Source: Sendable {
    case pipe(BodyPipe)
    case pull(@Sendable () async throws(ResourceError) -> [UInt8]?)
  }

  /// Cancels when the last copy of the stream and its iterators is gone, read to the end or not.
  fileprivate final class Lifeline: Sendable {
    let source: Source
    let cancel: @Sendable () -> Void

    init(_ source: Source, _ cancel: @escaping @Sendable () -> Void) {
      self.source = source
      self.cancel = cancel
    }

    deinit {
      if case .pipe(let pipe) = source { pipe.readerIsGone() } else { cancel() }
    }
  }

  private let lifeline: Lifeline

  /// Makes a body whose bytes are all here.
  package init(_ bytes: [UInt8]) {
    let pipe = BodyPipe()
    pipe.finish(with: bytes)
    self.init(reading: pipe)
  }

  /// Makes a body that a producer writes into `pipe`.
  package init(reading pipe: BodyPipe) {
    lifeline = Lifeline(.pipe(pipe)) { pipe.cancel() }
  }

  /// Makes a body from a function that is called for each piece, until it returns nil or throws.
  package init(
    pulling next: @escaping @Sendable () async throws(ResourceError) -> [UInt8]?,
    onCancel: @escaping @Sendable () -> Void
  ) {
    lifeline = Lifeline(.pull(next), onCancel)
  }

  /// Ends the body: what waits in it is dropped, and the reader gets −999 at once.
  package func cancel() { lifeline.cancel() }

  /// Gives the body up without closing the connection, if little of it is left.
  package func discard() {
    if case .pipe(let pipe) = lifeline.source { pipe.discard() } else { cancel() }
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(lifeline: lifeline)
  }

  /// Reads everything, up to `limit` bytes.
  ///
  /// - Throws: the body's error, or −1103 when there is more.
  package func collect(upTo limit: Int = 64 << 20) async throws(ResourceError) -> [UInt8] {
    var result: [UInt8] = []
    var iterator = makeAsyncIterator()
    while let piece = try await iterator.next() {
      guard piece.count <= limit - result.count else {
        cancel()
        throw ResourceError(.dataLengthExceedsMaximum, cause: .bodyTooLarge)
      }
      result.append(contentsOf: piece)
    }
    return result
  }

  /// Reads the pieces of a body.
  package struct Iterator: AsyncIteratorProtocol {
    package typealias Element = [UInt8]
    package typealias Failure = ResourceError

    fileprivate let lifeline: Lifeline

    /// The next piece, never empty; nil at the end.
    package mutating func next() async throws(ResourceError) -> [UInt8]? {
      switch lifeline.source {
      case .pipe(let pipe): try await pipe.next()
      case .pull(let next): try await next()
      }
    }

    /// The next piece, for callers that name their isolation.
    package mutating func next(isolation actor: isolated (any Actor)?) async throws(ResourceError)
      -> [UInt8]?
    {
      try await next()
    }
  }
}
