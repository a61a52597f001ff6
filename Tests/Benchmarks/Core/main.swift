// SPDX-License-Identifier: MIT
// Part of Grille: measures the parts of the engine that implement the web's basic standards.
//
// usage: core-benchmark parse PAGE REPEATS | growth PAGE | hostile | text | url
//
// Prints one `name value unit` a line. Times are processor time and mean little by themselves:
// `core_speed.py` beside this folder compares them with each other and with libgumbo.

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("parse", 3): measureParsing(arguments[2], repeats: Int(arguments[3]) ?? 1)
case ("growth", 2): measureGrowth(arguments[2])
case ("hostile", 1): measureHostileInput()
case ("text", 1): measureTextScanning()
case ("url", 1): measureURLResolving()
default: fail("usage: core-benchmark parse PAGE REPEATS | growth PAGE | hostile | text | url")
}
