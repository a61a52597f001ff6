// SPDX-License-Identifier: MIT
// Part of Grille: the tree as text, for tests and for people who look for faults.

/// Writes a tree in the format of the html5lib tests: one line a node, indented by depth.
package enum DocumentDump {
  /// The tree below a node; the node itself is not written.
  package static func tree(_ document: Document, below root: NodeID = .document) -> [UInt8] {
    var output: [UInt8] = []
    // Templates' contents hang below an extra line, so they are a second level of roots.
    var roots: [(node: NodeID, end: NodeID, depth: Int)] = []
    var node = document.firstChild(of: root)
    var depth = 0
    var end = root
    while true {
      while node.isNone || node == end {
        guard let outer = roots.popLast() else { return output }
        (node, end, depth) = outer
      }
      append(document, node, depth, &output)
      let contents = document.templateContents(of: node)
      if !contents.isNone {
        line("content", depth + 1, &output)
        let rest = following(document, node, end, depth)
        roots.append((rest.node, end, rest.depth))
        node = document.firstChild(of: contents)
        end = contents
        depth += 2
        continue
      }
      let child = document.firstChild(of: node)
      if !child.isNone {
        node = child
        depth += 1
      } else {
        (node, depth) = following(document, node, end, depth)
      }
    }
  }

  /// The tree below a node as a string.
  package static func string(_ document: Document, below root: NodeID = .document) -> String {
    String(decoding: tree(document, below: root), as: UTF8.self)
  }

  private static func following(
    _ document: Document, _ node: NodeID, _ end: NodeID, _ depth: Int
  ) -> (node: NodeID, depth: Int) {
    var node = node
    var depth = depth
    while node != end, !node.isNone {
      let sibling = document.nextSibling(of: node)
      if !sibling.isNone { return (sibling, depth) }
      node = document.parent(of: node)
      depth -= 1
    }
    return (.none, depth)
  }

  private static func line(_ text: String, _ depth: Int, _ output: inout [UInt8]) {
    output += Array("| ".utf8)
    for _ in 0..<depth { output += [0x20, 0x20] }
    output += Array(text.utf8)
    output.append(0x0A)
  }

  private static func append(
    _ document: Document, _ node: NodeID, _ depth: Int, _ output: inout [UInt8]
  ) {
    let text = document.string(document.textRange(of: node))
    switch document.kind(of: node) {
    case .element:
      line(
        "<\(prefix(document.namespace(of: node)))\(document.string(document.name(of: node)))>",
        depth, &output)
      let lines = document.attributes(of: node).map { number in
        let attribute = document.attribute(at: number)
        let name = prefix(attribute.namespace) + document.string(attribute.name)
        return (name, "\(name)=\"\(document.string(attribute.value))\"")
      }
      for (_, text) in lines.sorted(by: {
        Array($0.0.utf16).lexicographicallyPrecedes(Array($1.0.utf16))
      }) {
        line(text, depth + 1, &output)
      }
    case .text: line("\"\(text)\"", depth, &output)
    case .comment: line("<!-- \(text) -->", depth, &output)
    case .processingInstruction: line("<?\(text)>", depth, &output)
    case .doctype:
      let type = document.documentType(of: node)
      let identifiers =
        type.publicIdentifier.isEmpty && type.systemIdentifier.isEmpty
        ? "" : " \"\(type.publicIdentifier)\" \"\(type.systemIdentifier)\""
      line("<!DOCTYPE \(type.name)\(identifiers)>", depth, &output)
    case .document, .fragment: break
    }
  }

  private static func prefix(_ namespace: Namespace) -> String {
    switch namespace {
    case .none, .html, .other: ""
    case .svg: "svg "
    case .mathML: "math "
    case .xlink: "xlink "
    case .xml: "xml "
    case .xmlns: "xmlns "
    }
  }
}
