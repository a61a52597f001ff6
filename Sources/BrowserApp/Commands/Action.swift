// SPDX-License-Identifier: MIT
// Part of Grille: the one table of what the program can be told to do.

/// Something a key or the command line can ask for; its raw value is the name used in both.
nonisolated package enum Action: String, CaseIterable, Sendable {
  // Moving in the page.
  case cursorDown = "cursor-down"
  case cursorUp = "cursor-up"
  case cursorLeft = "cursor-left"
  case cursorRight = "cursor-right"
  case scrollDown = "scroll-down"
  case scrollUp = "scroll-up"
  case scrollLeft = "scroll-left"
  case scrollRight = "scroll-right"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case top
  case bottom
  case lineStart = "line-start"
  case lineEnd = "line-end"
  case centre = "center"
  case rowToTop = "row-to-top"
  case rowToBottom = "row-to-bottom"

  // Links and fields.
  case nextFocus = "next-link"
  case previousFocus = "previous-link"
  case firstField = "first-field"
  case activate = "follow"
  case showLink = "show-link"
  case headLink = "head-link"
  case listLinks = "list-links"

  // Pages.
  case open
  case editAddress = "edit-address"
  case back
  case forward
  case reload
  case reloadFromOrigin = "reload-from-origin"
  case stop
  case upLevel = "up-level"
  case root
  case viewSource = "view-source"
  case inspect
  case inspectResponse = "inspect-response"
  case certificate
  case trustPage = "trust"
  case identitiesPage = "identities"
  case importIdentity = "import-identity"
  case chooseIdentity = "choose-identity"
  case listBlocked = "list-blocked"
  case logOut = "logout"
  case loginsPage = "logins"
  case masterPassPhrase = "master-pass-phrase"
  case unlockVault = "unlock"
  case lockVault = "lock"
  case resetVault = "reset-vault"
  case savePage = "save-page"
  case saveLink = "save-link"
  case toggleAuthorStyles = "toggle-styles"

  // Finding and copying.
  case find
  case findBackwards = "find-backwards"
  case findNext = "find-next"
  case findPrevious = "find-previous"
  case copyAddress = "copy-address"
  case copyLink = "copy-link"

  // The program.
  case commandLine = "command-line"
  case help
  case redraw
  case suspend
  case quit
  case set
  case site
  case pin
  case map
  case unmap

  /// What an action wants to be told.
  package enum Argument: Equatable, Sendable {
    /// Nothing.
    case none
    /// Something that may be left out.
    case optional(String)
    /// Something it cannot do without.
    case required(String)
  }

  /// What the action wants to be told, by the name the help gives it.
  package var argument: Argument {
    switch self {
    case .open: .optional("ADDRESS")
    case .find, .findBackwards: .optional("TEXT")
    case .savePage, .importIdentity: .optional("FILE")
    case .set: .required("NAME VALUE")
    case .site: .required("HOST set NAME VALUE")
    case .pin: .required("HOST sha256/BASE64")
    case .map: .required("KEYS COMMAND")
    case .unmap: .required("KEYS")
    default: .none
    }
  }

  /// Whether a line of the configuration file may ask for it.
  package var isForConfiguration: Bool {
    switch self {
    case .set, .site, .pin, .map, .unmap: true
    default: false
    }
  }

  /// What the action does, in a few words.
  package var summary: StringKey {
    switch self {
    case .cursorDown: .actionCursorDown
    case .cursorUp: .actionCursorUp
    case .cursorLeft: .actionCursorLeft
    case .cursorRight: .actionCursorRight
    case .scrollDown: .actionScrollDown
    case .scrollUp: .actionScrollUp
    case .scrollLeft: .actionScrollLeft
    case .scrollRight: .actionScrollRight
    case .pageDown: .actionPageDown
    case .pageUp: .actionPageUp
    case .halfPageDown: .actionHalfPageDown
    case .halfPageUp: .actionHalfPageUp
    case .top: .actionTop
    case .bottom: .actionBottom
    case .lineStart: .actionLineStart
    case .lineEnd: .actionLineEnd
    case .centre: .actionCentre
    case .rowToTop: .actionRowToTop
    case .rowToBottom: .actionRowToBottom
    case .nextFocus: .actionNextFocus
    case .previousFocus: .actionPreviousFocus
    case .firstField: .actionFirstField
    case .activate: .actionActivate
    case .showLink: .actionShowLink
    case .headLink: .actionHeadLink
    case .listLinks: .actionListLinks
    case .open: .actionOpen
    case .editAddress: .actionEditAddress
    case .back: .actionBack
    case .forward: .actionForward
    case .reload: .actionReload
    case .reloadFromOrigin: .actionReloadFromOrigin
    case .stop: .actionStop
    case .upLevel: .actionUpLevel
    case .root: .actionRoot
    case .viewSource: .actionViewSource
    case .inspect: .actionInspect
    case .inspectResponse: .actionInspectResponse
    case .certificate: .actionCertificate
    case .trustPage: .actionTrustPage
    case .identitiesPage: .actionIdentitiesPage
    case .importIdentity: .actionImportIdentity
    case .chooseIdentity: .actionChooseIdentity
    case .listBlocked: .actionListBlocked
    case .logOut: .actionLogOut
    case .loginsPage: .actionLoginsPage
    case .masterPassPhrase: .actionMasterPassPhrase
    case .unlockVault: .actionUnlockVault
    case .lockVault: .actionLockVault
    case .resetVault: .actionResetVault
    case .savePage: .actionSavePage
    case .saveLink: .actionSaveLink
    case .toggleAuthorStyles: .actionToggleAuthorStyles
    case .find: .actionFind
    case .findBackwards: .actionFindBackwards
    case .findNext: .actionFindNext
    case .findPrevious: .actionFindPrevious
    case .copyAddress: .actionCopyAddress
    case .copyLink: .actionCopyLink
    case .commandLine: .actionCommandLine
    case .help: .actionHelp
    case .redraw: .actionRedraw
    case .suspend: .actionSuspend
    case .quit: .actionQuit
    case .set: .actionSet
    case .site: .actionSite
    case .pin: .actionPin
    case .map: .actionMap
    case .unmap: .actionUnmap
    }
  }

  /// The part of the help the action stands in.
  package var group: ActionGroup {
    switch self {
    case .cursorDown, .cursorUp, .cursorLeft, .cursorRight, .scrollDown, .scrollUp, .scrollLeft,
      .scrollRight, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .top, .bottom, .lineStart,
      .lineEnd, .centre, .rowToTop, .rowToBottom:
      .moving
    case .nextFocus, .previousFocus, .firstField, .activate, .showLink, .headLink,
      .listLinks:
      .links
    case .open, .editAddress, .back, .forward, .reload, .reloadFromOrigin, .stop, .upLevel, .root,
      .viewSource, .inspect, .inspectResponse, .certificate, .trustPage, .identitiesPage,
      .importIdentity, .chooseIdentity, .listBlocked, .logOut, .loginsPage, .masterPassPhrase,
      .unlockVault, .lockVault, .resetVault, .savePage, .saveLink, .toggleAuthorStyles:
      .pages
    case .find, .findBackwards, .findNext, .findPrevious, .copyAddress, .copyLink: .finding
    case .commandLine, .help, .redraw, .suspend, .quit, .set, .site, .pin, .map, .unmap: .program
    }
  }
}

/// A part of the help on keys.
nonisolated package enum ActionGroup: CaseIterable, Sendable {
  case moving, links, pages, finding, program

  /// The heading of the part.
  package var title: StringKey {
    switch self {
    case .moving: .helpMoving
    case .links: .helpLinks
    case .pages: .helpPages
    case .finding: .helpFinding
    case .program: .helpProgram
    }
  }
}
