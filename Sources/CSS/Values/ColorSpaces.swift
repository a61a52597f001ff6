// SPDX-License-Identifier: MIT
// Part of Grille: conversions between colour spaces.

import Glibc

// drafts.csswg.org/css-color-4/#color-conversion-code
/// Conversions to sRGB with components from 0 to 1.
enum ColorSpaces {
  static func hslToRGB(_ hue: Double, _ saturation: Double, _ lightness: Double)
    -> (Double, Double, Double)
  {
    let h = normalized(hue)
    let s = max(0, min(1, saturation))
    let l = max(0, min(1, lightness))
    func channel(_ n: Double) -> Double {
      let k = (n + h / 30).truncatingRemainder(dividingBy: 12)
      return l - s * min(l, 1 - l) * max(-1, min(k - 3, min(9 - k, 1)))
    }
    return (channel(0), channel(8), channel(4))
  }

  static func hwbToRGB(_ hue: Double, _ whiteness: Double, _ blackness: Double)
    -> (Double, Double, Double)
  {
    let white = max(0, whiteness)
    let black = max(0, blackness)
    if white + black >= 1 {
      let gray = white / (white + black)
      return (gray, gray, gray)
    }
    let pure = hslToRGB(hue, 1, 0.5)
    func channel(_ value: Double) -> Double { value * (1 - white - black) + white }
    return (channel(pure.0), channel(pure.1), channel(pure.2))
  }

  private static func normalized(_ hue: Double) -> Double {
    let h = hue.isFinite ? hue.truncatingRemainder(dividingBy: 360) : 0
    return h < 0 ? h + 360 : h
  }

  static func polarToRectangular(chroma: Double, hue: Double) -> (Double, Double) {
    let radians = normalized(hue) * Double.pi / 180
    return (chroma * cos(radians), chroma * sin(radians))
  }

  /// CIE Lab (D50) to sRGB.
  static func labToRGB(_ l: Double, _ a: Double, _ b: Double) -> (Double, Double, Double) {
    let fy = (l + 16) / 116
    let fx = fy + a / 500
    let fz = fy - b / 200
    func inverse(_ t: Double) -> Double {
      let cube = t * t * t
      return cube > 216.0 / 24389 ? cube : (116 * t - 16) * 27 / 24389
    }
    let x = inverse(fx) * 0.9642956764295677
    let y = inverse(fy)
    let z = inverse(fz) * 0.8251046025104602
    // Bradford adaptation from D50 to D65.
    return xyzToRGB(
      0.9554734527042182 * x - 0.023098536874261423 * y + 0.0632593086610217 * z,
      -0.028369706963208136 * x + 1.0099954580058226 * y + 0.021041398966943008 * z,
      0.012314001688319899 * x - 0.020507696433477912 * y + 1.3303659366080753 * z)
  }

  /// CIE XYZ (D65) to sRGB.
  static func xyzToRGB(_ x: Double, _ y: Double, _ z: Double) -> (Double, Double, Double) {
    (
      encoded(3.2409699419045226 * x - 1.537383177570094 * y - 0.4986107602930034 * z),
      encoded(-0.9692436362808796 * x + 1.8759675015077202 * y + 0.04155505740717559 * z),
      encoded(0.05563007969699366 * x - 0.20397695888897652 * y + 1.0569715142428786 * z)
    )
  }

  static func oklabToRGB(_ l: Double, _ a: Double, _ b: Double) -> (Double, Double, Double) {
    let long = cubed(l + 0.3963377773761749 * a + 0.2158037573099136 * b)
    let medium = cubed(l - 0.1055613458156586 * a - 0.0638541728258133 * b)
    let short = cubed(l - 0.0894841775298119 * a - 1.2914855480194092 * b)
    return (
      encoded(4.0767416360759583 * long - 3.3077115392580629 * medium + 0.2309699031821043 * short),
      encoded(
        -1.2684379732850315 * long + 2.6097573492876882 * medium - 0.3413193760026570 * short),
      encoded(
        -0.0041960761386756 * long - 0.7034186179359362 * medium + 1.7076146940746117 * short)
    )
  }

  private static func rgbToOklab(_ color: StyleColor) -> (Double, Double, Double) {
    let r = decoded(Double(color.red) / 255)
    let g = decoded(Double(color.green) / 255)
    let b = decoded(Double(color.blue) / 255)
    let long = cbrt(0.4122214694707630 * r + 0.5363325372617349 * g + 0.0514459932675022 * b)
    let medium = cbrt(0.2119034958178252 * r + 0.6806995506452344 * g + 0.1073969535369406 * b)
    let short = cbrt(0.0883024591900564 * r + 0.2817188391361215 * g + 0.6299787016738222 * b)
    return (
      0.2104542683093140 * long + 0.7936177747023054 * medium - 0.0040720430116193 * short,
      1.9779985324311684 * long - 2.4285922420485799 * medium + 0.4505937096174110 * short,
      0.0259040424655478 * long + 0.7827717124575296 * medium - 0.8086757549230774 * short
    )
  }

  private static func cubed(_ value: Double) -> Double { value * value * value }

  /// The sRGB transfer function from linear light.
  static func encoded(_ linear: Double) -> Double {
    let magnitude = abs(linear)
    let value =
      magnitude <= 0.0031308 ? 12.92 * magnitude : 1.055 * pow(magnitude, 1 / 2.4) - 0.055
    return linear < 0 ? -value : value
  }

  private static func decoded(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Mixes two colours with premultiplied alpha; `share` is that of the second.
  static func mix(
    _ first: StyleColor, _ second: StyleColor, share: Double, alphaScale: Double, usesOklab: Bool
  ) -> StyleColor {
    let alphas = (Double(first.alpha) / 255, Double(second.alpha) / 255)
    let alpha = alphas.0 * (1 - share) + alphas.1 * share
    guard alpha > 0 else { return .transparent }
    func blend(_ a: Double, _ b: Double) -> Double {
      (a * alphas.0 * (1 - share) + b * alphas.1 * share) / alpha
    }
    var rgb: (Double, Double, Double)
    if usesOklab {
      let a = rgbToOklab(first)
      let b = rgbToOklab(second)
      rgb = oklabToRGB(blend(a.0, b.0), blend(a.1, b.1), blend(a.2, b.2))
    } else {
      rgb = (
        blend(Double(first.red), Double(second.red)) / 255,
        blend(Double(first.green), Double(second.green)) / 255,
        blend(Double(first.blue), Double(second.blue)) / 255
      )
    }
    func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
    return StyleColor(
      red: byte(rgb.0), green: byte(rgb.1), blue: byte(rgb.2), alpha: byte(alpha * alphaScale))
  }
}
