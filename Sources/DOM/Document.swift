// SPDX-License-Identifier: MIT
// Part of Grille: the document tree, a value in flat storage.

/// A tree of nodes: what parsers make, and what style, layout and forms read.
///
/// A document is a cheap value: a copy shares all storage, and a snapshot of a document that is
/// still growing stays as it was. Reading a link, a name or a flag touches no reference count and
/// makes no `String`. Nodes are made and linked by a `DocumentBuilder` only.
package struct Document: Sendable {
  @usableFromInline var nodes = ChunkedBuffer<NodeRecord>()
  @usableFromInline var attributeRecords = ChunkedBuffer<AttributeRecord>()
  @usableFromInline var pool = TextPool()
  var names = NameTable()

  /// The mode that the doctype (or its absence) asks for.
  package internal(set) var quirksMode = QuirksMode.noQuirks

  /// Whether this is an HTML document, whose names are compared in lower case.
  package internal(set) var isHTML = true

  /// The limits which cut something off while the document was made.
  package internal(set) var limitsReached: DocumentLimits.Reached = []

  /// The elements that state facts about the document: `title`, `base`, `meta` and `link`.
  package internal(set) var metadataElements: [NodeID] = []

  /// The forms of controls that the parser associated with a form that is not around them.
  var parserFormOwners: [NodeID: NodeID] = [:]

  /// Makes a document without content.
  package init() {
    nodes.append(NodeRecord(kind: .document, namespace: .none, name: .empty))
  }

  /// Whether quirks mode applies.
  @inlinable package var isQuirks: Bool { quirksMode == .quirks }

  /// How many nodes were made, detached ones included; every number of a node is below it.
  @inlinable package var nodeCount: Int { nodes.count }

  // MARK: Nodes

  /// What a node is.
  @inlinable package func kind(of node: NodeID) -> NodeKind { nodes[node.index].kind }

  /// The local name of an element, the empty name for other nodes.
  @inlinable package func name(of node: NodeID) -> NameID { nodes[node.index].name }

  /// The namespace of an element, `.none` for other nodes.
  @inlinable package func namespace(of node: NodeID) -> Namespace { nodes[node.index].namespace }

  /// The parent, or no node; the parent of a template's contents is the template.
  @inlinable package func parent(of node: NodeID) -> NodeID {
    NodeID(rawValue: nodes[node.index].parent)
  }

  /// The first child, or no node; a template's contents are no child of it.
  @inlinable package func firstChild(of node: NodeID) -> NodeID {
    NodeID(rawValue: nodes[node.index].firstChild)
  }

  /// The last child, or no node.
  @inlinable package func lastChild(of node: NodeID) -> NodeID {
    let first = nodes[node.index].firstChild
    return NodeID(rawValue: first < 0 ? -1 : nodes[Int(first)].previous)
  }

  /// The next sibling, or no node.
  @inlinable package func nextSibling(of node: NodeID) -> NodeID {
    NodeID(rawValue: nodes[node.index].next)
  }

  /// The previous sibling, or no node.
  @inlinable package func previousSibling(of node: NodeID) -> NodeID {
    let previous = nodes[node.index].previous
    // What a first child has there is the last one, behind which nothing comes.
    return NodeID(
      rawValue: previous < 0 || nodes[Int(previous)].next < 0 ? -1 : previous)
  }

  /// Whether a node is an element.
  @inlinable package func isElement(_ node: NodeID) -> Bool { nodes[node.index].kind == .element }

  /// Whether a node is an HTML element of that name.
  @inlinable package func isHTMLElement(_ node: NodeID, _ name: NameID) -> Bool {
    let record = nodes[node.index]
    return record.kind == .element && record.name == name && record.namespace == .html
  }

  /// The contents of a template element, which are kept apart from its children; no node for
  /// others.
  package func templateContents(of node: NodeID) -> NodeID {
    let next = node.index + 1
    guard next < nodes.count, nodes[next].kind == .fragment,
      nodes[next].parent == node.rawValue
    else { return .none }
    return NodeID(rawValue: Int32(next))
  }

  // MARK: Names

  /// Calls a function with the bytes of a name.
  package func withName<Result, Failure: Error>(
    _ name: NameID, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(Span(_unsafeElements: nameBytes(name)))
  }

  /// A name as text; for messages and dumps.
  package func string(_ name: NameID) -> String {
    unsafe String(decoding: nameBytes(name), as: UTF8.self)
  }

  /// The number of a name, spelled exactly, or nil if nothing in this document has it.
  package func nameID(of name: Span<UInt8>) -> NameID? {
    unsafe name.withUnsafeBufferPointer { bytes in
      unsafe names.find(bytes, hash: NameHash.of(bytes), in: pool)
    }
  }

  /// The number of a name, spelled exactly, or nil if nothing in this document has it.
  package func nameID(of name: String) -> NameID? {
    var name = name
    return name.withUTF8 { bytes in
      unsafe names.find(bytes, hash: NameHash.of(bytes), in: pool)
    }
  }

  func nameBytes(_ name: NameID) -> UnsafeBufferPointer<UInt8> {
    if name.isWellKnown { return unsafe WellKnownNames.shared.bytes(Int(name.rawValue)) }
    return unsafe pool.bytes(names.range(of: name))
  }
}

/// One node: 28 bytes, links first.
package struct NodeRecord: BitwiseCopyable {
  @usableFromInline var parent: Int32 = -1
  @usableFromInline var firstChild: Int32 = -1
  /// The previous sibling; in a first child, the last child of the parent.
  @usableFromInline var previous: Int32 = -1
  @usableFromInline var next: Int32 = -1
  /// Name in the low 24 bits, then kind (3), namespace (3), and whether the text has room behind
  /// it.
  @usableFromInline var identity: UInt32
  /// First byte of the text, or number of the first attribute.
  @usableFromInline var start: UInt32 = 0
  /// Bytes of text, or number of attributes.
  @usableFromInline var length: UInt32 = 0

  init(kind: NodeKind, namespace: Namespace, name: NameID) {
    identity =
      UInt32(bitPattern: name.rawValue) & 0xFF_FFFF | UInt32(kind.rawValue) &<< 24
      | UInt32(namespace.rawValue) &<< 27
  }

  @inlinable var kind: NodeKind {
    NodeKind(rawValue: UInt8(truncatingIfNeeded: identity &>> 24) & 7) ?? .document
  }
  @inlinable var namespace: Namespace {
    Namespace(rawValue: UInt8(truncatingIfNeeded: identity &>> 27) & 7) ?? .none
  }
  @inlinable var name: NameID { NameID(rawValue: Int32(bitPattern: identity & 0xFF_FFFF)) }

  var isRoomy: Bool {
    get { identity &>> 30 & 1 != 0 }
    set { identity = identity & ~(1 &<< 30) | (newValue ? 1 &<< 30 : 0) }
  }
}

/// One attribute: 12 bytes.
package struct AttributeRecord: BitwiseCopyable {
  /// Name in the low 24 bits, namespace above.
  @usableFromInline var identity: UInt32
  @usableFromInline var value: TextRange

  init(name: NameID, namespace: Namespace, value: TextRange) {
    identity =
      UInt32(bitPattern: name.rawValue) & 0xFF_FFFF | UInt32(namespace.rawValue) &<< 24
    self.value = value
  }
}
