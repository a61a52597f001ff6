// SPDX-License-Identifier: MIT
// Part of Grille: a harmless name under which a body can be saved.

import WebInfra

/// Finds a file name for an answer.
enum SuggestedFilename {
  /// The longest name made, in bytes: what common file systems allow, less room for a suffix.
  static let longestName = 200

  /// A name from `Content-Disposition`, else from the address, else from the host or the scheme.
  static func make(url: WebURL, headers: HTTPHeaderList, type: MIMEType?) -> String {
    if let field = headers.first("content-disposition"), let name = name(inDisposition: field),
      let clean = harmless(name)
    {
      return clean
    }
    if url.scheme == "data" || url.scheme == "about" { return fallback(for: type) }
    let path = url.pathname
    let last = path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      path[path.utf8.index(after: $0)...]
    }
    if let last, let clean = harmless(decodingPercent(String(last))) { return clean }
    return fallback(for: type)
  }

  /// `name` without folders, control characters and leading dots; nil when nothing is left.
  static func harmless(_ name: String) -> String? {
    var result = ""
    for scalar in name.unicodeScalars {
      if scalar == "/" || scalar == "\\" {
        result = ""
        continue
      }
      // Controls, line and paragraph separators, and the characters that turn text around.
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF:
        continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    while let first = result.unicodeScalars.first, first == "." || first == " " {
      result.unicodeScalars.removeFirst()
    }
    while let last = result.unicodeScalars.last, last == " " || last == "." {
      result.unicodeScalars.removeLast()
    }
    while result.utf8.count > longestName { result.unicodeScalars.removeLast() }
    return result.isEmpty ? nil : result
  }

  private static func fallback(for type: MIMEType?) -> String {
    switch type?.essence {
    case "text/html", nil: "index.html"
    case "text/plain": "document.txt"
    case "application/json": "document.json"
    case "application/xhtml+xml": "document.xhtml"
    case "application/pdf": "document.pdf"
    case "image/png": "image.png"
    case "image/jpeg": "image.jpg"
    case "image/gif": "image.gif"
    case "image/webp": "image.webp"
    default: "document"
    }
  }

  // RFC 6266 §4.3, RFC 8187 §3.2
  private static func name(inDisposition field: String) -> String? {
    var plain: String?
    for (key, value) in HeaderParameters.parse(field) {
      if key == "filename*" {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { continue }
        if ASCII.lowercased(parts[0]) == "utf-8" { return decodingPercent(String(parts[2])) }
        if ASCII.lowercased(parts[0]) == "iso-8859-1" {
          let bytes = PercentEncoding.decode(String(parts[2]))
          return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
      } else if key == "filename", plain == nil {
        plain = decodingPercent(value)
      }
    }
    return plain
  }

  private static func decodingPercent(_ text: String) -> String {
    String(decoding: PercentEncoding.decode(text), as: UTF8.self)
  }
}

/// Reads `; name=value` lists such as those of `Content-Disposition` and `Set-Cookie`-like fields.
enum HeaderParameters {
  // RFC 9110 §5.6.6
  /// The parameters after the first `;`, names in lower case, quoted values unescaped.
  static func parse(_ field: String) -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    let bytes = Array(field.utf8)
    var index = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
    while index < bytes.count {
      index += 1
      var name: [UInt8] = []
      while index < bytes.count, bytes[index] != UInt8(ascii: ";"),
        bytes[index] != UInt8(ascii: "=")
      {
        if bytes[index] != 0x20, bytes[index] != 0x09 { name.append(ASCII.lowercase(bytes[index])) }
        index += 1
      }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
      index += 1
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
      var value: [UInt8] = []
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
          value.append(bytes[index])
          index += 1
        }
        while index < bytes.count, bytes[index] != UInt8(ascii: ";") { index += 1 }
      } else {
        while index < bytes.count, bytes[index] != UInt8(ascii: ";") {
          value.append(bytes[index])
          index += 1
        }
        while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
      }
      result.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return result
  }
}
