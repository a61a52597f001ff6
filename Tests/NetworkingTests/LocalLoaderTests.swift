// SPDX-License-Identifier: MIT
// Part of Grille: files, folders, data:, about: and the standard input.

import Foundation
import Testing
import WebInfra

@testable import Networking

/// A folder that is removed with its owner.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "grille-networking-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ name: [UInt8], _ bytes: [UInt8]) -> String {
    let full = Array(path.utf8) + [0x2F] + name
    let file = (full + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { path in
      path.baseAddress.map { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) } ?? -1
    }
    _ = bytes.withUnsafeBytes { write_(file, $0) }
    close(file)
    return WebURL.file(path: full)?.href ?? ""
  }

  private func write_(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    Glibc.write(file, bytes.baseAddress, bytes.count)
  }

  @discardableResult
  func write(_ name: String, _ text: String) -> String {
    write(Array(name.utf8), Array(text.utf8))
  }

  func url(_ name: String) -> String { WebURL.file(path: "\(path)/\(name)")?.href ?? "" }
}

@Suite struct LocalLoaderTests {
  let loader = LocalLoader()

  @Test func fileIsDeliveredByteForByte() async throws {
    let folder = try Folder()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let address = folder.write(Array("a b%?#\"<\u{E9}.bin".utf8), bytes)
    let load = try await loader.load(request(address), LoadContext())
    #expect(load.response.expectedContentLength == 300_000)
    #expect(load.response.mimeType?.essence == "application/octet-stream")
    #expect(load.response.suggestedFilename == "a b%?#\"<\u{E9}.bin")
    #expect(try await load.body.collect() == bytes)
  }

  static let types: [(String, String, String)] = [
    ("a", "<!DOCTYPE html><p>x", "text/html"), ("a.txt", "<!DOCTYPE html><p>x", "text/plain"),
    ("a.html", "plain words", "text/html"), ("README", "plain words", "text/plain"),
    ("a.html", "\u{89}PNG", "text/html"), ("a.css", "p { }", "text/css"),
    ("a.html", "%PDF-1.4", "application/pdf"), ("a", "<p>x", "text/html"),
    ("a.xhtml", "<?xml version='1.0'?><html/>", "application/xhtml+xml"),
    ("empty", "", "text/plain"),
    ("a.json", "{}", "application/json"), ("a.md", "# x", "text/plain"),
  ]

  @Test(arguments: types)
  func typeComesFromBytesThenFromTheName(name: String, content: String, type: String) async throws {
    let folder = try Folder()
    let load = try await loader.load(request(folder.write(name, content)), LoadContext())
    #expect(load.response.mimeType?.essence == type)
  }

  @Test func folderBecomesAPage() async throws {
    let folder = try Folder()
    folder.write("b & <i>.txt", String(repeating: "x", count: 1234))
    folder.write(Array("bad\u{FF}".unicodeScalars.map { UInt8($0.value & 0xFF) }), [1])
    folder.write("line\nend \u{1B}[31m", "")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/zz", withIntermediateDirectories: false)
    let load = try await loader.load(request(folder.url("")), LoadContext())
    #expect(load.response.mimeType?.essence == "text/html")
    #expect(load.response.url.href.hasSuffix("/"))
    let page = String(decoding: try await load.body.collect(), as: UTF8.self)
    #expect(page.contains("b &amp; &lt;i&gt;.txt</a>"))
    #expect(page.contains("1.2 kB"))
    #expect(page.contains("/bad%FF\">bad\u{FFFD}</a>"))
    #expect(page.contains("line\u{240A}end \u{241B}[31m"))
    #expect(!page.contains("\u{1B}"))
    #expect(page.contains("/zz/\">zz/</a>"))
    let folders = try #require(page.range(of: "zz/</a>"))
    let files = try #require(page.range(of: "b &amp;"))
    #expect(folders.lowerBound < files.lowerBound)
    // Every link leads to what it names.
    for link in page.components(separatedBy: "<td><a href=\"").dropFirst() {
      let address = String(link.prefix { $0 != "\"" }).replacingOccurrences(of: "&amp;", with: "&")
      _ = try await loader.load(request(address), LoadContext())
    }
  }

  @Test func folderWithoutSlashAnswersWithOne() async throws {
    let folder = try Folder()
    let address = String(folder.url("").dropLast())
    let load = try await loader.load(request(address), LoadContext())
    #expect(load.response.url.href == address + "/")
    let page = String(decoding: try await load.body.collect(), as: UTF8.self)
    #expect(page.contains("This folder is empty."))
  }

