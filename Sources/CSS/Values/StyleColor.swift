// SPDX-License-Identifier: MIT
// Part of Grille: computed colours.

/// A computed colour: 0xAARRGGBB, or the terminal's own default.
package struct StyleColor: RawRepresentable, Hashable, Sendable {
  /// Alpha, red, green and blue from the highest byte down.
  package let rawValue: UInt32

  /// Makes a colour from its bits; every fully transparent colour becomes `transparent`.
  @inlinable package init(rawValue: UInt32) {
    self.rawValue = rawValue >> 24 == 0 ? 0 : rawValue
  }

  @usableFromInline init(sentinel: UInt32) { self.rawValue = sentinel }

  /// Makes a colour from components of 0 to 255.
  @inlinable package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.init(
      rawValue: UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// Whether two colours are the same.
  @inlinable package static func == (left: StyleColor, right: StyleColor) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Fully transparent.
  @inlinable package static var transparent: StyleColor { StyleColor(rawValue: 0) }
  /// The terminal's default foreground or background; no author colour has this value.
  @inlinable package static var `default`: StyleColor { StyleColor(sentinel: 1) }

  /// Whether this is the terminal's default.
  @inlinable package var isDefault: Bool { rawValue == 1 }
  /// Whether nothing of it would be seen.
  @inlinable package var isTransparent: Bool { rawValue == 0 }
  /// 0 (transparent) to 255 (opaque).
  @inlinable package var alpha: UInt8 { isDefault ? 255 : UInt8(rawValue >> 24) }
  /// 0 to 255.
  @inlinable package var red: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
  /// 0 to 255.
  @inlinable package var green: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  /// 0 to 255.
  @inlinable package var blue: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}
