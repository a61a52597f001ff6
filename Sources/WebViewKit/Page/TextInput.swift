// SPDX-License-Identifier: MIT
// Part of Grille: turns a body that arrives in pieces into UTF-8, choosing the encoding as late as
// it may.

internal import WebInfra

/// Decodes a body that arrives in pieces.
///
/// The encoding is chosen from what the transport says, a byte order mark, a declaration in the
/// first 1,024 bytes, or the bytes themselves. Text that is ASCII so far reads the same in every
/// encoding but the UTF-16 and ISO-2022 families, so it is passed on without waiting: a page in
/// English appears at once, and the guess is made from the first bytes that need one.
struct TextInput: Sendable {
  /// How many bytes with high bits the detection looks at before it decides.
  private static let detectionWindow = 64 * 1024
  private static let prescanWindow = 1024

  private let suppliedLabel: String?
  private var decoder: TextDecoder?
  private var undecided: [UInt8] = []
  /// The encoding, once it is chosen.
  private(set) var encoding: TextEncoding?
  /// Whether the choice may still be overruled by a declaration further down.
  private(set) var isTentative = true

  /// - Parameter suppliedLabel: the charset parameter of the transport, if any.
  init(suppliedLabel: String?) { self.suppliedLabel = suppliedLabel }

  /// Decodes with an encoding that is known.
  init(encoding: TextEncoding) {
    suppliedLabel = nil
    self.encoding = encoding
    isTentative = false
    decoder = TextDecoder(encoding)
  }

  /// Takes more of the body; appends what can be read of it already.
  mutating func append(_ bytes: [UInt8], into output: inout [UInt8]) {
    if decoder != nil {
      decoder?.decode(bytes.span, into: &output, isFinal: false)
      return
    }
    undecided += bytes
    guard undecided.count >= Self.prescanWindow else { return }
    if choose(isFinal: false) { drain(into: &output, isFinal: false) }
  }

  /// Takes the end of the body.
  mutating func finish(into output: inout [UInt8]) {
    if decoder == nil { _ = choose(isFinal: true) }
    drain(into: &output, isFinal: true)
  }

  private mutating func drain(into output: inout [UInt8], isFinal: Bool) {
    decoder?.decode(undecided.span, into: &output, isFinal: isFinal)
    undecided = []
  }

  /// Chooses the encoding if enough is known; false when more bytes are needed.
  private mutating func choose(isFinal: Bool) -> Bool {
    let needsGuess = undecided.contains { $0 >= 0x80 || $0 == 0x1B || $0 == 0 }
    if needsGuess, !isFinal, undecided.count < Self.detectionWindow,
      !EncodingSniffer.isCertain(undecided.span, suppliedLabel: suppliedLabel)
    {
      return false
    }
    let sniffed = EncodingSniffer.sniff(undecided.span, suppliedLabel: suppliedLabel)
    encoding = sniffed.encoding
    isTentative = sniffed.confidence == .tentative
    decoder = TextDecoder(sniffed.encoding)
    return true
  }
}
