// SPDX-License-Identifier: MIT
// Part of Grille: build-tool plugin that turns the files of Resources into Swift constants.
import Foundation
import PackagePlugin

@main
struct EmbedResourcesPlugin: BuildToolPlugin {
  /// The folders under `Resources` that the program reads at run time.
  private static let folders = ["Keymaps", "Pages", "StatusCodes", "Strings", "Style"]

  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    let resources = context.package.directoryURL.appending(path: "Resources")
    var inputs: [URL] = []
    for folder in Self.folders {
      let url = resources.appending(path: folder)
      let files =
        (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil))
        ?? []
      inputs += files.filter { !$0.lastPathComponent.hasPrefix(".") }
    }
    inputs.sort { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "BundledResources.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(inputs.count) resource files",
        executable: try context.tool(named: "EmbedResources").url,
        arguments: [output.path, resources.path] + inputs.map(\.path),
        inputFiles: inputs,
        outputFiles: [output])
    ]
  }
}
