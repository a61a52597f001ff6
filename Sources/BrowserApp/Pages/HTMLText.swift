// SPDX-License-Identifier: MIT
// Part of Grille: puts text into the HTML of the program's own pages.

/// Text as HTML source.
nonisolated enum HTMLText {
  /// The text with what means something in HTML written as references; safe in quoted attributes.
  static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { isSpecial($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// A whole page around a body that is HTML already.
  static func page(title: String, language: Language, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)">
    <head><meta charset="utf-8"><title>\(escape(title))</title></head>
    <body>
    \(body)
    </body>
    </html>

    """
  }
}
