// SPDX-License-Identifier: MIT
// Part of Grille: modes of a terminal that curses does not set.

/// What is sent when the terminal is taken and when it is given back.
///
/// Made from the description that is current.
struct ModeSequences {
  /// Puts the window's title aside.
  let keepTitle: [UInt8]
  /// Mouse reports in SGR form and bracketed paste.
  let enter: [UInt8]
  /// The opposite of both, in the opposite order.
  let leave: [UInt8]
  /// Everything that gives the terminal back when the process dies, curses' own part included.
  let reset: [UInt8]

  init(name: String) {
    let sequence = TerminalCapabilities.sequence
    var enter: [UInt8] = []
    var leave: [UInt8] = []
    let hasMouse = !TerminalDescription.string("kmous").isEmpty && !name.hasPrefix("linux")
    if hasMouse {
      enter += sequence("[?1000h") + sequence("[?1006h")
      leave = sequence("[?1006l") + sequence("[?1000l") + leave
    }
    let startPaste = TerminalDescription.string("BE")
    if !startPaste.isEmpty || hasMouse {
      enter += startPaste.isEmpty ? sequence("[?2004h") : startPaste
      let endPaste = TerminalDescription.string("BD")
      leave = (endPaste.isEmpty ? sequence("[?2004l") : endPaste) + leave
    }
    let alternate = TerminalDescription.string("smcup")
    let normal = TerminalDescription.string("rmcup")
    // Some descriptions put the title aside together with the screen.
    let titleIsKept = String(decoding: alternate, as: UTF8.self).contains("[22;")
    if TerminalDescription.hasWindow(name: name), !titleIsKept {
      keepTitle = sequence("[22;2t")
      leave += sequence("[23;2t")
    } else {
      keepTitle = []
    }
    // Without an alternate screen the page would stay behind.
    if normal.isEmpty { leave += TerminalDescription.string("clear") }
    self.enter = enter
    self.leave = leave
    // A frame that was cut off would hold everything that comes after it.
    let frame = hasMouse ? sequence("[?2026l") : []
    let keys = TerminalDescription.string("rmkx")
    let cursor = TerminalDescription.string("cnorm")
    let style = TerminalDescription.string("sgr0")
    let end = normal.isEmpty ? [0x0D, 0x0A] : normal
    reset = frame + style + leave + keys + cursor + end
  }
}
