// SPDX-License-Identifier: MIT
// Part of Grille: a response that is saved instead of shown.

internal import Glibc
public import Networking

/// Says where a download goes and follows it.
///
/// It corresponds to WKDownloadDelegate.
@MainActor
public protocol DownloadDelegate: AnyObject {
  /// Asked once for the file to write; nil cancels. The file must not exist: it is created with
  /// mode 0600 and never replaces another.
  func download(
    _ download: Download, decideDestinationFor response: ResourceResponse,
    suggestedFilename: String
  ) async -> String?

  /// Called as bytes are written.
  func downloadDidProgress(_ download: Download)

  /// Called when the file is complete.
  func downloadDidFinish(_ download: Download)

  /// Called when the download ends without a complete file.
  func download(_ download: Download, didFailWithError error: ResourceError)
}

/// A response that is written to a file.
///
/// It corresponds to WKDownload.
@MainActor
public final class Download {
  /// The request that was answered.
  public let originalRequest: ResourceRequest
  /// The head of the answer.
  public let response: ResourceResponse
  /// Where the file goes and who follows it; set it in the call that hands over the download.
  public weak var delegate: (any DownloadDelegate)?
  /// The bytes written so far.
  public private(set) var receivedBytes: Int64 = 0

  private let load: ResourceLoad
  private let firstBytes: [UInt8]?
  private let body: BodyStream.Iterator
  private var task: Task<Void, Never>?

  init(
    load: ResourceLoad, body: BodyStream.Iterator, head: ContentHead, request: ResourceRequest
  ) {
    self.load = load
    self.body = body
    firstBytes = head.firstBytes
    originalRequest = request
    response = head.response
  }

  /// Stops; what was written so far is removed.
  public func cancel() {
    load.cancel()
    task?.cancel()
  }

  /// Begins by asking the delegate for the destination.
  func start() {
    task = Task { await self.run() }
  }

  private func run() async {
    guard let delegate,
      let path = await delegate.download(
        self, decideDestinationFor: response, suggestedFilename: response.suggestedFilename)
    else {
      load.cancel()
      return
    }
    do throws(ResourceError) {
      try await write(to: path)
      delegate.downloadDidFinish(self)
    } catch {
      delegate.download(self, didFailWithError: error)
    }
  }

  private func write(to path: String) async throws(ResourceError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      load.cancel()
      throw ResourceError(.cannotCreateFile, url: response.url)
    }
    defer { close(descriptor) }
    do throws(ResourceError) {
      var chunk = firstBytes
      var rest = body
      while let bytes = chunk {
        guard Self.writeAll(bytes, to: descriptor) else {
          throw ResourceError(.cannotWriteToFile, url: response.url)
        }
        receivedBytes += Int64(bytes.count)
        delegate?.downloadDidProgress(self)
        chunk = try await rest.next()
      }
    } catch {
      load.cancel()
      unsafe unlink(path)
      throw error
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }
}

extension ResourceError.Code {
  /// A file of that name is there already, or the folder does not allow a new one (−3000).
  public static let cannotCreateFile = Self(rawValue: -3000)
  /// The disk is full or the file cannot grow (−3003).
  public static let cannotWriteToFile = Self(rawValue: -3003)
}
