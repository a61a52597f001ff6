// SPDX-License-Identifier: MIT
// Part of Grille: when a host name may be shown in its own script.

internal import UnicodeText

/// Decides label by label whether a host is shown in Unicode or in punycode.
///
/// A label is shown in Unicode only if all its letters are of one script in common use (the
/// scripts of Japanese and of Korean count as one each) and it does not look like another name.
enum HostDisplay {
  /// The host for people, from its ASCII form.
  static func string(for host: String) -> String {
    let labels = host.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.contains(where: isEncoded) else { return host }
    let shown = labels.map { label in
      let ascii = String(Substring(label))
      guard isEncoded(label) else { return ascii }
      let unicode = IDNA.toUnicode(ascii)
      // A form that does not lead back to the same host would be another host's name.
      guard unicode != ascii, isFitToShow(unicode), IDNA.toASCII(unicode) == ascii else {
        return ascii
      }
      return unicode
    }.joined(separator: ".")
    // Labels may be valid alone and not together, where some are written from right to left.
    return IDNA.toASCII(shown) == host ? shown : host
  }

  private static func isEncoded(_ label: Substring.UTF8View) -> Bool {
    label.starts(with: "xn--".utf8)
  }

  /// Whether a label in Unicode is of one script and not confusable.
  static func isFitToShow(_ label: String) -> Bool {
    var scripts: Set<Script> = []
    var looksPlain = true
    for scalar in label.unicodeScalars {
      let value = scalar.value
      if value < 0x80 {
        if scalar.properties.isAlphabetic {
          scripts.insert(.latin)
          looksPlain = false
        }
        continue
      }
      // The prolonged sound mark belongs to both syllabaries, and reads as a dash.
      if value == 0x30FC { continue }
      guard let script = Script(of: value), isLetterOrDigit(scalar) else { return false }
      if script == .latin, !isCommonLatin(value) { return false }
      scripts.insert(script)
      if !LookAlikes.scalars.contains(value) { looksPlain = false }
    }
    return isOneScript(scripts) && !looksPlain
  }

  // www.unicode.org/reports/tr39/#Single_Script
  private static func isOneScript(_ scripts: Set<Script>) -> Bool {
    scripts.count == 1 || scripts.isSubset(of: [.han, .hiragana, .katakana])
      || scripts.isSubset(of: [.han, .hangul]) || scripts.isSubset(of: [.han, .bopomofo])
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber, .letterNumber:
      true
    default: false
    }
  }

  /// The Latin letters of living orthographies that do not pass for an ASCII letter.
  private static func isCommonLatin(_ value: UInt32) -> Bool {
    switch value {
    // Without dot, or with a dot that is easily overlooked.
    case 0x131, 0x138, 0x140, 0x149, 0x17F: false
    case 0xDF...0xF6, 0xF8...0x17E: true
    case 0x1A1, 0x1B0, 0x219, 0x21B, 0x259: true
    case 0x1EA0...0x1EF9: true
    default: false
    }
  }
}

extension Script {
  /// The script of a character, or nil for one that no script in common use has for itself.
  init?(of scalar: UInt32) {
    var (low, high) = (0, Self.ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.ranges[middle].last < scalar { low = middle + 1 } else { high = middle }
    }
    guard low < Self.ranges.count, Self.ranges[low].first <= scalar else { return nil }
    self = Self.ranges[low].script
  }
}

/// Characters which pass for an ASCII letter or digit, or for a slash or a dash.
///
/// A label of nothing but these could be taken for an ASCII name.
enum LookAlikes {
  static let scalars: Set<UInt32> = {
    let lists: [String] = [
      "асеорхуіјѕһԁԛԝѵӏькпгѡүҽԍԗёїўӓӧӱӕ",  // Cyrillic
      "αικνορτυχγηωάίόύήώϊϋΐΰϲϳ",  // Greek
      "ագզլհյոսւցքօ",  // Armenian
      "იოყხძჿ",  // Georgian
      "וזחטיןס",  // Hebrew
      "اهةە٠١٥۰۱۵",  // Arabic
      "०০੦૦୦௦౦೦൦๐໐༠၀០৭ഠଠဝ",  // digits of India and beyond, and round letters
      "一丨丶丿〇口工二ノー",  // Han and kana
      "ㅇㅣㅡ",  // Hangul
    ]
    return Set(lists.joined().unicodeScalars.map(\.value))
  }()
}
