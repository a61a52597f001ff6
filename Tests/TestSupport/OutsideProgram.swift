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

  /// Its name, such as "openssl".
  package let name: String

  /// Names a program.
  package init(_ name: String) { self.name = name }

  /// True if the search path has it.
  package var isInstalled: Bool { path != nil }

  private var path: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs it to its end.
  ///
  /// - Returns: What it has printed, errors included.
  /// - Throws: ``Failure`` if it is not installed or ends with another status than 0.
  @discardableResult
  package func run(_ arguments: [String]) throws -> String {
    let command = ([name] + arguments).joined(separator: " ")
    let outcome = try outcome(of: arguments)
    guard outcome.status == 0 else { throw Failure(description: "\(command): \(outcome.output)") }
    return outcome.output
  }

  /// Runs it to its end in an empty environment: other tests of this process may have named a proxy.
  ///
  /// - Returns: Its status, and what it has printed, errors included.
  /// - Throws: ``Failure`` if it is not installed.
  package func outcome(of arguments: [String]) throws -> (status: Int32, output: String) {
    guard let path else { throw Failure(description: "\(name) is not installed") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = [:]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
