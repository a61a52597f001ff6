// SPDX-License-Identifier: MIT
// Part of Grille: makes the page's colours readable on the terminal.

import CSS
import CellGrid

/// Maps computed colours to cell colours with enough contrast to read them.
struct ColorAdaptation {
  /// The least contrast between text and its background.
  private static let leastContrast = 3.0

  private let usesColors: Bool
  private let terminalBackground: UInt32

  init(_ options: PaintOptions) {
    usesColors = options.usesPageColors && !options.isMonochrome
    terminalBackground = options.terminalBackground
  }

  /// The colour of an area, or nil if what is below shows through.
  func area(_ color: StyleColor) -> CellColor? {
    guard usesColors, !color.isDefault, color.alpha >= 0x80 else { return nil }
    return .rgb(color.red, color.green, color.blue)
  }

  /// The colour of text over a background.
  func text(_ color: StyleColor, over background: CellColor) -> CellColor {
    guard usesColors else { return .default }
    let below = background.rgb ?? terminalBackground
    if color.isDefault || color.isTransparent || color.alpha < 0x80 {
      return background.isDefault ? .default : Self.plain(over: below)
    }
    let own = color.rawValue & 0xFF_FFFF
    if Self.contrast(own, below) >= Self.leastContrast {
      return .rgb(color.red, color.green, color.blue)
    }
    return background.isDefault ? .default : Self.plain(over: below)
  }

  /// Black or white, whichever can be read on a background.
  private static func plain(over background: UInt32) -> CellColor {
    luminance(background) > 0.18 ? .rgb(0, 0, 0) : .rgb(0xFF, 0xFF, 0xFF)
  }

  // www.w3.org/TR/WCAG21/#dfn-contrast-ratio
  private static func contrast(_ first: UInt32, _ second: UInt32) -> Double {
    let one = luminance(first) + 0.05
    let two = luminance(second) + 0.05
    return max(one, two) / min(one, two)
  }

  // www.w3.org/TR/WCAG21/#dfn-relative-luminance
  private static func luminance(_ color: UInt32) -> Double {
    // Deviation: the square stands for the power of 2.4, which no one can tell apart here.
    func linear(_ component: UInt32) -> Double {
      let value = Double(component & 0xFF) / 255
      return value * value
    }
    return 0.2126 * linear(color >> 16) + 0.7152 * linear(color >> 8) + 0.0722 * linear(color)
  }
}
