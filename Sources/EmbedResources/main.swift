// SPDX-License-Identifier: MIT
// Part of Grille: writes files as static string constants; run by the build-tool plugin.
import Foundation

// Arguments: the Swift file to write, the Resources folder, then the files to embed.
let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  FileHandle.standardError.write(Data("usage: EmbedResources OUTPUT RESOURCES FILE...\n".utf8))
  exit(2)
}

/// The shortest raw-string delimiter that does not occur in the text.
func delimiter(for text: String) -> String {
  var pounds = "#"
  while text.contains("\"\"\"" + pounds) || text.contains("\\" + pounds) { pounds += "#" }
  return pounds
}

var output = """
  // Generated from the Resources folder; do not edit.

  extension ResourceLocator {
    /// The bundled file of that path below `Resources`, or nil if there is none.
    package static func bundled(_ path: String) -> StaticString? {
      switch path {

  """
for file in arguments.dropFirst(3) {
  let name = String(file.dropFirst(arguments[2].count + 1))
  let text = try String(contentsOfFile: file, encoding: .utf8)
  let pounds = delimiter(for: text)
  output += "    case \"\(name)\":\n      return \(pounds)\"\"\"\n\(text)\n\"\"\"\(pounds)\n"
}
output += "    default: return nil\n    }\n  }\n}\n"
try output.write(toFile: arguments[1], atomically: true, encoding: .utf8)
