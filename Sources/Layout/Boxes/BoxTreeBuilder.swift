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
struct BoxTreeBuilder {
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
    // A dump shows no looks, so that all text can be joined.
    if !options.isInteractive { return 0 }
    if let known = appearanceNumbers[appearance] { return known }
    guard appearances.count < 0xFFFF else { return 0 }
    let number = UInt16(appearances.count)
    appearances.append(appearance)
    appearanceNumbers[appearance] = number
    return number
  }

  /// Fills in what text directly inside a context needs to know.
  mutating func prepareText(_ context: inout BoxContext, in outer: BoxContext) {
    let style = context.style
    context.collapse = flow.styles[style].whiteSpaceCollapse
    context.collapsesSpaces = context.collapse == .collapse
    context.textFlags = []
    if flow.styles[style].wrapsText {
      context.textFlags.insert(.wraps)
    }
    if !context.collapsesSpaces, context.collapse != .preserveBreaks {
      context.textFlags.insert(.keepsSpaces)
    }
    switch flow.styles[style].overflowWrap {
    case .anywhere, .breakWord: context.textFlags.insert(.breaksWords)
    case .normal: break
    }
    switch flow.styles[style].wordBreak {
    case .breakAll, .breakWord: context.textFlags.insert(.breaksWords)
    default: break
    }
    context.transform = flow.styles[style].textTransform
    context.tabSize = flow.styles[style].tabSize
    context.isVisible = flow.styles[style].visibility == .visible
    context.focusable = outer.focusable
    context.isSuperscript = outer.isSuperscript && context.kind == .inline
    if context.kind == .inline {
      let own = flow.styles[style].backgroundColor
      context.background = own.isTransparent || own.isDefault ? outer.background : own
    }
    context.appearance = appearance(of: style, over: context.background)
  }
}
