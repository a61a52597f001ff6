// SPDX-License-Identifier: MIT
// Part of Grille: the text of list markers and counters.

import CSS

/// Writes numbers in counter styles.
enum ListMarker {
  /// Appends the marker of a list item: the number or bullet, and what stands behind a number.
  static func append(
    _ style: CounterStyle, ordinal: Int, usesASCII: Bool, to bytes: inout [UInt8]
  ) {
    if style == .decimal {
      appendDecimal(ordinal, to: &bytes)
      bytes.append(0x2E)
      return
    }
    if appendBullet(style, usesASCII: usesASCII, to: &bytes) { return }
    appendNumber(ordinal, style, to: &bytes)
    bytes.append(contentsOf: suffix(of: style).utf8)
  }

  /// Appends a number as `counter()` writes it.
  static func appendNumber(_ number: Int, _ style: CounterStyle, to bytes: inout [UInt8]) {
    switch style {
    case .none:
      return
    case .decimal:
      appendDecimal(number, to: &bytes)
      return
    case .disc, .circle, .square, .disclosureOpen, .disclosureClosed:
      _ = appendBullet(style, usesASCII: false, to: &bytes)
      return
    case .decimalLeadingZero:
      if number < 0 { bytes.append(0x2D) }
      if abs(number) < 10 { bytes.append(0x30) }
      bytes.append(contentsOf: String(number.magnitude).utf8)
      return
    case .lowerAlpha:
      if appendAlphabetic(number, Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars), to: &bytes) {
        return
      }
    case .upperAlpha:
      if appendAlphabetic(number, Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars), to: &bytes) {
        return
      }
    case .lowerGreek:
      if appendAlphabetic(number, Array("αβγδεζηθικλμνξοπρστυφχψω".unicodeScalars), to: &bytes) {
        return
      }
    case .lowerRoman:
      if appendRoman(number, lowercase: true, to: &bytes) { return }
    case .upperRoman:
      if appendRoman(number, lowercase: false, to: &bytes) { return }
    default:
      if appendScript(number, style, to: &bytes) { return }
    }
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Appends a number in ASCII digits.
  private static func appendDecimal(_ number: Int, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(0x2D) }
    var rest = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(0x30 + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private static func appendBullet(
    _ style: CounterStyle, usesASCII: Bool, to bytes: inout [UInt8]
  ) -> Bool {
    let bullet: String
    switch style {
    case .disc: bullet = usesASCII ? "*" : "•"
    case .circle: bullet = usesASCII ? "o" : "◦"
    case .square: bullet = usesASCII ? "+" : "▪"
    case .disclosureOpen: bullet = usesASCII ? "v" : "▾"
    case .disclosureClosed: bullet = usesASCII ? ">" : "▸"
    default: return false
    }
    bytes.append(contentsOf: bullet.utf8)
    return true
  }

  // drafts.csswg.org/css-counter-styles-3/#counter-style-suffix
  private static func suffix(of style: CounterStyle) -> String {
    if style.rawValue <= CounterStyle.lowerGreek.rawValue { return "." }
    guard let name = style.name else { return "" }
    let text = name.description
    let isEastAsian =
      text.hasPrefix("cjk") || text.hasPrefix("simp") || text.hasPrefix("trad")
      || text.hasPrefix("japanese") || text.hasPrefix("hiragana") || text.hasPrefix("katakana")
    if isEastAsian { return "、" }
    return text.hasPrefix("korean") ? ", " : "."
  }

  // drafts.csswg.org/css-counter-styles-3/#alphabetic-system
  private static func appendAlphabetic(
    _ number: Int, _ symbols: [Unicode.Scalar], to bytes: inout [UInt8]
  ) -> Bool {
    guard number > 0 else { return false }
    var digits: [Unicode.Scalar] = []
    var rest = number
    while rest > 0 {
      rest -= 1
      digits.append(symbols[rest % symbols.count])
      rest /= symbols.count
    }
    for digit in digits.reversed() { bytes.append(contentsOf: String(digit).utf8) }
    return true
  }

  // drafts.csswg.org/css-counter-styles-3/#additive-system
  private static func appendRoman(
    _ number: Int, lowercase: Bool, to bytes: inout [UInt8]
  ) -> Bool {
    guard 1...3999 ~= number else { return false }
    let weights: [(Int, String)] = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
      (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var rest = number
    for (weight, symbol) in weights {
      while rest >= weight {
        for byte in symbol.utf8 { bytes.append(lowercase ? byte : byte & 0xDF) }
        rest -= weight
      }
    }
    return true
  }

  /// Numbers of other scripts: positional digits, or an alphabet.
  private static func appendScript(
    _ number: Int, _ style: CounterStyle, to bytes: inout [UInt8]
  ) -> Bool {
    guard let name = style.name?.description else { return false }
    if let zero = zeroDigits[name] {
      if number < 0 { bytes.append(0x2D) }
      for digit in String(number.magnitude).utf8 {
        if let scalar = Unicode.Scalar(zero + UInt32(digit - 0x30)) {
          bytes.append(contentsOf: String(scalar).utf8)
        }
      }
      return true
    }
    if name == "cjk-decimal" {
      let digits = Array("〇一二三四五六七八九".unicodeScalars)
      guard number >= 0 else { return false }
      for digit in String(number).utf8 {
        bytes.append(contentsOf: String(digits[Int(digit - 0x30)]).utf8)
      }
      return true
    }
    if let alphabet = alphabets[name] {
      return appendAlphabetic(number, Array(alphabet.unicodeScalars), to: &bytes)
    }
    if name.hasPrefix("simp-chinese-informal") || name.hasPrefix("trad-chinese-informal")
      || name.hasPrefix("japanese-informal") || name == "cjk-ideographic"
      || name == "korean-hanja-informal"
    {
      return appendHan(
        number, dropsOne: !name.contains("chinese") && name != "cjk-ideographic", to: &bytes)
    }
    return false
  }

  // drafts.csswg.org/css-counter-styles-3/#limited-chinese
  private static func appendHan(_ number: Int, dropsOne: Bool, to bytes: inout [UInt8]) -> Bool {
    guard 0...9999 ~= number else { return false }
    let digits = Array("零一二三四五六七八九".unicodeScalars)
    if number == 0 {
      bytes.append(contentsOf: (dropsOne ? "〇" : "零").utf8)
      return true
    }
    var needsZero = false
    var hasDigits = false
    for (weight, symbol) in [(1000, "千"), (100, "百"), (10, "十"), (1, "")] {
      let digit = number / weight % 10
      guard digit > 0 else {
        needsZero = hasDigits
        continue
      }
      if needsZero, !dropsOne { bytes.append(contentsOf: "零".utf8) }
      needsZero = false
      let isSilent = digit == 1 && weight > 1 && (dropsOne || weight == 10 && !hasDigits)
      if !isSilent { bytes.append(contentsOf: String(digits[digit]).utf8) }
      bytes.append(contentsOf: symbol.utf8)
      hasDigits = true
    }
    return true
  }

  /// The scalar of the digit 0 of each decimal script.
  private static let zeroDigits: [String: UInt32] = [
    "arabic-indic": 0x660, "bengali": 0x9E6, "cambodian": 0x17E0, "khmer": 0x17E0,
    "devanagari": 0x966, "gujarati": 0xAE6, "gurmukhi": 0xA66, "kannada": 0xCE6, "lao": 0xED0,
    "malayalam": 0xD66, "mongolian": 0x1810, "myanmar": 0x1040, "oriya": 0xB66,
    "persian": 0x6F0, "tamil": 0xBE6, "telugu": 0xC66, "thai": 0xE50, "tibetan": 0xF20,
  ]

  /// The letters of each alphabetic style.
  private static let alphabets: [String: String] = [
    "hiragana":
      "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
    "hiragana-iroha":
      "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす",
    "katakana":
      "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン",
    "katakana-iroha":
      "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
    "cjk-earthly-branch": "子丑寅卯辰巳午未申酉戌亥",
    "cjk-heavenly-stem": "甲乙丙丁戊己庚辛壬癸",
  ]
}
