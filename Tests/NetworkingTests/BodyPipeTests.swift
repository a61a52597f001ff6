// SPDX-License-Identifier: MIT
// Part of Grille: the bounded queue between a writer and a reader.

import Synchronization
import Testing

@testable import Networking

@Suite struct BodyPipeTests {
  @Test func smallWritesAreReadTogether() async throws {
    let pipe = BodyPipe()
    for _ in 0..<100 { #expect(pipe.take([1, 2, 3])) }
    pipe.finish()
    var iterator = BodyStream(reading: pipe).makeAsyncIterator()
    #expect(try await iterator.next()?.count == 300)
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  @Test func fullPipeRefusesAndTellsWhenThereIsRoom() async throws {
    let pipe = BodyPipe(capacity: 100)
    let room = Mutex(0)
    pipe.setWriter(onRoom: { room.withLock { $0 += 1 } }, onCancel: {})
    let block = [UInt8](repeating: 7, count: 80)
    #expect(pipe.take(block))
    #expect(pipe.take(block))
    #expect(!pipe.take(block))
    #expect(room.withLock { $0 } == 0)
    var iterator = BodyStream(reading: pipe).makeAsyncIterator()
    #expect(try await iterator.next()?.count == 160)
    #expect(room.withLock { $0 } == 1)
    #expect(pipe.take(block))
  }

  @Test func errorComesAfterWhatWasWritten() async throws {
    let pipe = BodyPipe()
    #expect(pipe.take([1]))
    pipe.finish(.failure(ResourceError(.networkConnectionLost)))
    pipe.finish()
    var iterator = BodyStream(reading: pipe).makeAsyncIterator()
    #expect(try await iterator.next() == [1])
    await #expect(throws: ResourceError(.networkConnectionLost)) { try await iterator.next() }
  }

  @Test func cancelledReaderStopsWaitingAndTheWriterIsTold() async throws {
    let pipe = BodyPipe()
    let told = Mutex(0)
    pipe.setWriter(onRoom: {}, onCancel: { told.withLock { $0 += 1 } })
    let stream = BodyStream(reading: pipe)
    let task = Task { () -> ResourceError? in
      do throws(ResourceError) {
        _ = try await stream.collect()
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    #expect(await task.value == ResourceError(.cancelled))
    stream.cancel()
    #expect(told.withLock { $0 } == 1)
  }

  @Test func writerThatComesAfterTheCancelIsToldAtOnce() {
    let pipe = BodyPipe()
    pipe.cancel()
    let told = Mutex(false)
    pipe.setWriter(onRoom: {}, onCancel: { told.withLock { $0 = true } })
    #expect(told.withLock { $0 })
  }

  @Test func droppedStreamCancelsItsWriter() {
    let pipe = BodyPipe()
    let told = Mutex(false)
    pipe.setWriter(onRoom: {}, onCancel: { told.withLock { $0 = true } })
    do { _ = BodyStream(reading: pipe) }
    #expect(told.withLock { $0 })
  }

  @Test func discardedBodyMayEndByItselfWhenLittleIsLeft() {
    let pipe = BodyPipe()
    let told = Mutex(false)
    pipe.setWriter(onRoom: {}, onCancel: { told.withLock { $0 = true } })
    do {
      let stream = BodyStream(reading: pipe)
      stream.discard()
    }
    #expect(pipe.take([UInt8](repeating: 0, count: 60_000)))
    #expect(!told.withLock { $0 })
    #expect(pipe.take([UInt8](repeating: 0, count: 60_000)))
    #expect(told.withLock { $0 })
  }

  @Test func collectingStopsAtItsLimit() async {
    let stream = BodyStream([UInt8](repeating: 0, count: 100))
    await #expect(throws: ResourceError(.dataLengthExceedsMaximum)) {
      try await stream.collect(upTo: 99)
    }
  }
}

extension BodyPipe {
  /// Writes an array; a span cannot pass through the macros of the tests.
  fileprivate func take(_ bytes: [UInt8]) -> Bool { write(bytes.span) }
}
