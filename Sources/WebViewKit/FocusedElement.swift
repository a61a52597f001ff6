// SPDX-License-Identifier: MIT
// Part of Grille: the link or control that keys act on, as a program sees it.

public import CellGrid
internal import DOM
public import Networking
public import WebInfra

/// The link or control that has the focus.
nonisolated public struct FocusedElement: Sendable {
  /// What the element is, with what a program needs to edit it.
  public enum Kind: Sendable, Hashable {
    /// A link; nil when its address is malformed.
    case link(WebURL?)
    /// The summary of a `details` element.
    case summary
    /// A field of one line, or of several.
    case text(TextControl)
    /// A check box.
    case checkbox(isOn: Bool)
    /// A radio button.
    case radio(isOn: Bool)
    /// A list of choices.
    case select(SelectControl)
    /// A button that submits, resets, or does nothing without scripts.
    case button
    /// Anything else that can have the focus.
    case other
  }

  /// A control that holds text.
  public struct TextControl: Sendable, Hashable {
    /// The text.
    public var value: String
    /// Whether it may have several lines.
    public var isMultiline: Bool
    /// Whether the text is a secret and shown masked.
    public var isPassword: Bool
    /// Whether it can be read only.
    public var isReadOnly: Bool
    /// The most UTF-16 code units it may hold, or nil.
    public var maxLength: Int?
  }

  /// A control that holds choices.
  public struct SelectControl: Sendable, Hashable {
    /// One choice.
    public struct Option: Sendable, Hashable {
      /// What it is called, stripped and collapsed.
      public var label: String
      /// Whether it is chosen.
      public var isSelected: Bool
      /// Whether it cannot be chosen.
      public var isDisabled: Bool
    }

    /// The choices in tree order.
    public var options: [Option]
    /// Whether several may be chosen at once.
    public var allowsMultiple: Bool
  }

  /// What the element is.
  public let kind: Kind
  /// Whether the control is disabled; it can then be looked at only.
  public let isDisabled: Bool
  /// Where it is, in cells of the viewport from its upper left corner; one rectangle a row, parts
  /// outside the viewport included.
  public let rects: [CellRect]
}

/// Which element `WebView.moveFocus` goes to.
nonisolated public enum FocusDirection: Sendable, Hashable {
  /// The one after the focused one, in the order of the page; from the last to the first.
  case next
  /// The one before the focused one; from the first to the last.
  case previous
  /// The first of the page.
  case first
  /// The last of the page.
  case last
  /// The first control that text can be typed into.
  case firstTextControl
}

/// What activating an element led to.
nonisolated public enum ActivationResult: Sendable {
  /// Nothing can be activated.
  case nothing
  /// A navigation began.
  case navigation(Navigation)
  /// The view moved to another place of the same page.
  case scrolled
  /// A check box, radio button or `details` element changed, or a form was reset.
  case changed
  /// The program should let the user edit the text and hand it back by `setFocusedText`.
  case editText(FocusedElement.TextControl)
  /// The program should let the user choose and hand it back by `chooseFocusedOption`.
  case choose(FocusedElement.SelectControl)
  /// Refused, with the reason: a file link on a web page, a malformed address.
  case refused(ResourceError)
}

/// A link of a page.
nonisolated public struct PageLink: Sendable, Hashable {
  /// Its number in the order of the page, from 1.
  public let number: Int
  /// Where it leads.
  public let url: WebURL
  /// Its text, collapsed.
  public let text: String
  let node: NodeID
}
