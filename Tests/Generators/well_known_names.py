#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of Grille: writes Sources/DOM/Generated/WellKnownNames.swift.
"""Run in the root of the repository:

    python3 Tests/Generators/well_known_names.py > Sources/DOM/Generated/WellKnownNames.swift

Numbers follow the order below: HTML elements first (so that tables indexed by element are short),
then everything else in alphabetical order.
"""

ELEMENTS = """
a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink
blockquote body br button canvas caption center cite code col colgroup data datalist dd del details
dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2
h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend
li link listing main map mark marquee menu menuitem meta meter multicol nav nextid nobr noembed
noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rbc
rp rt rtc ruby s samp script search section select selectedcontent slot small source spacer span
strike strong style sub summary sup table tbody td template textarea tfoot th thead time title tr
track tt u ul var video wbr xmp math svg
"""

# Names of MathML and SVG, as the standard spells them.
FOREIGN = """
annotation annotation-xml maction malignmark menclose merror mfenced mfrac mglyph mi mmultiscripts
mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable
mtd mtext mtr munder munderover none semantics
altGlyph altGlyphDef altGlyphItem animate animateColor animateMotion animateTransform circle
clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
feSpecularLighting feSpotLight feTile feTurbulence filter foreignObject g glyphRef line
linearGradient marker mask metadata path pattern polygon polyline radialGradient rect set stop
switch symbol text textPath tref tspan use view
"""

ATTRIBUTES = """
abbr accept accept-charset accesskey action align alink allow allowfullscreen alt archive aria-atomic
aria-checked aria-current aria-describedby aria-disabled aria-expanded aria-haspopup aria-hidden
aria-label aria-labelledby aria-level aria-live aria-modal aria-pressed aria-selected async
autocapitalize autocomplete autofocus autoplay axis background behavior bgcolor blocking border
bordercolor bottommargin cellpadding cellspacing char charoff charset checked cite class classid
clear closedby code codebase codetype color cols colspan command commandfor compact content
contenteditable controls coords crossorigin data date datetime declare decoding default defer dir
dirname direction disabled download draggable encoding enctype enterkeyhint event exportparts face
fetchpriority for form formaction formenctype formmethod formnovalidate formtarget frame frameborder
headers height hidden high href hreflang hspace http-equiv icon id imagesizes imagesrcset inert
inputmode integrity is ismap itemid itemprop itemref itemscope itemtype kind label lang language
leftmargin link list longdesc loop low lowsrc marginheight marginwidth max maxlength media method min
minlength multiple muted name nohref nomodule nonce noresize noshade novalidate nowrap object onclick
onload onsubmit open optimum part pattern ping placeholder playsinline popover popovertarget
popovertargetaction poster preload profile prompt property public readonly referrerpolicy rel
required rev reversed rightmargin role rows rowspan rules sandbox scheme scope scrollamount scrolling
selected shadowrootclonable shadowrootdelegatesfocus shadowrootmode shadowrootserializable shape size
sizes slot space span spellcheck src srcdoc srclang srcset standby start step style summary system
tabindex target text title topmargin translate type typemustmatch usemap valign value valuetype
version vlink vspace width wrap writingsuggestions xmlns xlink
xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title xlink:type xml:base xml:lang
xml:space xmlns:xlink actuate arcrole show base
definitionURL attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits
diffuseConstant edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix
kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits
markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform
patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY
repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent
spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX
targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
fill x y dx dy d points transform r cx cy rx ry stroke opacity
"""

KEYWORDS = set("""as class default defer for if in is operator public switch var self Type init func
let import extension protocol struct enum case break continue do else fallthrough guard repeat return
throw where while catch try throws rethrows super true false nil static typealias subscript inout
private internal fileprivate open precedence associatedtype""".split()) - {"open"}


def identifier(name):
    words = name.replace(":", "-").split("-")
    text = words[0] + "".join(w[:1].upper() + w[1:] for w in words[1:])
    return "`%s`" % text if text in KEYWORDS else text


elements = sorted(set(ELEMENTS.split()))
folded = [n.lower() for n in (FOREIGN + ATTRIBUTES).split() if n.lower() != n]
others = sorted(set((FOREIGN + ATTRIBUTES).split() + folded) - set(elements))
names = [""] + elements + others
spelled = {}
for number, name in enumerate(names):
    if name:
        key = identifier(name)
        assert key not in spelled, key
        spelled[key] = number

print("""// SPDX-License-Identifier: MIT
// Part of Grille: names with fixed numbers. Generated by Tests/Generators/well_known_names.py.

// swift-format-ignore-file

extension NameID {
  /// How many names have a fixed number; a document's own names are numbered from here on.
  @inlinable package static var wellKnownCount: Int32 { %d }

  /// The largest number of an HTML element with a fixed number (`math` and `svg` included).
  @inlinable package static var lastElement: Int32 { %d }
""" % (len(names), len(elements)))
for key, number in spelled.items():
    print("  /// The name `%s`." % names[number])
    print("  @inlinable package static var %s: NameID { NameID(rawValue: %d) }" % (key, number))
print("""}

extension WellKnownNames {
  /// Every name in the order of its number, each ended by a line feed; number 0 is the empty name.
  static let text: StaticString = \"\"\"""")
line = ""
for name in names:
    print("    " + name if name else "")
print("""
    \"\"\"
}""")
