// SPDX-License-Identifier: MIT
// Part of Grille: pages in old and odd character encodings.

/// Pages whose bytes are written out here, each declaring its encoding in another way.
enum CharsetPages {
  /// The page of a name: its encoding and where it is declared.
  static func reply(_ name: String) -> PracticeReply? {
    switch name {
    // café
    case "latin1-header":
      page("text/html; charset=ISO-8859-1", "", [0x63, 0x61, 0x66, 0xE9])
    // “quoted”, declared as Latin-1, which means windows-1252
    case "windows1252-meta":
      page("text/html", meta("iso-8859-1"), [0x93] + Array("quoted".utf8) + [0x94])
    // 日本語
    case "shiftjis-meta":
      page("text/html", meta("Shift_JIS"), [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA])
    case "eucjp-header":
      page("text/html; charset=EUC-JP", "", [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC])
    case "iso2022jp-meta":
      page(
        "text/html", meta("ISO-2022-JP"),
        [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x38, 0x6C, 0x1B, 0x28, 0x42])
    // 中文
    case "gbk-meta": page("text/html", meta("gb2312"), [0xD6, 0xD0, 0xCE, 0xC4])
    case "big5-header": page("text/html; charset=Big5", "", [0xA4, 0xA4, 0xA4, 0xE5])
    // привет
    case "koi8r-header":
      page("text/html; charset=KOI8-R", "", [0xD0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4])
    case "windows1251-meta":
      page("text/html", meta("windows-1251"), [0xEF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2])
    case "utf8-undeclared": page("text/html", "", Array("naïve 日本語".utf8))
    case "utf8-bom":
      .bytes(
        [0xEF, 0xBB, 0xBF] + Array("<!doctype html><title>T</title><p>naïve".utf8),
        type: "text/html; charset=windows-1252")
    case "utf16le-bom":
      .bytes([0xFF, 0xFE] + utf16("<!doctype html><title>T</title><p>naïve"), type: "text/html")
    case "unknown-label": page("text/html; charset=x-nonsense", "", Array("plain".utf8))
    default: nil
    }
  }

  private static func meta(_ label: String) -> String { "<meta charset=\"\(label)\">" }

  private static func page(_ type: String, _ meta: String, _ text: [UInt8]) -> PracticeReply {
    .bytes(
      Array("<!doctype html>\(meta)<title>T</title><p>".utf8) + text + Array("</p>\n".utf8),
      type: type)
  }

  private static func utf16(_ text: String) -> [UInt8] {
    text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }
}
