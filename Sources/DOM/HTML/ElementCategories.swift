// SPDX-License-Identifier: MIT
// Part of Grille: the sets of elements that tree construction asks for.

/// The sets that an element belongs to.
struct ElementCategories: OptionSet, Sendable {
  let rawValue: UInt32

  /// In the HTML namespace.
  static let html = Self(rawValue: 1)
  static let svg = Self(rawValue: 2)
  static let mathML = Self(rawValue: 4)
  static let special = Self(rawValue: 8)
  /// Ends every scope but the table's.
  static let scope = Self(rawValue: 16)
  static let listItemScope = Self(rawValue: 32)
  static let buttonScope = Self(rawValue: 64)
  static let tableScope = Self(rawValue: 128)
  /// Has an end tag that can be implied.
  static let implied = Self(rawValue: 256)
  /// Has one that is implied when a template ends.
  static let impliedThoroughly = Self(rawValue: 512)
  static let heading = Self(rawValue: 1024)
  /// Content is foster-parented out of it.
  static let table = Self(rawValue: 2048)
  static let htmlIntegrationPoint = Self(rawValue: 4096)
  static let mathMLTextIntegrationPoint = Self(rawValue: 8192)
  /// Start tags that end foreign content.
  static let breaksOut = Self(rawValue: 1 << 14)
  /// Handled even when too many elements are open: holds no markup.
  static let leaf = Self(rawValue: 1 << 15)

  /// The sets of HTML elements by the number of their name.
  static let ofHTML: [ElementCategories] = {
    var table = [ElementCategories](repeating: .html, count: Int(NameID.lastElement) + 1)
    func add(_ names: [NameID], to set: ElementCategories) {
      for name in names { table[Int(name.rawValue)].insert(set) }
    }
    add(
      [
        .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote,
        .body, .br, .button, .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl,
        .dt, .embed, .fieldset, .figcaption, .figure, .footer, .form, .frame, .frameset, .h1,
        .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr, .html, .iframe, .img, .input,
        .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav, .noembed,
        .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search,
        .section, .select, .source, .style, .summary, .table, .tbody, .td, .template,
        .textarea, .tfoot, .th, .thead, .title, .tr, .track, .ul, .wbr, .xmp,
      ], to: .special)
    add(
      [.applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template],
      to: .scope)
    add([.ol, .ul], to: .listItemScope)
    add([.button], to: .buttonScope)
    add([.html, .table, .template], to: .tableScope)
    add([.dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc], to: .implied)
    add(
      [
        .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc, .caption, .colgroup, .tbody,
        .td, .tfoot, .th, .thead, .tr,
      ], to: .impliedThoroughly)
    add([.h1, .h2, .h3, .h4, .h5, .h6], to: .heading)
    add([.table, .tbody, .tfoot, .thead, .tr], to: .table)
    add(
      [
        .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed,
        .h1, .h2, .h3, .h4, .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr,
        .ol, .p, .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup, .table, .tt, .u,
        .ul, .var,
      ], to: .breaksOut)
    add(
      [
        .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .image, .img, .input,
        .keygen, .link, .meta, .param, .source, .track, .wbr, .title, .textarea, .style,
        .script, .xmp, .iframe, .noembed, .noframes,
      ].filter { $0.rawValue <= NameID.lastElement }, to: .leaf)
    return table
  }()
}

/// An entry of the stack of open elements.
struct OpenElement {
  var node: NodeID
  var name: NameID
  /// The name as tags spell it: differs from `name` for SVG elements with capital letters.
  var tagName: NameID
  var categories: ElementCategories

  @inline(__always) func isHTML(_ name: NameID) -> Bool {
    self.name == name && categories.contains(.html)
  }
}

/// How a token is to be handled further.
enum Handling {
  case done
  /// By the mode that is now in force.
  case again
}
