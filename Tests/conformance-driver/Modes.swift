// SPDX-License-Identifier: MIT
// Part of Grille: the modes of the conformance driver; each lives in a file of its own.

/// What each mode runs; it gets the arguments after the mode's name.
let modes: [String: @Sendable ([String]) -> Void] = [
  "encoding": runEncoding,
  "graphemes": runGraphemes,
  "hostile": runHostile,
  "html": runHTML,
  "lines": runLines,
  "url": runURL,
]
