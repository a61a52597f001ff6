// SPDX-License-Identifier: MIT
// Part of Grille: the thread on which libcurl runs, and the executor of the session's actor.

import CLibcurl
import Glibc
import Synchronization

/// One thread that runs an actor's jobs and, between them, libcurl's transfers.
///
/// The thread starts with the first job, and ends after `stop`.
// @unchecked: `multi` and `multiFailed` are touched on the thread alone; the rest is locked or constant.
@safe final class NetworkThread: SerialExecutor, @unchecked Sendable {
  /// Work that comes from other threads without a task of its own.
  enum Command: Sendable {
    /// The reader of this transfer has room again.
    case resume(Transfer.ID)
    /// Nobody wants this transfer any more.
    case cancel(Transfer.ID)
  }

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var commands: [Command] = []
    var isRunning = false
    var isStopping = false
    var identity: pthread_t?
  }

  private let inbox = Mutex(Inbox())
  private let wakeDescriptor: Int32
  private var multi: CurlMultiHandle?
  private var hasMultiFailed = false

  /// Makes the executor; the thread itself starts with the first job.
  init() { wakeDescriptor = shim_wake_open() }

  deinit { close(wakeDescriptor) }

  /// The session's multi handle, made on first use; nil when libcurl cannot be opened.
  ///
  /// - Precondition: called on this thread.
  var transfers: CurlMultiHandle? {
    precondition(isCurrent, "libcurl is used on the network thread")
    if multi == nil, !hasMultiFailed {
      multi = CurlMultiHandle()
      hasMultiFailed = multi == nil
    }
    return multi
  }

  // MARK: From any thread

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Once queued, the job may run, end the actor and with it this object before `wake` is done.
    let kept = unsafe Unmanaged.passRetained(self)
    defer { unsafe kept.release() }
    let mustStart = inbox.withLock { inbox in
      inbox.jobs.append(job)
      defer { inbox.isRunning = true }
      return !inbox.isRunning
    }
    if mustStart { start() } else { wake() }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  func checkIsolated() { precondition(isCurrent, "this code belongs on the network thread") }

  /// Hands over a command; it is carried out soon, in order.
  func post(_ command: Command) {
    inbox.withLock { $0.commands.append(command) }
    wake()
  }

  /// Ends the thread when its jobs and transfers are done.
  func stop() {
    inbox.withLock { $0.isStopping = true }
    wake()
  }

  // MARK: The thread

  private var isCurrent: Bool {
    inbox.withLock { inbox in
      guard let identity = inbox.identity else { return false }
      return pthread_equal(identity, pthread_self()) != 0
    }
  }

  private func wake() {
    var one: UInt64 = 1
    // A full counter means that a wake-up is pending already.
    _ = unsafe write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
  }

  private func start() {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var identity = pthread_t()
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let status = unsafe pthread_create(
      &identity, &attributes,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<NetworkThread>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context)
    unsafe pthread_attr_destroy(&attributes)
    precondition(status == 0, "the system gives no more threads")
  }

  private func run() {
    unsafe shim_thread_set_name("network")
    inbox.withLock { $0.identity = pthread_self() }
    let executor = unsafe asUnownedSerialExecutor()
    let clock = ContinuousClock()
    while true {
      let (jobs, commands, isStopping) = inbox.withLock { inbox in
        defer {
          inbox.jobs.removeAll(keepingCapacity: false)
          inbox.commands.removeAll(keepingCapacity: false)
        }
        return (inbox.jobs, inbox.commands, inbox.isStopping)
      }
      for job in jobs { unsafe job.runSynchronously(on: executor) }
      for command in commands { carryOut(command) }
      multi?.perform(now: clock.now)
      // Bodies that somebody reads outlive the session.
      if isStopping, multi?.isEmpty ?? true, inbox.withLock({ $0.jobs.isEmpty }) { break }
      waitForWork(now: clock.now)
    }
    multi = nil
  }

  private func carryOut(_ command: Command) {
    switch command {
    case .resume(let id): multi?.resume(id)
    case .cancel(let id): multi?.cancel(id)
    }
  }

  private func waitForWork(now: ContinuousClock.Instant) {
    if let multi, !multi.isEmpty {
      multi.wait(wakeDescriptor: wakeDescriptor, now: now)
    } else {
      shim_wait_readable(wakeDescriptor)
    }
    var count: UInt64 = 0
    _ = unsafe read(wakeDescriptor, &count, MemoryLayout<UInt64>.size)
  }
}
