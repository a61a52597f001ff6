// SPDX-License-Identifier: MIT
// Part of Grille: the kinds of form controls.

/// What a form control is, as the HTML standard sorts them.
// html.spec.whatwg.org/#attr-input-type
package enum FormControlKind: UInt8, Sendable, Hashable {
  /// `input` of the types that are one line of text; also every type the standard does not know.
  case text
  case search
  case telephone
  case url
  case email
  case password
  case number
  case range
  case color
  case date
  case month
  case week
  case time
  case localDateTime
  case hidden
  case checkbox
  case radio
  case file
  /// `input` and `button` of the type submit.
  case submit
  /// `input` of the type image, which submits with a coordinate.
  case image
  case reset
  /// A button that does nothing by itself.
  case button
  case textarea
  case select

  /// Whether it holds one line of text that can be typed.
  package var isTextField: Bool {
    switch self {
    case .text, .search, .telephone, .url, .email, .password, .number, .date, .month, .week,
      .time, .localDateTime, .color, .range:
      true
    default: false
    }
  }

  /// Whether `maxlength` limits what the user types.
  // html.spec.whatwg.org/#attr-input-maxlength
  package var hasMaximumLength: Bool {
    switch self {
    case .text, .search, .telephone, .url, .email, .password, .textarea: true
    default: false
    }
  }

  /// Whether pressing it submits the form.
  package var submits: Bool { self == .submit || self == .image }

  /// Whether it is a button of any kind.
  package var isButton: Bool {
    switch self {
    case .submit, .image, .reset, .button: true
    default: false
    }
  }

  /// The kind of an `input` with that value of the type attribute, compared without case.
  init(inputType: Span<UInt8>) {
    var lowered: [UInt8] = []
    for index in inputType.indices { lowered.append(inputType[index].asciiLowercased) }
    self =
      switch String(decoding: lowered, as: UTF8.self) {
      case "search": .search
      case "tel": .telephone
      case "url": .url
      case "email": .email
      case "password": .password
      case "number": .number
      case "range": .range
      case "color": .color
      case "date": .date
      case "month": .month
      case "week": .week
      case "time": .time
      case "datetime-local": .localDateTime
      case "hidden": .hidden
      case "checkbox": .checkbox
      case "radio": .radio
      case "file": .file
      case "submit": .submit
      case "image": .image
      case "reset": .reset
      case "button": .button
      default: .text
      }
  }
}
