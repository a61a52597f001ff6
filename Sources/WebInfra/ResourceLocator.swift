// SPDX-License-Identifier: MIT
// Part of Grille: where bundled texts (style sheet, strings, pages, key maps) come from.

/// Finds the texts that ship inside the program.
///
/// The constants are generated from the `Resources` folder at build time, so nothing is read from
/// disk at start; a user's own files in the configuration folder take precedence where the owner
/// of the resource says so.
package enum ResourceLocator {}
