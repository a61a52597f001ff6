// SPDX-License-Identifier: MIT
// Part of Grille: programs of the system that make files for tests or judge ours.
import Foundation

/// A program that may be installed.
package struct OutsideProgram: Sendable {
  /// A program has failed.
  package struct Failure: Error, CustomStringConvertible {
    /// The command and what it has printed.
    package let description: String
  }

  /// OpenSSL's own program.
  package static let openssl = OutsideProgram("openssl")

  /// Its name, such as "openssl", or its path.
  package let name: String

  /// Names a program.
  package init(_ name: String) { self.name = name }

  /// True if the search path has it.
  package var isInstalled: Bool { path != nil }

  private var path: String? {
    if name.hasPrefix("/") {
      return FileManager.default.isExecutableFile(atPath: name) ? name : nil
    }
    // Administrators' programs are not in everybody's path.
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin") + ":/usr/sbin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - environment: Everything it finds in its environment.
  ///   - input: What it reads.
  /// - Returns: What it has printed, errors included.
  /// - Throws: ``Failure`` if it is not installed or ends with another status than 0.
  @discardableResult
  package func run(
    _ arguments: [String], environment: [String: String] = [:], input: String = ""
  ) throws -> String {
    let command = ([name] + arguments).joined(separator: " ")
    let outcome = try outcome(of: arguments, environment: environment, input: input)
    guard outcome.status == 0 else { throw Failure(description: "\(command): \(outcome.output)") }
    return outcome.output
  }

  /// Runs it to its end; its environment is empty by default, since other tests of this process may
  /// have named a proxy.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - environment: Everything it finds in its environment.
  ///   - input: What it reads.
  /// - Returns: Its status, and what it has printed, errors included.
  /// - Throws: ``Failure`` if it is not installed.
  package func outcome(
    of arguments: [String], environment: [String: String] = [:], input: String = ""
  ) throws -> (status: Int32, output: String) {
    let (stdin, stdout) = (ClosedPipe(), ClosedPipe())
    let process = try start(
      arguments, environment: environment, input: stdin.reading, output: stdout.writing)
    try stdout.writing.close()
    try stdin.writing.write(contentsOf: Data(input.utf8))
    try stdin.writing.close()
    let output = stdout.reading.readDataToEndOfFile()
    return (process.wait(), String(decoding: output, as: UTF8.self))
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - environment: Everything it finds in its environment.
  ///   - input: What it reads.
  ///   - output: Where it prints, errors included.
  /// - Returns: The running program, for the caller to end.
  /// - Throws: ``Failure`` if it is not installed.
  package func start(
    _ arguments: [String], environment: [String: String] = [:],
    input: FileHandle = .nullDevice, output: FileHandle = .nullDevice
  ) throws -> ChildProcess {
    guard let path else { throw Failure(description: "\(name) is not installed") }
    return try ChildProcess(
      path, arguments, environment: environment, input: input.fileDescriptor,
      output: output.fileDescriptor)
  }
}
