// SPDX-License-Identifier: MIT
// Part of Grille: who receives the tokenizer's tokens.

/// Receives tokens, and answers what the tokenizer must know of the tree: the tree builder, or a
/// test's recorder.
protocol HTMLTokenSink: ~Copyable {
  /// Takes a run of text; a zero byte is a run of its own.
  mutating func characters(_ start: UnsafePointer<UInt8>, _ length: Int)
  mutating func startTag(_ tag: inout TagToken)
  mutating func endTag(_ tag: inout TagToken)
  mutating func comment(_ bytes: UnsafeBufferPointer<UInt8>)
  mutating func doctype(_ token: borrowing DoctypeToken)
  /// The end of the input.
  mutating func finish()

  /// The state that the last start tag wants for the content behind it.
  mutating func takeTokenizerState() -> HTMLTokenizer.State?
  /// Whether CDATA sections are read as such.
  var isInForeignContent: Bool { get }
  /// The number of a name; eight bytes can be read at its start, however short it is.
  mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> NameID
  /// Whether bytes spell a name, in any case.
  func isName(_ name: NameID, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool
  /// Notes that a limit has cut something off.
  mutating func reach(_ limit: DocumentLimits.Reached)
}

extension HTMLTokenSink where Self: ~Copyable {
  @inline(__always) mutating func characters(_ text: StaticString) {
    unsafe characters(text.utf8Start, text.utf8CodeUnitCount)
  }
}
