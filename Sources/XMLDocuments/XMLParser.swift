// SPDX-License-Identifier: MIT
// Part of Grille: reads XML into a document through libxml2.

internal import CLibXML2
package import DOM

/// A violation of XML's rules of well-formedness.
package struct XMLSyntaxError: Error, Sendable, Equatable {
  /// The line, 1-based; 0 if unknown.
  package let line: Int
  /// The column, 1-based; 0 if unknown.
  package let column: Int
  /// What the library says about it, in English; empty if the library itself is missing.
  package let message: String
}

/// What became of an XML text.
package struct XMLParseResult: Sendable {
  /// The tree, up to the error if there is one.
  package let document: Document
  /// The first error, or nil.
  package let error: XMLSyntaxError?
}

/// Parses XML.
///
/// Entities that the text defines are not substituted, default attributes that it defines are left out,
/// and nothing is loaded, so that no text can reach files or the network, or grow.
package enum XMLParser {
  /// Parses a whole text of valid UTF-8, whatever encoding its declaration names.
  ///
  /// - Parameters:
  ///   - utf8: The text without a byte order mark.
  ///   - recovering: Whether reading goes on behind errors, as feeds need it.
  ///   - limits: What is kept at most; the library's own limit on depth, 256, comes first.
  /// - Returns: The tree and the first error.
  package static func parse(
    _ utf8: Span<UInt8>, recovering: Bool = false, limits: DocumentLimits = DocumentLimits()
  ) -> XMLParseResult {
    if utf8.isEmpty {
      let error = XMLSyntaxError(line: 1, column: 1, message: "Document is empty")
      return XMLParseResult(document: Document(), error: error)
    }
    return unsafe utf8.withUnsafeBufferPointer { bytes in
      let memory = unsafe UnsafeRawBufferPointer(bytes).bindMemory(to: CChar.self)
      guard let start = memory.baseAddress, let count = Int32(exactly: memory.count),
        let reader = unsafe XMLReader(parsing: start, count, recovering: recovering)
      else {
        let error = XMLSyntaxError(line: 0, column: 0, message: "")
        return XMLParseResult(document: Document(), error: error)
      }
      var tree = XMLTreeBuilder(limits: limits)
      while reader.read(), tree.add(reader) {}
      return XMLParseResult(document: tree.finish(), error: reader.error)
    }
  }
}
