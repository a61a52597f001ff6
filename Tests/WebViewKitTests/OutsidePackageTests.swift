// SPDX-License-Identifier: MIT
// Part of Grille: a program outside this package can write a delegate with one import.

import Foundation
import Testing

@Suite("Use from outside the package")
struct OutsidePackageTests {
  @Test func aDelegateCompilesWithWebViewKitAsTheOnlyImport() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    // The build folder holds this test's bundle and, beside it, the compiled modules.
    let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let modules = products.appendingPathComponent("Modules")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-package-name", "outside",
        "-I", modules.path,
      ] + moduleMaps(in: root.appendingPathComponent("Sources"), products) + [
        tests.appendingPathComponent("Fixtures/OutsideDelegate.swift").path
      ]
    let output = Pipe()
    compiler.standardError = output
    compiler.standardOutput = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0, "\(text)")
  }

  /// The options that let the compiler find the C modules, as the package manager gives them.
  private func moduleMaps(in sources: URL, _ products: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
    return names.filter { $0.hasPrefix("C") }.flatMap { name -> [String] in
      let source = sources.appendingPathComponent(name)
      let folders = [
        source, source.appendingPathComponent("include"),
        products.appendingPathComponent("\(name).build"),
      ]
      let maps = folders.map { $0.appendingPathComponent("module.modulemap").path }
      return maps.first(where: FileManager.default.fileExists).map {
        ["-Xcc", "-fmodule-map-file=" + $0]
      } ?? []
    }
  }
}
