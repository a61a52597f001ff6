// SPDX-License-Identifier: MIT
// Part of Grille: runs one part of the engine on test data of the standards.
//
// usage: conformance-driver MODE [--chunk N]; requests on standard input, replies on standard output.

import Glibc

let mode = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ""
guard let run = modes[mode] else {
  StandardStreams.complain("modes: \(modes.keys.sorted().joined(separator: " "))")
  exit(2)
}
run(Array(CommandLine.arguments.dropFirst(2)))
