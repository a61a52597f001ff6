// SPDX-License-Identifier: MIT
// Part of Grille: writes what was loaded on standard output, in the form that was asked for.
import CellGrid
import Glibc
import WebInfra
import WebViewKit

/// Writes one document on standard output.
final class DumpWriter {
  /// What became of the writing so far.
  private(set) var outcome = StandardStream.Outcome.written

  private let arguments: Arguments
  private lazy var encoder = TextEncoder(arguments.outputEncoding)
  private let output = StandardStream.output

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// What is printed of a page.
  var format: DumpFormat { arguments.format ?? (arguments.asksForHead ? .headers : .text) }

  /// Whether any type of body can be printed, and not only what can be shown as text.
  var takesEveryType: Bool {
    if let parts = arguments.printParts, !parts.contains(.body) { return true }
    return format == .source && !isTerminal || format == .headers || format == .json
  }

  /// Writes what was asked for.
  ///
  /// - Parameters:
  ///   - report: What is known of the load.
  ///   - webView: The page; nil if there is none.
  func write(_ report: DumpReport, page webView: WebView?) {
    if let parts = arguments.printParts {
      for line in report.linesBefore(parts) { write(line: line) }
      guard parts.contains(.body) else { return }
    }
    switch format {
    case .text:
      webView?.writeText(
        listsLinks: arguments.linkPlacement == .end, margin: arguments.margin,
        marksLinks: arguments.linkPlacement == .osc8, to: writeText)
    case .ansi: webView?.writeStyledText(margin: arguments.margin, to: writeText)
    case .markdown: write(webView?.markdown ?? "")
    case .html: write(htmlOf: webView)
    case .source:
      if let source = webView?.source {
        write(source, encoding: webView?.sourceEncodingName ?? "utf-8")
      }
    case .links: webView?.writeLinks(isNumbered: arguments.numbersLinks, to: writeText)
    case .headers:
      for line in report.transactions.last?.responseLines(secrets: report.secrets) ?? [] {
        write(line: line)
      }
    case .json: _ = write(Array((report.json.serialized() + "\n").utf8).span)
    }
  }

  /// Ends the document, where documents are told apart by that.
  func end() {
    if arguments.endsWithNUL { _ = write([0].span) }
  }

  /// Writes bytes; false when no more can be written.
  private func write(_ bytes: Span<UInt8>) -> Bool {
    if outcome == .written { outcome = output.write(bytes) }
    return outcome == .written
  }

  /// Writes whole characters in the encoding that was asked for, with `?` for those it lacks.
  private func writeText(_ bytes: Span<UInt8>) -> Bool {
    guard encoder.encoding != .utf8 else { return write(bytes) }
    var utf8: [UInt8] = []
    utf8.append(copying: bytes)
    var encoded: [UInt8] = []
    for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars
    where !encoder.append(scalar, into: &encoded) {
      _ = encoder.append("?", into: &encoded)
    }
    encoder.finish(into: &encoded)
    return write(encoded.span)
  }

  /// Writes a text of several lines that may hold text of strangers.
  private func write(_ text: String) {
    var bytes: [UInt8] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !bytes.isEmpty || line.startIndex != text.startIndex { bytes.append(0x0A) }
      bytes += DisplayString(String(line), as: .page).utf8
    }
    _ = writeText(bytes.span)
  }

  /// Writes a line that may hold text of strangers.
  private func write(line: String) {
    _ = write((DisplayString(line, as: .page).utf8 + [0x0A]).span)
  }

  private var isTerminal: Bool { isatty(output.descriptor) == 1 }

  private func write(htmlOf webView: WebView?) {
    guard isTerminal else {
      webView?.writeHTML(to: write)
      _ = write([0x0A].span)
      return
    }
    var bytes: [UInt8] = []
    webView?.writeHTML { piece in
      bytes.append(copying: piece)
      return true
    }
    write(bytes, encoding: "utf-8")
  }

  /// Writes text as it is; a terminal gets nothing of it that it could take for a command.
  private func write(_ bytes: [UInt8], encoding label: String) {
    guard isTerminal else {
      _ = write(bytes.span)
      return
    }
    var decoder = TextDecoder(TextEncoding(label: label) ?? .utf8)
    var text: [UInt8] = []
    decoder.decode(bytes.span, into: &text, isFinal: true)
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      write(line: String(decoding: line, as: UTF8.self))
    }
  }
}
