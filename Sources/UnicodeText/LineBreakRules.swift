// SPDX-License-Identifier: MIT
// Part of Grille: the pair rules of line breaking as tables of bits.

/// Which classes may follow which without a break (UAX 14 §6.1, Unicode 15).
///
/// Only what two neighbours decide is here; `LineBreaker` adds the rules that look further.
enum LineBreakRules {
  /// For each class on the left, the set of classes on the right that it holds without spaces between.
  static let direct: [UInt64] = rows(holdsDirectly)
  /// The same with spaces between.
  static let acrossSpaces: [UInt64] = rows(holdsAcrossSpaces)

  private static func rows(
    _ holds: (LineBreakClass, LineBreakClass) -> Bool
  ) -> [UInt64] {
    let classes = (0..<64).compactMap { LineBreakClass(rawValue: $0) }
    return classes.map { left in
      classes.reduce(0) { $0 | (holds(left, $1) ? 1 << UInt64($1.rawValue) : 0) }
    }
  }

  private static func holdsAcrossSpaces(_ left: LineBreakClass, _ right: LineBreakClass) -> Bool {
    switch (left, right) {
    // LB8
    case (.zw, _): false
    // LB11, LB13
    case (_, .wj), (_, .cl), (_, .cp), (_, .cpWide), (_, .ex), (_, .infix), (_, .sy): true
    // LB14
    case (.op, _), (.opWide, _): true
    // LB15
    case (.qu, .op), (.qu, .opWide): true
    // LB16
    case (.cl, .ns), (.cp, .ns), (.cpWide, .ns): true
    // LB17
    case (.b2, .b2): true
    // LB18
    default: false
    }
  }

  private static func holdsDirectly(_ left: LineBreakClass, _ right: LineBreakClass) -> Bool {
    switch (left, right) {
    // LB8, LB11, LB12
    case (.zw, _): return false
    case (_, .wj), (.wj, _), (.gl, _): return true
    // LB12a
    case (.sp, .gl), (.ba, .gl), (.hy, .gl): break
    case (_, .gl): return true
    default: break
    }
    // LB13 to LB17
    if holdsAcrossSpaces(left, right) { return true }
    switch (left, right) {
    // LB19, LB20
    case (_, .qu), (.qu, _): return true
    case (.cb, _), (_, .cb): return false
    // LB21, LB21b, LB22
    case (_, .ba), (_, .hy), (_, .ns), (.bb, _), (.sy, .hl), (_, .inseparable): return true
    default: break
    }
    let l = Group(left)
    let r = Group(right)
    switch (l, r) {
    // LB23
    case (.alphabetic, .number), (.number, .alphabetic): return true
    // LB23a
    case (.prefix, .ideographic), (.ideographic, .postfix): return true
    // LB24
    case (.prefix, .alphabetic), (.postfix, .alphabetic): return true
    case (.alphabetic, .prefix), (.alphabetic, .postfix): return true
    // LB25, as far as neighbours decide
    case (.prefix, .number), (.postfix, .number), (.number, .number): return true
    case (.hyphen, .number), (.number, .prefix), (.number, .postfix): return true
    // LB27
    case (.jamo, .postfix), (.prefix, .jamo): return true
    // LB28, LB29
    case (.alphabetic, .alphabetic), (.infix, .alphabetic): return true
    default: break
    }
    switch (left, right) {
    // LB26
    case (.jl, .jl), (.jl, .jv), (.jl, .h2), (.jl, .h3): return true
    case (.jv, .jv), (.jv, .jt), (.h2, .jv), (.h2, .jt), (.jt, .jt), (.h3, .jt): return true
    // LB30
    case (_, .op): return l == .alphabetic || l == .number
    case (.cp, _): return r == .alphabetic || r == .number
    // LB30b
    case (.eb, .em), (.ep, .em): return true
    // LB31
    default: return false
    }
  }

  /// Classes that most rules treat alike.
  private enum Group {
    case alphabetic, number, prefix, postfix, ideographic, jamo, hyphen, infix, other

    init(_ kind: LineBreakClass) {
      self =
        switch kind {
        case .al, .hl, .sa, .saMark: .alphabetic
        case .nu: .number
        case .pr: .prefix
        case .po: .postfix
        case .id, .ep, .eb, .em: .ideographic
        case .jl, .jv, .jt, .h2, .h3: .jamo
        case .hy: .hyphen
        case .infix: .infix
        default: .other
        }
    }
  }
}
