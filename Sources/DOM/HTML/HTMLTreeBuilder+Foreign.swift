// SPDX-License-Identifier: MIT
// Part of Grille: SVG and MathML inside HTML.

extension HTMLTreeBuilder {
  /// Whether a start tag is handled by the HTML rules although the current node is foreign.
  func isHandledAsHTML(_ name: NameID, in node: OpenElement) -> Bool {
    if node.categories.contains(.htmlIntegrationPoint) { return true }
    if node.categories.contains(.mathMLTextIntegrationPoint) {
      return name != .mglyph && name != .malignmark
    }
    return name == .svg && node.name == .annotationXml && node.categories.contains(.mathML)
  }

  // html.spec.whatwg.org/#parsing-main-inforeign
  mutating func startTagInForeignContent(_ tag: inout TagToken) -> Handling {
    let breaksOut =
      categories(of: tag.name).contains(.breaksOut)
      || tag.name == .font
        && tag.attributes.contains { $0.name == .color || $0.name == .face || $0.name == .size }
    if breaksOut {
      popForeign()
      return startTagAsHTML(&tag)
    }
    guard let node = adjustedCurrentNode else { return .done }
    insertForeignElement(&tag, node.categories.contains(.mathML) ? .mathML : .svg)
    return .done
  }

  /// Handles a start tag by the mode in force even if the current node is (still) foreign.
  private mutating func startTagAsHTML(_ tag: inout TagToken) -> Handling {
    while startTag(&tag, in: mode) == .again {
      if let node = adjustedCurrentNode, !node.categories.contains(.html),
        !isHandledAsHTML(tag.name, in: node)
      {
        continue
      }
      return .again
    }
    return .done
  }

  private mutating func popForeign() {
    while open.count > 1, let node = open.last,
      node.categories.isDisjoint(with: [
        .html, .htmlIntegrationPoint, .mathMLTextIntegrationPoint,
      ])
    {
      pop()
    }
  }

  /// Handles an end tag in foreign content; false if the HTML rules apply.
  mutating func endTagInForeignContent(_ tag: inout TagToken) -> Bool {
    if tag.name == .br || tag.name == .p {
      popForeign()
      return false
    }
    var index = open.count - 1
    while index > 0 {
      let element = open[index]
      if element.categories.contains(.html) { return false }
      if element.tagName == tag.name {
        popTo(index)
        return true
      }
      index -= 1
    }
    return index == 0 && context != nil && !(context?.categories.contains(.html) ?? true)
  }

  // html.spec.whatwg.org/#insert-a-foreign-element
  mutating func insertForeignElement(_ tag: inout TagToken, _ namespace: Namespace) {
    let tagName = tag.name
    let name = namespace == .svg ? ForeignNames.svgElements[tagName] ?? tagName : tagName
    for index in tag.attributes.indices {
      let attribute = tag.attributes[index].name
      if let (adjusted, space) = ForeignNames.qualified[attribute] {
        tag.attributes[index].name = adjusted
        tag.attributes[index].namespace = space
      } else if namespace == .svg {
        tag.attributes[index].name = ForeignNames.svgAttributes[attribute] ?? attribute
      } else if attribute == .definitionurl {
        tag.attributes[index].name = .definitionURL
      }
    }
    let categories = foreignCategories(name, namespace, &tag)
    let node = makeElement(name, namespace, &tag)
    insert(node)
    if tag.isSelfClosing { return }
    open.append(
      OpenElement(node: node, name: name, tagName: tagName, categories: categories))
  }

  private func foreignCategories(
    _ name: NameID, _ namespace: Namespace, _ tag: inout TagToken
  ) -> ElementCategories {
    if namespace == .svg {
      switch name {
      case .foreignObject, .desc, .title:
        return [.svg, .special, .scope, .htmlIntegrationPoint]
      default: return .svg
      }
    }
    switch name {
    case .mi, .mo, .mn, .ms, .mtext:
      return [.mathML, .special, .scope, .mathMLTextIntegrationPoint]
    case .annotationXml:
      let isHTML =
        tag.has(.encoding, "text/html") || tag.has(.encoding, "application/xhtml+xml")
      return isHTML
        ? [.mathML, .special, .scope, .htmlIntegrationPoint] : [.mathML, .special, .scope]
    default: return .mathML
    }
  }

