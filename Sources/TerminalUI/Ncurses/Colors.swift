// SPDX-License-Identifier: MIT
// Part of Grille: brings colours to what a terminal can show.

import CellGrid

/// How many colours a terminal shows.
package nonisolated enum ColorDepth: Int, Sendable, Comparable {
  case mono = 0
  case eight = 8
  case sixteen = 16
  case palette = 256
  case trueColor = 0x1000000

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Conversions between colours.
nonisolated enum Colors {
  /// The colour as the terminal can show it: default, a palette entry below the depth, or RGB where the
  /// depth is true colour.
  static func reduce(_ color: CellColor, to depth: ColorDepth) -> CellColor {
    if color.isDefault || depth == .mono { return .default }
    if let index = color.index {
      if Int(index) < depth.rawValue { return color }
      // An eighth to fifteenth colour of a terminal with eight is the painter's: it adds bold.
      return index < 16 && depth == .eight ? color : .indexed(nearestNamed(rgb(ofPalette: index)))
    }
    guard let rgb = color.rgb else { return .default }
    switch depth {
    case .trueColor: return color
    case .palette: return .indexed(nearestPalette(rgb))
    default: return .indexed(nearestNamed(rgb))
    }
  }

  /// The palette entry of the cube or the greys that is nearest; the first sixteen differ by terminal.
  static func nearestPalette(_ rgb: UInt32) -> UInt8 {
    let parts = components(rgb)
    let cube = parts.map { part in
      levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
    }
    let cubeIndex = 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    let grey = max(0, min(23, (parts.reduce(0, +) / 3 - 3) / 10))
    let cubeDistance = distance(rgb, Colors.rgb(ofPalette: UInt8(cubeIndex)))
    let greyDistance = distance(rgb, Colors.rgb(ofPalette: UInt8(232 + grey)))
    return UInt8(greyDistance < cubeDistance ? 232 + grey : cubeIndex)
  }

  /// The one of the first sixteen that is nearest.
  static func nearestNamed(_ rgb: UInt32) -> UInt8 {
    (0..<16 as Range<UInt8>).min {
      distance(rgb, Colors.rgb(ofPalette: $0)) < distance(rgb, Colors.rgb(ofPalette: $1))
    } ?? 7
  }

  /// Black or white, whichever can be read on a palette entry.
  static func contrasting(_ color: CellColor) -> CellColor {
    guard let index = color.index else { return .default }
    let parts = components(rgb(ofPalette: index))
    return .indexed(3 * parts[0] + 6 * parts[1] + parts[2] > 1275 ? 0 : 7)
  }

  /// The usual value of a palette entry, 0xRRGGBB.
  static func rgb(ofPalette index: UInt8) -> UInt32 {
    switch index {
    case 0..<16: return named[Int(index)]
    case 16..<232:
      let cube = Int(index) - 16
      return join(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    default:
      let grey = 8 + 10 * (Int(index) - 232)
      return join(grey, grey, grey)
    }
  }

  private static let levels = [0, 95, 135, 175, 215, 255]

  private static let named: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  private static func components(_ rgb: UInt32) -> [Int] {
    [Int(rgb >> 16 & 0xFF), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF)]
  }

  private static func join(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    UInt32(red << 16 | green << 8 | blue)
  }

  /// Squared distance; green weighs most, as in the eye.
  private static func distance(_ left: UInt32, _ right: UInt32) -> Int {
    let (l, r) = (components(left), components(right))
    let (red, green, blue) = (l[0] - r[0], l[1] - r[1], l[2] - r[2])
    return 3 * red * red + 6 * green * green + blue * blue
  }
}
