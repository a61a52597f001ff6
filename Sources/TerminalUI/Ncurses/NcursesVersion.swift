// SPDX-License-Identifier: MIT
// Part of Grille: which ncurses is on this machine.
import CNcurses

/// The ncurses the program runs with.
package nonisolated enum NcursesVersion {
  /// Name and version, such as "ncurses 6.4.20221231".
  package static var text: String { unsafe String(cString: curses_version()) }
}
