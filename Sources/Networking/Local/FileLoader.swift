// SPDX-License-Identifier: MIT
// Part of Grille: files and folders of this machine.

import Glibc
import Synchronization
import WebInfra

/// Opens files and lists folders.
struct FileLoader {
  var words: DirectoryListing.Words

  /// The head and body of a file; a folder becomes a page that lists it.
  func load(_ url: WebURL) async throws(ResourceError) -> (ResourceResponse, BodyStream) {
    guard let path = url.filePath, !path.contains(0) else {
      throw ResourceError(
        .fileDoesNotExist, url: url, underlyingText: "the address names no file of this machine")
    }
    // Without O_NONBLOCK the opening of a pipe would wait for its writer.
    guard let file = OpenFile(path: path, flags: O_RDONLY | O_CLOEXEC | O_NONBLOCK) else {
      throw Self.error(errno, url)
    }
    guard let status = file.status else { throw Self.error(errno, url) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return try list(file, path, url)
    case S_IFREG: return try read(file, path, status, url)
    case S_IFIFO, S_IFSOCK: return try await stream(file, url)
    default:
      throw ResourceError(
        .noPermissionsToReadFile, url: url, underlyingText: "a device is not read as a page")
    }
  }

  private func read(_ file: OpenFile, _ path: [UInt8], _ status: stat, _ url: WebURL)
    throws(ResourceError) -> (ResourceResponse, BodyStream)
  {
    guard let first = file.read(upTo: BodyPiece.size) else { throw Self.error(errno, url) }
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[($0 + 1)...]) } ?? path
    var headers = HTTPHeaderList()
    headers.append("Last-Modified", HTTPDate.format(Int64(status.st_mtim.tv_sec)))
    let response = ResourceResponse(
      url: url, headers: headers,
      mimeType: FileType.guess(name: name, bytes: Array(first.prefix(FileType.sniffedBytes))),
      expectedContentLength: Int64(status.st_size))
    let reader = FileReader(file: file, first: first, url: url)
    return (
      response,
      BodyStream(
        pulling: { () async throws(ResourceError) in try await reader.next() },
        onCancel: { reader.cancel() })
    )
  }

  private func list(_ file: OpenFile, _ path: [UInt8], _ url: WebURL) throws(ResourceError) -> (
    ResourceResponse, BodyStream
  ) {
    guard let entries = DirectoryListing.entries(of: file) else { throw Self.error(errno, url) }
    var folder = path
    if folder.last != UInt8(ascii: "/") { folder.append(UInt8(ascii: "/")) }
    let page = DirectoryListing.page(folder: folder, entries: entries, words: words)
    // The slash makes relative addresses mean what is in the folder.
    let response = ResourceResponse(
      url: WebURL.file(path: folder) ?? url, mimeType: .html,
      expectedContentLength: Int64(page.count), textEncodingName: "utf-8")
    return (response, BodyStream(page))
  }

  private func stream(_ file: OpenFile, _ url: WebURL) async throws(ResourceError) -> (
    ResourceResponse, BodyStream
  ) {
    let input = StandardInput(file: file)
    let first = try await input.firstBytes()
    let response = ResourceResponse(url: url, mimeType: FileType.guess(name: [], bytes: first))
    return (response, input.makeBody())
  }

  static func error(_ code: Int32, _ url: WebURL) -> ResourceError {
    let text = unsafe String(cString: strerror(code))
    return switch code {
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG:
      ResourceError(.fileDoesNotExist, url: url, underlyingText: text)
    case EACCES, EPERM: ResourceError(.noPermissionsToReadFile, url: url, underlyingText: text)
    default: ResourceError(.cannotOpenFile, url: url, underlyingText: text)
    }
  }
}

/// The size in which local bodies are handed over.
enum BodyPiece {
  static let size = 64 << 10
}

/// An open descriptor, closed with its last owner.
final class OpenFile: Sendable {
  let descriptor: Int32

  /// Opens a path; nil, with `errno` set, when that fails.
  init?(path: [UInt8], flags: Int32) {
    let descriptor = unsafe (path + [0]).withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe characters.baseAddress.map { unsafe open($0, flags) } ?? -1
      }
    }
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// What the system knows of the file; nil, with `errno` set, when that fails.
  var status: stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  /// The next bytes, none at the end; nil, with `errno` set, when reading fails.
  func read(upTo limit: Int) -> [UInt8]? {
    while true {
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
        count = unsafe Glibc.read(descriptor, buffer.baseAddress, limit)
        used = max(count, 0)
      }
      if count >= 0 { return bytes }
      if errno != EINTR { return nil }
    }
  }
}

/// Reads a file piece by piece as its reader asks.
private final class FileReader: Sendable {
  private struct State {
    var file: OpenFile?
    var first: [UInt8]?
  }

  private let state: Mutex<State>
  private let url: WebURL

  init(file: OpenFile, first: [UInt8], url: WebURL) {
    state = Mutex(State(file: file, first: first))
    self.url = url
  }

  func cancel() { state.withLock { $0 = State() } }

  @concurrent
  func next() async throws(ResourceError) -> [UInt8]? {
    let (file, first) = state.withLock { state -> (OpenFile?, [UInt8]?) in
      defer { state.first = nil }
      return (state.file, state.first)
    }
    guard let file, !Task.isCancelled else { throw ResourceError(.cancelled, url: url) }
    if let first { return first.isEmpty ? nil : first }
    guard let piece = file.read(upTo: BodyPiece.size) else {
      throw FileLoader.error(errno, url)
    }
    return piece.isEmpty ? nil : piece
  }
}
