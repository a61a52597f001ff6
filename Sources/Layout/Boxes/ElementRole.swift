// SPDX-License-Identifier: MIT
// Part of Grille: the HTML elements that layout treats in their own way.

import DOM

/// What layout does for an HTML element besides what its style says.
enum ElementRole: UInt8 {
  /// Nothing.
  case ordinary
  /// Never rendered.
  case hidden
  // Replaced elements.
  case lineBreak
  case breakOpportunity
  case rule
  case image
  case input
  case select
  case textArea
  case gauge
  case frame
  case media
  // Elements with something around their content.
  case link
  case button
  case summary
  case list
  case superscript

  /// Whether the element shows something other than its children.
  var isReplaced: Bool {
    rawValue >= ElementRole.lineBreak.rawValue && rawValue <= ElementRole.media.rawValue
  }

  /// The roles by number of a well-known name; comparing an element's name with one after the other
  /// costs ten times as much as this look-up.
  static let table: [ElementRole] = {
    var table = [ElementRole](repeating: .ordinary, count: Int(NameID.lastElement) + 1)
    func set(_ role: ElementRole, _ names: NameID...) {
      for name in names { table[Int(name.rawValue)] = role }
    }
    set(
      .hidden, .script, .style, .template, .head, .title, .datalist, .noembed, .noframes, .rp,
      .param, .source, .track, .area)
    set(.lineBreak, .br)
    set(.breakOpportunity, .wbr)
    set(.rule, .hr)
    set(.image, .img, .image)
    set(.input, .input)
    set(.select, .select)
    set(.textArea, .textarea)
    set(.gauge, .progress, .meter)
    set(.frame, .iframe, .frame)
    set(.media, .video, .audio, .embed)
    set(.link, .a)
    set(.button, .button)
    set(.summary, .summary)
    set(.list, .ol, .ul, .menu)
    set(.superscript, .sup)
    return table
  }()
}
