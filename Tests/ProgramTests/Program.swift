// SPDX-License-Identifier: MIT
// Part of Grille: the built program, and a run of it without a terminal.
import Foundation
import TestSupport

/// The program beside the test bundle.
enum Program {
  /// Where the program is.
  static let path: String = {
    let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") }
    let folder = URL(filePath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appending(path: "grille").path
  }()

  /// What a run left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    folder: URL? = nil
  ) throws -> Outcome {
    try execute(path, arguments, input: input, environment: environment, folder: folder)
  }

  /// Runs a command of the shell to its end.
  static func shell(_ command: String) throws -> Outcome {
    try execute("/bin/sh", ["-c", command], input: [], environment: [:], folder: nil)
  }

  private static func execute(
    _ path: String, _ arguments: [String], input: [UInt8], environment: [String: String],
    folder: URL?
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let home = try TemporaryHome()
    process.environment = home.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input))
    try stdin.fileHandleForWriting.close()
    // Errors are short; they fit into the pipe while the output is read.
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let errors = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    withExtendedLifetime(home) {}
    let status =
      process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
    return Outcome(
      status: status, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }
}
