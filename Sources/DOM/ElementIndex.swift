// SPDX-License-Identifier: MIT
// Part of Grille: finding elements by id and by anchor name.

/// A table of a document's ids and anchor names, made in one walk and used many times.
package struct ElementIndex: Sendable {
  private let document: Document
  private var slots: [Int32]
  private var entries: [(range: TextRange, node: Int32)] = []

  /// Walks a document and notes the first element of every id, and of every `name` of an `a`
  /// element.
  package init(_ document: Document) {
    self.document = document
    slots = [Int32](repeating: -1, count: 64)
    // Ids win over names wherever they stand.
    for pass in 0...1 {
      var node = document.next(after: .document)
      while !node.isNone {
        if document.isElement(node) {
          if pass == 0 {
            if let id = document.attribute(.id, of: node), !id.isEmpty { add(id, node) }
          } else if document.isHTMLElement(node, .a),
            let name = document.attribute(.name, of: node), !name.isEmpty
          {
            add(name, node)
          }
        }
        node = document.next(after: node)
      }
    }
  }

  /// The element that a fragment names: by id, or else an `a` element by name; or no node.
  package func element(named name: Span<UInt8>) -> NodeID {
    let found = unsafe name.withUnsafeBufferPointer { bytes in
      unsafe slots[slot(bytes)]
    }
    return found < 0 ? .none : NodeID(rawValue: entries[Int(found)].node)
  }

  /// The element that a fragment names: by id, or else an `a` element by name; or no node.
  package func element(named name: String) -> NodeID {
    element(named: Array(name.utf8).span)
  }

  private func slot(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = unsafe NameHash.slot(NameHash.of(name), mask: mask)
    while slots[slot] >= 0 {
      let range = entries[Int(slots[slot])].range
      if unsafe document.pool.bytes(range).hasSameBytes(as: name) { break }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func add(_ range: TextRange, _ node: NodeID) {
    if entries.count * 2 >= slots.count {
      slots = [Int32](repeating: -1, count: slots.count * 2)
      for (number, entry) in entries.enumerated() {
        unsafe slots[slot(document.pool.bytes(entry.range))] = Int32(number)
      }
    }
    let slot = unsafe slot(document.pool.bytes(range))
    guard slots[slot] < 0 else { return }
    slots[slot] = Int32(entries.count)
    entries.append((range, node.rawValue))
  }
}

extension Document {
  /// The first element of an id in tree order, or no node; for many questions make an
  /// `ElementIndex`.
  package func element(withID id: String) -> NodeID {
    let id = Array(id.utf8)
    var node = next(after: .document)
    while !node.isNone {
      if let value = attribute(.id, of: node), value.count == id.count,
        unsafe pool.bytes(value).elementsEqual(id)
      {
        return node
      }
      node = next(after: node)
    }
    return .none
  }
}
