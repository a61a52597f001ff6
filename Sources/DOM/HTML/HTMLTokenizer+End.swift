// SPDX-License-Identifier: MIT
// Part of Grille: what the end of the input means in each state of the tokenizer.

extension HTMLTokenizer {
  /// Ends the input: unfinished text and comments are handed over, unfinished tags dropped.
  mutating func finish<Sink: HTMLTokenSink & ~Copyable>(_ builder: inout Sink) {
    finishCutReference(&builder)
    switch state {
    case .tagOpen, .textLessThan, .scriptEscapedLessThan: builder.characters("<")
    case .endTagOpen, .textEndTagOpen: builder.characters("</")
    case .textEndTagName: flushEndTag(&builder)
    case .cdataBracket: builder.characters("]")
    case .cdataEnd: builder.characters("]]")
    case .bogusComment, .comment, .commentStart, .commentStartDash, .commentLessThan,
      .commentLessThanBang, .commentLessThanBangDash, .commentLessThanBangDashDash,
      .commentEndDash, .commentEnd, .commentEndBang, .markupDeclarationOpen:
      emitComment(&builder)
    case .doctype, .beforeDoctypeName, .doctypeName, .afterDoctypeName, .afterPublicKeyword,
      .beforePublicIdentifier, .publicDoubleQuoted, .publicSingleQuoted, .afterPublicIdentifier,
      .betweenIdentifiers, .afterSystemKeyword, .beforeSystemIdentifier, .systemDoubleQuoted,
      .systemSingleQuoted, .afterSystemIdentifier, .bogusDoctype:
      finishCutDoctype(&builder)
    default: break
    }
    state = .data
    builder.finish()
  }
}