  @Test func whatCannotBeReadSaysWhy() async throws {
    let folder = try Folder()
    let there = folder.write("there", "x")
    for address in [folder.url("missing"), there + "/below", "file://elsewhere/x"] {
      #expect(await failure(of: loader, try request(address))?.code == .fileDoesNotExist)
    }
    #expect(
      await failure(of: loader, try request("file:///dev/zero"))?.code == .noPermissionsToReadFile)
    if getuid() != 0 {
      chmod(folder.path + "/there", 0)
      #expect(await failure(of: loader, try request(there))?.code == .noPermissionsToReadFile)
    }
  }

  @Test(arguments: [
    (EACCES, ResourceError.Code.noPermissionsToReadFile), (ENOENT, .fileDoesNotExist),
    (ELOOP, .fileDoesNotExist), (EIO, .cannotOpenFile),
  ])
  func systemErrorHasItsCode(number: Int32, code: ResourceError.Code) throws {
    let url = try #require(WebURL("file:///x"))
    #expect(FileLoader.error(number, url).code == code)
  }

  static let dataAddresses: [(String, String?, String)] = [
    ("data:,a%20b", "text/plain;charset=US-ASCII", "a b"),
    ("data:text/html,<p>x#f", "text/html", "<p>x"),
    ("data:text/html;charset=utf-8,%C3%A9", "text/html;charset=utf-8", "é"),
    ("data:;charset=utf-8,x", "text/plain;charset=utf-8", "x"),
    ("data:;base64,aGk", "text/plain;charset=US-ASCII", "hi"),
    ("data:text/plain; BASE64 ,aG k=", "text/plain", "hi"),
    ("data:text/plain;base64,a", nil, ""), ("data:text/html", nil, ""),
    ("data:nonsense,x", "text/plain;charset=US-ASCII", "x"),
    ("data:,", "text/plain;charset=US-ASCII", ""),
  ]

  @Test(arguments: dataAddresses)
  func dataAddressIsDecoded(address: String, type: String?, body: String) async throws {
    guard let type else {
      #expect(await failure(of: loader, try request(address))?.code == .badURL)
      return
    }
    let load = try await loader.load(request(address), LoadContext())
    #expect(load.response.mimeType == MIMEType(parsing: type))
    #expect(try await load.body.collect() == Array(body.utf8))
  }

  @Test func embedderSuppliesThePages() async throws {
    var configuration = LocalLoader.Configuration()
    configuration.aboutPage = { $0 == "start" ? Array("<p>start".utf8) : nil }
    let loader = LocalLoader(configuration)
    #expect(try await text(of: loader, request("about:start")) == "<p>start")
    #expect(try await text(of: loader, request("about:blank")) == "")
    #expect(await failure(of: loader, try request("about:nothing"))?.code == .unsupportedURL)
  }

  @Test func standardInputIsReadOnceAndCanBeReloaded() async throws {
    let pipe = Pipe()
    var configuration = LocalLoader.Configuration()
    configuration.standardInput = pipe.fileHandleForReading.fileDescriptor
    let loader = LocalLoader(configuration)
    pipe.fileHandleForWriting.write(Data("  <p>one".utf8))
    let load = try await loader.load(request("stdin:"), LoadContext())
    #expect(load.response.mimeType?.essence == "text/html")
    var iterator = load.body.makeAsyncIterator()
    #expect(try await iterator.next() == Array("  <p>one".utf8))
    pipe.fileHandleForWriting.write(Data(" two".utf8))
    #expect(try await iterator.next() == Array(" two".utf8))
    try pipe.fileHandleForWriting.close()
    #expect(try await iterator.next() == nil)
    #expect(try await text(of: loader, request("stdin:")) == "  <p>one two")
  }

  @Test func waitingForStandardInputCanBeCancelled() async throws {
    let pipe = Pipe()
    var configuration = LocalLoader.Configuration()
    configuration.standardInput = pipe.fileHandleForReading.fileDescriptor
    let loader = LocalLoader(configuration)
    let one = try request("stdin:")
    let task = Task { await failure(of: loader, one) }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    try pipe.fileHandleForWriting.close()
  }

  @Test func embedderSchemeGoesToItsHandler() async throws {
    struct Handler: ResourceLoader {
      @concurrent
      func load(_ request: ResourceRequest, _ context: LoadContext) async throws(ResourceError)
        -> ResourceLoad
      {
        ResourceLoad(
          response: ResourceResponse(url: request.url),
          transaction: Transaction(
            request: .init(url: request.url, method: .get, headers: HTTPHeaderList(), bodySize: 0)),
          body: BodyStream(Array(request.url.pathname.utf8)))
      }
    }
    let loader = SchemeLoader(
      network: makeSession(), local: LocalLoader(),
      handlers: ["app": Handler(), "data": Handler()])
    #expect(try await text(of: loader, request("app:/x")) == "/x")
    #expect(try await text(of: loader, request("data:,y")) == "y")
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1999, "1.9 kB"), (12_345, "12 kB"),
    (5_400_000, "5.4 MB"), (2_000_000_000_000, "2.0 TB"),
  ])
  func sizeIsShort(size: Int64, text: String) {
    #expect(DirectoryListing.sizeText(size) == text)
  }
}
