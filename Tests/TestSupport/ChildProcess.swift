// SPDX-License-Identifier: MIT
// Part of Grille: other programs, started so that they inherit nothing they are not given.
import Foundation
import Glibc

/// A running program; it is killed when nobody holds it any more.
///
/// Foundation's `Process` learns of an end through a socket that programs started at the same time
/// inherit: one of them that goes on running makes the wait endless.
package final class ChildProcess {
  /// It could not be started; the number is the system's.
  package struct Failure: Error {
    /// The path of the program.
    package let path: String
    /// The system's number of the error.
    package let code: Int32
  }

  private let identifier: pid_t
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: Its arguments.
  ///   - environment: Everything it finds in its environment.
  ///   - input: The descriptor it reads from.
  ///   - output: The descriptor it writes to.
  ///   - errors: The descriptor it writes errors to; that of `output` if nil.
  ///   - folder: The folder it works in; the caller's if nil.
  /// - Throws: ``Failure``.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String], input: Int32,
    output: Int32, errors: Int32? = nil, folder: String? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors ?? output, 2)
    Self.closeOthers(&actions)
    if let folder { Self.change(&actions, to: folder) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads tests run on block signals, and a child would inherit that.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    // POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, 0x08)
    var child = pid_t()
    let code = Self.withCStrings([path] + arguments) { argv in
      Self.withCStrings(environment.map { "\($0)=\($1)" }) { envp in
        posix_spawn(&child, path, &actions, &attributes, argv, envp)
      }
    }
    guard code == 0 else { throw Failure(path: path, code: code) }
    identifier = child
  }

  deinit {
    guard status == nil else { return }
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  /// Whether it still runs.
  package var isRunning: Bool {
    if status == nil { look(WNOHANG) }
    return status == nil
  }

  /// Asks it to end.
  package func terminate() { if isRunning { kill(identifier, SIGTERM) } }

  /// Waits for its end.
  ///
  /// - Returns: Its status, or the negative of the signal that has ended it.
  @discardableResult
  package func wait() -> Int32 {
    while status == nil { look(0) }
    return status ?? -1
  }

  private func look(_ options: Int32) {
    var value: Int32 = 0
    guard waitpid(identifier, &value, options) == identifier else { return }
    status = value & 0x7F == 0 ? (value >> 8) & 0xFF : -(value & 0x7F)
  }

  // Glibc's module hides the functions that POSIX had not taken up; the library has them.
  private typealias AddCloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
  private typealias AddFolder =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32

  /// Keeps every descriptor but the first three from a program.
  package static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
    let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
    _ = unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, 3)
  }

  private static func change(_ actions: inout posix_spawn_file_actions_t, to folder: String) {
    let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
    _ = unsafeBitCast(symbol, to: AddFolder.self)(&actions, folder)
  }

  /// Calls a function with an array of C strings that ends in nil.
  package static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return body(copies)
  }
}

/// A pipe of which no program inherits an end by accident.
package final class ClosedPipe {
  /// Where it is read.
  package let reading: FileHandle
  /// Where it is written.
  package let writing: FileHandle

  /// Makes a pipe.
  package init() {
    var ends: [Int32] = [-1, -1]
    // A process without descriptors cannot go on.
    precondition(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }
}