  // MARK: Fragments

  // html.spec.whatwg.org/#parsing-html-fragments
  /// Prepares for a fragment; gives the state in which the tokenizer starts.
  mutating func startFragment(
    _ name: NameID, _ namespace: Namespace, quirksMode: QuirksMode
  ) -> HTMLTokenizer.State {
    var tag = TagToken()
    let set = namespace == .html ? categories(of: name) : foreignCategories(name, namespace, &tag)
    dom.document.quirksMode = quirksMode
    context = OpenElement(node: .none, name: name, tagName: name, categories: set)
    insertRoot()
    if namespace == .html, name == .template { templateModes.append(.inTemplate) }
    resetMode()
    guard namespace == .html else { return .data }
    switch name {
    case .title, .textarea: return .rcdata
    case .style, .xmp, .iframe, .noembed, .noframes: return .rawtext
    case .script: return .scriptData
    case .noscript: return isScripting ? .rawtext : .data
    case .plaintext: return .plaintext
    default: return .data
    }
  }
}

/// Names which the tokenizer has put in lower case, and their spelling in foreign content.
enum ForeignNames {
  static let svgElements = table(of: [
    .altGlyph, .altGlyphDef, .altGlyphItem, .animateColor, .animateMotion, .animateTransform,
    .clipPath, .feBlend, .feColorMatrix, .feComponentTransfer, .feComposite, .feConvolveMatrix,
    .feDiffuseLighting, .feDisplacementMap, .feDistantLight, .feDropShadow, .feFlood, .feFuncA,
    .feFuncB, .feFuncG, .feFuncR, .feGaussianBlur, .feImage, .feMerge, .feMergeNode,
    .feMorphology, .feOffset, .fePointLight, .feSpecularLighting, .feSpotLight, .feTile,
    .feTurbulence, .foreignObject, .glyphRef, .linearGradient, .radialGradient, .textPath,
  ])

  static let svgAttributes = table(of: [
    .attributeName, .attributeType, .baseFrequency, .baseProfile, .calcMode, .clipPathUnits,
    .diffuseConstant, .edgeMode, .filterUnits, .glyphRef, .gradientTransform, .gradientUnits,
    .kernelMatrix, .kernelUnitLength, .keyPoints, .keySplines, .keyTimes, .lengthAdjust,
    .limitingConeAngle, .markerHeight, .markerUnits, .markerWidth, .maskContentUnits,
    .maskUnits, .numOctaves, .pathLength, .patternContentUnits, .patternTransform,
    .patternUnits, .pointsAtX, .pointsAtY, .pointsAtZ, .preserveAlpha, .preserveAspectRatio,
    .primitiveUnits, .refX, .refY, .repeatCount, .repeatDur, .requiredExtensions,
    .requiredFeatures, .specularConstant, .specularExponent, .spreadMethod, .startOffset,
    .stdDeviation, .stitchTiles, .surfaceScale, .systemLanguage, .tableValues, .targetX,
    .targetY, .textLength, .viewBox, .viewTarget, .xChannelSelector, .yChannelSelector,
    .zoomAndPan,
  ])

  /// Attributes whose prefix means a namespace.
  static let qualified: [NameID: (NameID, Namespace)] = [
    .xlinkActuate: (.actuate, .xlink), .xlinkArcrole: (.arcrole, .xlink),
    .xlinkHref: (.href, .xlink), .xlinkRole: (.role, .xlink), .xlinkShow: (.show, .xlink),
    .xlinkTitle: (.title, .xlink), .xlinkType: (.type, .xlink), .xmlLang: (.lang, .xml),
    .xmlSpace: (.space, .xml), .xmlns: (.xmlns, .xmlns), .xmlnsXlink: (.xlink, .xmlns),
  ]

  private static func table(of names: [NameID]) -> [NameID: NameID] {
    var table: [NameID: NameID] = [:]
    for name in names {
      let folded = unsafe WellKnownNames.shared.bytes(Int(name.rawValue)).map(\.asciiLowercased)
      if let key = NameID(wellKnown: folded.span) { table[key] = name }
    }
    return table
  }
}
