// SPDX-License-Identifier: MIT
// Part of Grille: walks the document and makes its box tree.

import CSS
import CellGrid
import DOM
import WebInfra

/// Walks a document in tree order with an explicit stack and turns it into boxes.
///
/// Boxes in normal flow go straight to the layout; content of tables and atomic boxes is recorded as
/// items until its intrinsic width is known.
///
/// Not copyable: calling a method that only reads would else copy all of it first.
struct BoxTreeBuilder: ~Copyable {
  let document: Document
  var resolver: StyleResolver
  let forms: FormState
  let options: LayoutOptions
  var flow: FlowLayout

  /// Open elements and anonymous boxes, the root of the page first.
  var contexts: [BoxContext] = []
  /// How many tables and atomic boxes are open: while there are any, items are recorded.
  var recordDepth = 0
  /// Whether a collapsible space, or the start of a line, stands before what comes next.
  var followsSpace = true
  /// The columns of preserved text since the last line break.
  var lineColumn = 0
  /// Whether the open link has content that can be seen.
  var hasLinkContent = false
  /// A picture without text in the open link.
  var linkPicture = NodeID.none

  /// Anchors between table parts that the next cell takes.
  var waitingAnchors: [NodeID] = []
  /// Styles of anonymous boxes by the style around them and the kind of box.
  var anonymousStyles: [Int: Int] = [:]

  /// Open lists, the outermost first; the first stands for items outside any list.
  var lists = [ListCounter()]
  var counters: [NamedCounter] = []
  var quoteDepth = 0
  var focusables: [Focusable] = []
  var linkTargets: [WebURL] = []
  var linkNumbers: [String: Int32] = [:]

  /// Positions in `FlowLayout.styles` by number of the resolver; -1 where not yet seen.
  private var stylePositions: [Int32] = []
  private var styleAppearances: [Int32] = []
  private var styleTraits: [TextTraits] = []
  let roles = ElementRole.table
  var appearances: [TextAppearance] = [TextAppearance()]
  private var appearanceNumbers: [TextAppearance: UInt16] = [TextAppearance(): 0]

  init(
    document: Document, resolver: consuming StyleResolver, columns: Int, options: LayoutOptions,
    forms: FormState
  ) {
    self.document = document
    self.resolver = resolver
    self.options = options
    self.forms = forms
    flow = FlowLayout(options: options, columns: columns)
    // Pages hold about so much text for each node; what is not used is not touched.
    flow.text.reserveCapacity(flow.text.count + 16 * document.nodeCount)
    contexts.reserveCapacity(64)
    var root = BoxContext(kind: .block, node: .document, styleID: .initial, style: 0)
    root.style = position(of: .initial)
    contexts.append(root)
  }

  /// Lays out the whole document.
  mutating func run() {
    var node = document.firstChild(of: .document)
    while !node.isNone {
      let isOpen = visit(node)
      if isOpen {
        let child = firstVisited(in: node)
        if !child.isNone {
          node = child
          continue
        }
        close()
      }
      // Up to the nearest ancestor that has more children to visit.
      while true {
        let sibling = nextVisited(after: node)
        if !sibling.isNone {
          node = sibling
          break
        }
        node = document.parent(of: node)
        if node.isNone || node == .document {
          node = .none
          break
        }
        close()
      }
    }
    endInlineRun()
  }

  private mutating func visit(_ node: NodeID) -> Bool {
    switch document.kind(of: node) {
    case .text:
      addText(node)
      return false
    case .element:
      return open(node)
    default:
      return false
    }
  }

  /// The first child that is walked: all, but of a closed `details` element only the summary.
  private func firstVisited(in node: NodeID) -> NodeID {
    isClosedDetails(node)
      ? document.firstChild(.summary, of: node) : document.firstChild(of: node)
  }

  private func nextVisited(after node: NodeID) -> NodeID {
    if document.isHTMLElement(node, .summary), isClosedDetails(document.parent(of: node)) {
      return .none
    }
    return document.nextSibling(of: node)
  }

  private func isClosedDetails(_ node: NodeID) -> Bool {
    guard document.isHTMLElement(node, .details) else { return false }
    return document.hasAttribute(.open, of: node) == options.toggledDetails.contains(node)
  }

  // MARK: Styles

  /// The position in `FlowLayout.styles` of a style of the resolver.
  @inline(__always)
  mutating func position(of id: StyleID) -> Int {
    let number = Int(id.rawValue)
    if number < stylePositions.count, stylePositions[number] >= 0 {
      return Int(stylePositions[number])
    }
    return addStyle(id)
  }

  private mutating func addStyle(_ id: StyleID) -> Int {
    let number = Int(id.rawValue)
    while stylePositions.count <= number { stylePositions.append(-1) }
    let position = addStyle(resolver.table[id])
    stylePositions[number] = Int32(position)
    return position
  }

  /// Adds a style that no element has: of an anonymous box.
  mutating func addStyle(_ style: ComputedStyle) -> Int {
    flow.styles.append(style)
    styleAppearances.append(-1)
    styleTraits.append(TextTraits(style))
    return flow.styles.count - 1
  }

  /// The look of text in a style over the background of the inline boxes around it.
  mutating func appearance(of style: Int, over background: StyleColor) -> UInt16 {
    if background.isTransparent, styleAppearances[style] >= 0 {
      return UInt16(truncatingIfNeeded: styleAppearances[style])
    }
    let computed = flow.styles[style]
    var appearance = TextAppearance()
    appearance.color = computed.color
    appearance.background = background
    if computed.isBold { appearance.attributes.insert(.bold) }
    if computed.isItalic { appearance.attributes.insert(.italic) }
    if computed.decorationInEffect.contains(.underline) {
      appearance.attributes.insert(.underline)
    }
    if computed.decorationInEffect.contains(.lineThrough) {
      appearance.attributes.insert(.strikethrough)
    }
    if computed.decorationInEffect.contains(.blink) { appearance.attributes.insert(.blink) }
    let number = intern(appearance)
    if background.isTransparent { styleAppearances[style] = Int32(number) }
    return number
  }

  private mutating func intern(_ appearance: TextAppearance) -> UInt16 {
    if let known = appearanceNumbers[appearance] { return known }
    guard appearances.count < 0xFFFF else { return 0 }
    let number = UInt16(appearances.count)
    appearances.append(appearance)
    appearanceNumbers[appearance] = number
    return number
  }

  /// Fills in what text directly inside the innermost context needs to know.
  mutating func prepareText(in index: Int) {
    let style = contexts[index].style
    contexts[index].traits = styleTraits[style]
    contexts[index].focusable = contexts[index - 1].focusable
    var background = StyleColor.transparent
    if contexts[index].kind == .inline {
      contexts[index].isSuperscript = contexts[index - 1].isSuperscript
      let own = flow.styles[style].backgroundColor
      background = own.isTransparent || own.isDefault ? contexts[index - 1].background : own
      contexts[index].background = background
    }
    contexts[index].appearance =
      options.isInteractive ? appearance(of: style, over: background) : 0
  }
}
