// SPDX-License-Identifier: MIT
// Part of Grille: making and linking the nodes of a document.

/// The one writer of a document: parsers own one.
///
/// It cannot be copied; `snapshot()` gives the document as it is now, and later changes do not show
/// there.
package struct DocumentBuilder: ~Copyable {
  var document: Document

  /// Starts a document without content.
  package init(isHTML: Bool = true) {
    document = Document()
    document.isHTML = isHTML
  }

  /// Goes on with a document whose parser has finished: nobody else may write to it any more.
  package init(extending document: Document) { self.document = document }

  /// The document as it is now; costs a few reference counts, not the size of the document.
  package mutating func snapshot() -> Document {
    document.nodes.share()
    document.attributeRecords.share()
    return document
  }

  /// How many nodes there are.
  package var nodeCount: Int { document.nodes.count }

  /// What a node is.
  package func kind(of node: NodeID) -> NodeKind { document.kind(of: node) }

  /// The last child of a node, or no node.
  package func lastChild(of node: NodeID) -> NodeID { document.lastChild(of: node) }

  /// Notes that a limit has cut something off.
  package mutating func reach(_ limit: DocumentLimits.Reached) {
    document.limitsReached.insert(limit)
  }

  /// Puts a paragraph of the program's own on top of the page.
  package mutating func prependNotice(_ text: String) {
    let body = document.body
    guard !body.isNone else { return }
    let paragraph = makeElement(.p)
    append(makeText(Array(text.utf8).span), to: paragraph)
    let first = document.firstChild(of: body)
    if first.isNone { append(paragraph, to: body) } else { insert(paragraph, before: first) }
  }

  // MARK: Making nodes

  /// Finds or makes the number of a name, which is taken as it is spelled.
  package mutating func intern(_ name: Span<UInt8>) -> NameID {
    unsafe name.withUnsafeBufferPointer { bytes in
      unsafe document.names.intern(bytes, hash: NameHash.of(bytes), in: &document.pool)
    }
  }

  /// Makes an element without attributes and without a parent.
  package mutating func makeElement(_ name: NameID, _ namespace: Namespace = .html) -> NodeID {
    make(NodeRecord(kind: .element, namespace: namespace, name: name))
  }

  /// Makes a text node.
  package mutating func makeText(_ bytes: Span<UInt8>) -> NodeID {
    unsafe bytes.withUnsafeBufferPointer { unsafe makeCharacterData(.text, $0) }
  }

  /// Makes a comment.
  package mutating func makeComment(_ bytes: Span<UInt8>) -> NodeID {
    unsafe bytes.withUnsafeBufferPointer { unsafe makeCharacterData(.comment, $0) }
  }

  /// Makes a fragment; as a template's contents when made directly after the template.
  package mutating func makeFragment(contentsOf template: NodeID = .none) -> NodeID {
    var record = NodeRecord(kind: .fragment, namespace: .none, name: .empty)
    record.parent = template.rawValue
    return make(record)
  }

  /// Gives an element that has none its attributes; call before other elements get theirs, once.
  package mutating func addAttribute(
    _ name: NameID, _ namespace: Namespace = .none, value: Span<UInt8>, to node: NodeID
  ) {
    let range = unsafe value.withUnsafeBufferPointer { unsafe document.pool.append($0) }
    addAttribute(AttributeRecord(name: name, namespace: namespace, value: range), to: node)
  }

  /// Notes an element that states facts about the document, for `DocumentMetadata`.
  package mutating func noteMetadata(_ node: NodeID) {
    if document.metadataElements.count < 10_000 { document.metadataElements.append(node) }
  }

  mutating func addAttribute(_ attribute: AttributeRecord, to node: NodeID) {
    let record = document.nodes[node.index]
    let end = Int(record.start) + Int(record.length)
    if record.length == 0 || end != document.attributeRecords.count || end & 1023 == 0 {
      // Not the last list, or at the end of a chunk: the list moves.
      document.attributeRecords.alignForRun(of: min(Int(record.length) + 1, 1024))
      let start = document.attributeRecords.count
      for number in 0..<Int(record.length) {
        document.attributeRecords.append(document.attributeRecords[Int(record.start) + number])
      }
      unsafe document.nodes.writable(node.index).pointee.start = UInt32(start)
    }
    document.attributeRecords.append(attribute)
    unsafe document.nodes.writable(node.index).pointee.length += 1
  }

  func hasAttribute(_ attribute: AttributeRecord, _ node: NodeID) -> Bool {
    document.attributes(of: node).contains {
      document.attributeRecords[$0].identity == attribute.identity
    }
  }

  @inline(__always) mutating func make(_ record: NodeRecord) -> NodeID {
    document.nodes.append(record)
    return NodeID(rawValue: Int32(truncatingIfNeeded: document.nodes.count - 1))
  }

  mutating func makeCharacterData(_ kind: NodeKind, _ bytes: UnsafeBufferPointer<UInt8>) -> NodeID {
    let range = unsafe document.pool.append(bytes)
    var record = NodeRecord(kind: kind, namespace: .none, name: .empty)
    record.start = range.offset
    record.length = range.length
    return make(record)
  }

  // MARK: Linking nodes

  /// Makes a node without a parent the last child of another.
  package mutating func append(_ node: NodeID, to parent: NodeID) {
    let first = document.nodes[parent.index].firstChild
    var last = node.rawValue
    if first < 0 {
      unsafe document.nodes.writable(parent.index).pointee.firstChild = node.rawValue
    } else {
      last = setLastChild(node.rawValue, behind: first)
      unsafe document.nodes.writable(Int(last)).pointee.next = node.rawValue
    }
    let record = unsafe document.nodes.writable(node.index)
    unsafe record.pointee.parent = parent.rawValue
    unsafe record.pointee.previous = last
    unsafe record.pointee.next = -1
  }

  /// Puts a node without a parent before another, which has one.
  package mutating func insert(_ node: NodeID, before sibling: NodeID) {
    let place = document.nodes[sibling.index]
    if document.nodes[Int(place.parent)].firstChild == sibling.rawValue {
      unsafe document.nodes.writable(Int(place.parent)).pointee.firstChild = node.rawValue
    } else {
      unsafe document.nodes.writable(Int(place.previous)).pointee.next = node.rawValue
    }
    unsafe document.nodes.writable(sibling.index).pointee.previous = node.rawValue
    let record = unsafe document.nodes.writable(node.index)
    unsafe record.pointee.parent = place.parent
    unsafe record.pointee.previous = place.previous
    unsafe record.pointee.next = sibling.rawValue
  }

  /// Takes a node from its parent, if it has one.
  package mutating func remove(_ node: NodeID) {
    let place = document.nodes[node.index]
    guard place.parent >= 0 else { return }
    let first = document.nodes[Int(place.parent)].firstChild
    if first == node.rawValue {
      unsafe document.nodes.writable(Int(place.parent)).pointee.firstChild = place.next
    } else {
      unsafe document.nodes.writable(Int(place.previous)).pointee.next = place.next
    }
    if place.next >= 0 {
      unsafe document.nodes.writable(Int(place.next)).pointee.previous = place.previous
    } else if first != node.rawValue {
      setLastChild(place.previous, behind: first)
    }
    let record = unsafe document.nodes.writable(node.index)
    unsafe record.pointee.parent = -1
    unsafe record.pointee.previous = -1
    unsafe record.pointee.next = -1
  }

  /// Moves all children of a node to the end of another.
  package mutating func moveChildren(of node: NodeID, to parent: NodeID) {
    let moved = document.nodes[node.index].firstChild
    guard moved >= 0 else { return }
    var child = moved
    while child >= 0 {
      let record = unsafe document.nodes.writable(Int(child))
      unsafe record.pointee.parent = parent.rawValue
      child = unsafe record.pointee.next
    }
    let first = document.nodes[parent.index].firstChild
    if first < 0 {
      unsafe document.nodes.writable(parent.index).pointee.firstChild = moved
    } else {
      let last = setLastChild(document.nodes[Int(moved)].previous, behind: first)
      unsafe document.nodes.writable(Int(last)).pointee.next = moved
      unsafe document.nodes.writable(Int(moved)).pointee.previous = last
    }
    unsafe document.nodes.writable(node.index).pointee.firstChild = -1
  }

  /// Notes in a first child which child is the last, and gives the one that was.
  @discardableResult
  @inline(__always)
  private mutating func setLastChild(_ last: Int32, behind first: Int32) -> Int32 {
    let record = unsafe document.nodes.writable(Int(first))
    let old = unsafe record.pointee.previous
    unsafe record.pointee.previous = last
    return old
  }

  /// Adds bytes to a text or comment node.
  package mutating func appendText(_ bytes: Span<UInt8>, to node: NodeID) {
    unsafe bytes.withUnsafeBufferPointer { unsafe extendText(node, with: $0) }
  }

  mutating func extendText(_ node: NodeID, with bytes: UnsafeBufferPointer<UInt8>) {
    let record = unsafe document.nodes.writable(node.index)
    var isRoomy = unsafe record.pointee.isRoomy
    let wasRoomy = isRoomy
    let old = unsafe TextRange(offset: record.pointee.start, length: record.pointee.length)
    let range = unsafe document.pool.extend(old, isRoomy: &isRoomy, with: bytes)
    unsafe record.pointee.start = range.offset
    unsafe record.pointee.length = range.length
    if isRoomy != wasRoomy { unsafe record.pointee.isRoomy = isRoomy }
  }
}
