// SPDX-License-Identifier: MIT
// Part of Grille: the page that shows what is in a folder.

import Glibc
import WebInfra

/// Makes the HTML of a folder's contents.
package enum DirectoryListing {
  /// The words on the page, in the user's language.
  package struct Words: Sendable {
    /// What stands before the folder's path in the title.
    package var title = "Index of"
    /// The way up.
    package var parent = "Parent folder"
    /// Head of the column of names.
    package var name = "Name"
    /// Head of the column of sizes.
    package var size = "Size"
    /// Head of the column of dates.
    package var modified = "Modified"
    /// What stands in place of an empty list.
    package var empty = "This folder is empty."
    /// The page's language, as HTML writes it.
    package var language = "en"

    /// The English words.
    package init() {}
  }

  /// One file or folder.
  struct Entry: Hashable {
    /// The name's bytes, whatever they are.
    var name: [UInt8]
    var isFolder: Bool
    /// Bytes; nil for folders and what cannot be asked.
    var size: Int64?
    /// Seconds since 1970; nil when it cannot be asked.
    var modified: Int64?
  }

  // MARK: Reading

  /// What is in an open folder, folders first, by name; nil, with `errno` set, on failure.
  static func entries(of folder: OpenFile) -> [Entry]? {
    // The stream owns and closes a descriptor of its own.
    let copy = fcntl(folder.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    guard let stream = unsafe fdopendir(copy) else {
      close(copy)
      return nil
    }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    errno = 0
    while let item = unsafe readdir(stream) {
      let name = unsafe name(of: item)
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      entries.append(entry(name, in: folder.descriptor))
    }
    entries.sort { one, other in
      if one.isFolder != other.isFolder { return one.isFolder }
      let (left, right) = (one.name.map(ASCII.lowercase), other.name.map(ASCII.lowercase))
      return left == right
        ? one.name.lexicographicallyPrecedes(other.name) : left.lexicographicallyPrecedes(right)
    }
    return entries
  }

  private static func name(of item: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafeBytes(of: &item.pointee.d_name) { bytes in
      unsafe Array(bytes.prefix { $0 != 0 })
    }
  }

  private static func entry(_ name: [UInt8], in folder: Int32) -> Entry {
    var status = stat()
    let isKnown = unsafe (name + [0]).withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let path = characters.baseAddress else { return false }
        // A link whose target is gone still has a place in the list.
        return unsafe fstatat(folder, path, &status, 0) == 0
          || fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0
      }
    }
    guard isKnown else { return Entry(name: name, isFolder: false) }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    return Entry(
      name: name, isFolder: isFolder,
      size: status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil,
      modified: Int64(status.st_mtim.tv_sec))
  }

  // MARK: Writing

  /// The page, in UTF-8, of a folder whose path ends in a slash.
  static func page(folder: [UInt8], entries: [Entry], words: Words) -> [UInt8] {
    var html: [UInt8] = []
    func put(_ text: String) { html.append(contentsOf: text.utf8) }
    func put(escaping bytes: [UInt8]) { escape(bytes, into: &html) }
    func put(escaping text: String) { escape(Array(text.utf8), into: &html) }
    put("<!DOCTYPE html>\n<html lang=\"")
    put(escaping: words.language)
    put("\"><meta charset=\"utf-8\"><title>")
    put(escaping: "\(words.title) ")
    put(escaping: folder)
    put("</title>\n<h1>")
    put(escaping: "\(words.title) ")
    put(escaping: folder)
    put("</h1>\n")
    if let parent = parent(of: folder) {
      put("<p><a href=\"")
      put(escaping: address(of: parent))
      put("\">")
      put(escaping: words.parent)
      put("</a></p>\n")
    }
    guard !entries.isEmpty else {
      put("<p>")
      put(escaping: words.empty)
      put("</p>\n")
      return html
    }
    put("<table>\n<tr><th align=\"left\">")
    put(escaping: words.name)
    put("<th align=\"right\">")
    put(escaping: words.size)
    put("<th align=\"left\">")
    put(escaping: words.modified)
    put("\n")
    for entry in entries {
      let slash: [UInt8] = entry.isFolder ? [UInt8(ascii: "/")] : []
      put("<tr><td><a href=\"")
      put(escaping: address(of: folder + entry.name + slash))
      put("\">")
      put(escaping: entry.name + slash)
      put("</a><td align=\"right\">")
      if let size = entry.size { put(sizeText(size)) }
      put("<td>")
      if let modified = entry.modified { put(dateText(modified)) }
      put("\n")
    }
    put("</table>\n")
    return html
  }

  private static func parent(of folder: [UInt8]) -> [UInt8]? {
    let path = folder.dropLast()
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return Array(path[...slash])
  }

  private static func address(of path: [UInt8]) -> String { WebURL.file(path: path)?.href ?? "" }

  /// Appends text so that nothing in it is markup; control characters become their pictures.
  private static func escape(_ bytes: [UInt8], into html: inout [UInt8]) {
    // Whatever is not UTF-8 in a name becomes U+FFFD.
    for byte in String(decoding: bytes, as: UTF8.self).utf8 {
      switch byte {
      case UInt8(ascii: "&"): html.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): html.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): html.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): html.append(contentsOf: "&quot;".utf8)
      case 0..<0x20: html.append(contentsOf: [0xE2, 0x90, 0x80 + byte])
      case 0x7F: html.append(contentsOf: [0xE2, 0x90, 0xA1])
      default: html.append(byte)
      }
    }
  }

  /// A size with at most one decimal and its unit.
  static func sizeText(_ size: Int64) -> String {
    if size < 1000 { return "\(size) B" }
    var value = size
    var rest: Int64 = 0
    for unit in ["kB", "MB", "GB", "TB", "PB"] {
      rest = value % 1000
      value /= 1000
      if value < 1000 {
        return value < 10 ? "\(value).\(rest / 100) \(unit)" : "\(value) \(unit)"
      }
    }
    return "\(value) PB"
  }

  /// A date and time of day where the user is, such as "2024-02-29 13:05".
  static func dateText(_ moment: Int64) -> String {
    var seconds = time_t(moment)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return "" }
    let (year, month, day) = unsafe (parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
    let (hour, minute) = unsafe (parts.tm_hour, parts.tm_min)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(padded(month))-\(padded(day)) \(padded(hour)):\(padded(minute))"
  }
}
