// SPDX-License-Identifier: MIT
// Part of Grille: what stands for other characters on a terminal that takes only ASCII.

import CellGrid
import UnicodeText

/// ASCII characters that resemble others.
nonisolated enum ASCIILookAlike {
  /// The bytes for a cell's glyph, as many as it has columns.
  static func glyph(of cell: Cell, in surface: CellSurface, width: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    surface.appendGlyph(of: cell, to: &bytes)
    let scalar = bytes.isEmpty ? 0x20 : UTF8Decoding.scalar(in: bytes.span, at: 0).value
    return Array(repeating: lookAlike(scalar), count: width)
  }

  /// A text, character by character.
  static func text(_ utf8: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < utf8.count {
      let end = GraphemeScanner().nextClusterEnd(utf8.span, from: index)
      result.append(lookAlike(UTF8Decoding.scalar(in: utf8.span, at: index).value))
      index = end
    }
    return result
  }

  /// The character that resembles a scalar; `?` where none does.
  static func lookAlike(_ scalar: UInt32) -> UInt8 {
    switch scalar {
    case 0x20..<0x7F: return UInt8(scalar)
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return UInt8(ascii: " ")
    case 0xC0..<0x180: return latin[Int(scalar - 0xC0)]
    case 0x2010...0x2015, 0x2212, 0x2043: return UInt8(ascii: "-")
    case 0x2018...0x201B, 0x2032, 0xB4: return UInt8(ascii: "'")
    case 0x201C...0x201F, 0x2033, 0xAB, 0xBB: return UInt8(ascii: "\"")
    case 0x2026, 0xB7: return UInt8(ascii: ".")
    case 0x2022, 0x2023, 0x25A0...0x25FF, 0x2605, 0x2606, 0xD7: return UInt8(ascii: "*")
    case 0x2190, 0x2039, 0x25C0: return UInt8(ascii: "<")
    case 0x2192, 0x203A, 0x25B6: return UInt8(ascii: ">")
    case 0x2191: return UInt8(ascii: "^")
    case 0x2193: return UInt8(ascii: "v")
    case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576:
      return UInt8(ascii: "-")
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577:
      return UInt8(ascii: "|")
    case 0x250C...0x254B, 0x2552...0x256F: return UInt8(ascii: "+")
    case 0x2580...0x259F: return UInt8(ascii: "#")
    case 0x2713, 0x2714, 0x2611, 0x2612, 0x2717, 0x2718: return UInt8(ascii: "x")
    case 0xA9: return UInt8(ascii: "c")
    case 0xAE: return UInt8(ascii: "r")
    case 0xB0, 0xBA: return UInt8(ascii: "o")
    case 0xB5: return UInt8(ascii: "u")
    case 0xA6: return UInt8(ascii: "|")
    case 0xA1: return UInt8(ascii: "!")
    case 0xB2, 0xB3: return UInt8(scalar - 0x80)
    case 0xB9: return UInt8(ascii: "1")
    case 0xFF01...0xFF5E: return UInt8(scalar - 0xFF01 + 0x21)
    default: return UInt8(ascii: "?")
    }
  }

  // U+00C0 to U+017F without their marks.
  private static let latin = Array(
    ("AAAAAAACEEEEIIIIDNOOOOO*OUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy"
      + "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLl"
      + "NnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs").utf8)
}
