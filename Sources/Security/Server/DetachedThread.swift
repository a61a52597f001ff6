// SPDX-License-Identifier: MIT
// Part of Grille: threads of the practice servers.
import Glibc

/// Threads that run one closure and end.
enum DetachedThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread that takes no signals meant for the program.
  ///
  /// - Returns: False if the system has no more threads.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    // Released by the thread.
    let work = unsafe Unmanaged.passRetained(
      Work {
        blockSignals()
        body()
      })
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, unsafe work.toOpaque())
    guard result == 0 else {
      unsafe work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Leaves the signals that a program waits for to its own threads, and ignores SIGPIPE, as peers
  /// may close at any time.
  private static func blockSignals() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    let numbers = [
      SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT, SIGCHLD, SIGALRM,
    ]
    for index in numbers.indices { unsafe sigaddset(&signals, numbers[index]) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
