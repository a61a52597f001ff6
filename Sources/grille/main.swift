// SPDX-License-Identifier: MIT
// Part of Grille: the program's entry point.
import BrowserApp
import Glibc

exit(Program.main(Array(CommandLine.arguments.dropFirst())))
