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
    let home = try TemporaryHome()
    let (stdin, stdout, stderr) = (ClosedPipe(), ClosedPipe(), ClosedPipe())
    let process = try ChildProcess(
      path, arguments, environment: home.environment.merging(environment) { $1 },
      input: stdin.reading.fileDescriptor, output: stdout.writing.fileDescriptor,
      errors: stderr.writing.fileDescriptor, folder: folder?.path)
    // The program's own ends are closed here, so that its end is seen.
    for end in [stdin.reading, stdout.writing, stderr.writing] { try end.close() }
    // A program may end without having read everything.
    try? stdin.writing.write(contentsOf: Data(input))
    try stdin.writing.close()
    // Errors are short; they fit into the pipe while the output is read.
    let output = stdout.reading.readDataToEndOfFile()
    let errors = stderr.reading.readDataToEndOfFile()
    let status = process.wait()
    withExtendedLifetime(home) {}
    return Outcome(
      status: status, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }
}
