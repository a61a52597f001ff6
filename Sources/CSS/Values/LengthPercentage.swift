// SPDX-License-Identifier: MIT
// Part of Grille: computed lengths, which may depend on the size of the containing block.

/// A computed length in CSS pixels (8 × 16 of them are one cell), a percentage, a sum of both, or
/// one of the sizing keywords.
package struct LengthPercentage: Hashable, Sendable {
  /// How the two numbers are read.
  package enum Kind: UInt8, Sendable {
    /// `auto`, and `normal` of gaps.
    case auto
    /// `none` of maximum sizes.
    case none
    /// The sum of pixels and percentage.
    case length
    /// The lesser of pixels and percentage.
    case minimum
    /// The greater of pixels and percentage.
    case maximum
    case minContent
    case maxContent
    case fitContent
  }

  /// How the two numbers are read.
  package var kind: Kind
  /// The part in CSS pixels.
  package var px: Float
  /// The part in per cent of the reference size (50 is half of it).
  package var percent: Float

  /// Makes a value of its parts.
  @inlinable package init(kind: Kind = .length, px: Float = 0, percent: Float = 0) {
    self.kind = kind
    self.px = px
    self.percent = percent
  }

  /// A length in CSS pixels.
  @inlinable package static func px(_ value: Float) -> LengthPercentage {
    LengthPercentage(px: value)
  }

  /// A percentage.
  @inlinable package static func percent(_ value: Float) -> LengthPercentage {
    LengthPercentage(percent: value)
  }

  /// Zero.
  @inlinable package static var zero: LengthPercentage { LengthPercentage() }
  /// The keyword `auto`.
  @inlinable package static var auto: LengthPercentage { LengthPercentage(kind: .auto) }
  /// The keyword `none`.
  @inlinable package static var none: LengthPercentage { LengthPercentage(kind: .none) }

  /// Whether this is `auto`.
  @inlinable package var isAuto: Bool { kind == .auto }
  /// Whether this is exactly zero.
  @inlinable package var isZero: Bool { kind == .length && px == 0 && percent == 0 }
  /// Whether the value depends on the reference size.
  @inlinable package var dependsOnPercentage: Bool {
    percent != 0 && kind != .auto && kind != .none
  }

  /// The value in CSS pixels for a reference size in CSS pixels, or nil for a keyword.
  @inlinable package func resolved(against base: Float) -> Float? {
    switch kind {
    case .length: return px + percent * base / 100
    case .minimum: return Swift.min(px, percent * base / 100)
    case .maximum: return Swift.max(px, percent * base / 100)
    default: return nil
    }
  }
}

/// One value for each side of a box.
package struct BoxEdges<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value of the top edge.
  package var top: Value
  /// The value of the right edge.
  package var right: Value
  /// The value of the bottom edge.
  package var bottom: Value
  /// The value of the left edge.
  package var left: Value

  /// Makes edges of four values.
  @inlinable package init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// Makes edges that are all alike.
  @inlinable package init(_ value: Value) {
    self.init(top: value, right: value, bottom: value, left: value)
  }
}
