// SPDX-License-Identifier: MIT
// Part of Grille: URLs as people see them.

internal import UnicodeText

extension WebURL {
  /// The URL for people: the host in its own script where that is safe, letters instead of
  /// percent-encoding, and never a user name or password.
  ///
  /// Parsed again it gives the same URL, but for the user info and the case of encoded digits.
  public var displayString: String {
    var text = text(
      0, components.hasAuthority ? components.schemeEnd + 3 : components.schemeEnd + 1)
    text += displayHost
    if let port { text += ":\(port)" }
    let start = components.hasAuthority ? components.pathStart : components.schemeEnd + 1
    return text + Self.readable(self.text(start, UInt32(href.utf8.count)))
  }

  /// The host for people: in its own script if that is safe, else in punycode.
  public var displayHost: String {
    components.hostKind == .domain ? HostDisplay.string(for: hostname) : hostname
  }

  /// The host in its own script, whether that is safe or not; nil if it has no such form.
  ///
  /// For showing beside ``displayHost`` only: it may pass for another name.
  package var hostInItsOwnScript: String? {
    guard components.hostKind == .domain else { return nil }
    let labels = hostname.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let decoded = labels.map { IDNA.toUnicode($0) }
    return decoded == labels ? nil : decoded.joined(separator: ".")
  }

  /// The text with percent-encoded letters decoded; everything else stays encoded.
  static func readable(_ text: String) -> String {
    guard text.utf8.contains(0x25) else { return text }
    let bytes = Array(text.utf8)
    var (output, run): ([UInt8], [UInt8]) = ([], [])
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
        let low = ASCII.hexValue(bytes[index + 2]), high >= 8
      {
        run.append(high << 4 | low)
        index += 3
        continue
      }
      appendReadable(run, into: &output)
      run.removeAll(keepingCapacity: true)
      output.append(bytes[index])
      index += 1
    }
    appendReadable(run, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends decoded bytes, encoding again what is no visible character.
  private static func appendReadable(_ run: [UInt8], into output: inout [UInt8]) {
    guard !run.isEmpty else { return }
    var encoded: [UInt8] = []
    PercentEncoding.encode(run.span, .c0Control, into: &encoded)
    guard UTF8Validation.isValid(run.span) else {
      output += encoded
      return
    }
    var hasBase = false
    for scalar in String(decoding: run, as: UTF8.self).unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if isVisible(scalar, hasBase: hasBase) {
        output += bytes
        hasBase = true
      } else {
        PercentEncoding.encode(bytes.span, .c0Control, into: &output)
        hasBase = false
      }
    }
  }

  /// Whether a character has a glyph of its own; marks do only after another character.
  private static func isVisible(_ scalar: Unicode.Scalar, hasBase: Bool) -> Bool {
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return hasBase
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
      .lineSeparator, .paragraphSeparator:
      return false
    default: return true
    }
  }
}
