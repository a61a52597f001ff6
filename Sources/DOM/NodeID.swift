// SPDX-License-Identifier: MIT
// Part of Grille: the identity and the kinds of nodes.

/// The number of a node in its document.
///
/// Numbers are given in the order of creation, which is close to tree order. They stay valid in
/// every later snapshot of the same document.
package struct NodeID: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number; 0 is the document itself, −1 is no node.
  package let rawValue: Int32

  /// Makes an identity from its number.
  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }

  /// No node.
  @inlinable package static var none: NodeID { NodeID(rawValue: -1) }

  /// The document node.
  @inlinable package static var document: NodeID { NodeID(rawValue: 0) }

  /// Whether this is no node.
  @inlinable package var isNone: Bool { rawValue < 0 }

  /// The number as an index into tables kept beside a document.
  @inlinable package var index: Int { Int(rawValue) }

  /// Whether two numbers are the same; the derived operator would not be inlined elsewhere.
  @inlinable package static func == (left: NodeID, right: NodeID) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Orders by creation.
  @inlinable package static func < (left: NodeID, right: NodeID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What a node is.
package enum NodeKind: UInt8, Sendable, BitwiseCopyable {
  /// The root of the tree.
  case document
  /// A document type; its name and identifiers are read with `Document.documentType(of:)`.
  case doctype
  /// An element.
  case element
  /// Character data.
  case text
  /// A comment.
  case comment
  /// The contents of a `template` element, or the root of a parsed fragment.
  case fragment
  /// A processing instruction of an XML document; its text is target, space, data.
  case processingInstruction
}

/// The namespace of an element or attribute.
package enum Namespace: UInt8, Sendable, BitwiseCopyable {
  /// No namespace: almost every attribute.
  case none
  /// HTML elements.
  case html
  /// SVG elements.
  case svg
  /// MathML elements.
  case mathML
  /// XLink attributes.
  case xlink
  /// Attributes such as `xml:lang`.
  case xml
  /// Namespace declarations in foreign elements.
  case xmlns
  /// Any other namespace of an XML document.
  case other
}

/// How far a document departs from the standard's layout rules because of its doctype.
package enum QuirksMode: UInt8, Sendable {
  /// Standards mode.
  case noQuirks
  /// Standards mode but for line heights in tables.
  case limitedQuirks
  /// Quirks mode.
  case quirks
}
