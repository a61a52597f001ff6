// SPDX-License-Identifier: MIT
// Part of Grille: document types in the tree.

/// A document type's parts.
package struct DocumentType: Sendable, Equatable {
  /// The name, `html` in HTML.
  package let name: String
  /// The public identifier, empty if there is none.
  package let publicIdentifier: String
  /// The system identifier, empty if there is none.
  package let systemIdentifier: String
}

extension Document {
  /// The parts of a doctype node; all empty for other nodes.
  package func documentType(of node: NodeID) -> DocumentType {
    let record = nodes[node.index]
    guard record.kind == .doctype, record.length == 3 else {
      return DocumentType(name: "", publicIdentifier: "", systemIdentifier: "")
    }
    let values = (0..<3).map { string(attributeRecords[Int(record.start) + $0].value) }
    return DocumentType(name: values[0], publicIdentifier: values[1], systemIdentifier: values[2])
  }
}

extension DocumentBuilder {
  /// Makes a doctype; its three parts are kept like attributes.
  mutating func makeDoctype(
    name: UnsafeBufferPointer<UInt8>, publicIdentifier: UnsafeBufferPointer<UInt8>,
    systemIdentifier: UnsafeBufferPointer<UInt8>
  ) -> NodeID {
    document.attributeRecords.alignForRun(of: 3)
    var record = NodeRecord(kind: .doctype, namespace: .none, name: .empty)
    record.start = UInt32(document.attributeRecords.count)
    record.length = 3
    let values = unsafe [
      document.pool.append(name), document.pool.append(publicIdentifier),
      document.pool.append(systemIdentifier),
    ]
    for value in values {
      document.attributeRecords.append(
        AttributeRecord(name: .empty, namespace: .none, value: value))
    }
    return make(record)
  }
}
