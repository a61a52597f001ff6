// SPDX-License-Identifier: MIT
// Part of Grille: carries commands out, whether keys or `:` asked for them.
import TerminalUI
import WebViewKit

extension BrowserWindow {
  /// Carries a command line out.
  /// - Parameters:
  ///   - line: what a key stands for, or what was typed after `:`.
  ///   - count: the number typed before the key.
  func perform(_ line: String, count: Int? = nil) {
    do throws(CommandError) {
      guard let command = try Command.parse(line) else { return }
      if let name = command.nameCountingFromStart {
        return show(.settingAtStartOnly, ["name": name, "file": preferences.configurationFile])
      }
      if try preferences.configuration.apply(command) { return configurationChanged(by: command) }
      switch command {
      case .perform(let action, let argument): perform(action, argument, count: count)
      case .map(let keys, let line):
        preferences.keymap.bind(keys, to: line)
        aboutPages.describe(preferences.keymap)
      case .unmap(let keys):
        preferences.keymap.unbind(keys)
        aboutPages.describe(preferences.keymap)
      case .set, .site, .pin: break
      }
    } catch {
      show(text: error.message(in: words))
    }
  }

  private func configurationChanged(by command: Command) {
    contentView.margin = configuration.scrollMargin
    layOut(for: session.screen.size)
    if case .set(let name, _) = command, let setting = Setting(rawValue: name) {
      show(.messageSettingIs, ["name": name, "value": setting.value(in: configuration)])
    }
  }

  private func perform(_ action: Action, _ argument: String?, count: Int?) {
    let times = count ?? 1
    switch action {
    case .cursorDown: contentView.moveCursor(rows: times)
    case .cursorUp: contentView.moveCursor(rows: -times)
    case .cursorLeft: contentView.moveCursor(columns: -times)
    case .cursorRight: contentView.moveCursor(columns: times)
    case .scrollDown: contentView.scroll(rows: times)
    case .scrollUp: contentView.scroll(rows: -times)
    case .scrollLeft: contentView.scroll(columns: -sidewaysStep(count))
    case .scrollRight: contentView.scroll(columns: sidewaysStep(count))
    case .pageDown: contentView.turnPages(times)
    case .pageUp: contentView.turnPages(-times)
    case .halfPageDown: contentView.turnHalfPages(times)
    case .halfPageUp: contentView.turnHalfPages(-times)
    case .top: contentView.moveCursor(toRow: (count ?? 1) - 1)
    case .bottom: contentView.moveCursor(toRow: count.map { $0 - 1 } ?? Int.max / 2)
    case .lineStart: contentView.moveCursor(toColumn: 0)
    case .lineEnd: contentView.moveCursor(toColumn: Int.max / 2)
    case .centre: contentView.placeCursorRow(.middle)
    case .rowToTop: contentView.placeCursorRow(.top)
    case .rowToBottom: contentView.placeCursorRow(.bottom)
    case .nextFocus: moveFocus(.next, times: times)
    case .previousFocus: moveFocus(.previous, times: times)
    case .firstField: moveToFirstField()
    case .activate: activateFocus()
    case .showLink: showLink()
    case .headLink: askForHead()
    case .listLinks: listLinks()
    case .open: open(argument)
    case .editAddress: editAddress()
    case .back: goBack(times)
    case .forward: goForward(times)
    case .reload: reload(bypassingCaches: false)
    case .reloadFromOrigin: reload(bypassingCaches: true)
    case .stop: stop()
    case .upLevel: goUp(times)
    case .root: goToRoot()
    case .viewSource: toggleSource()
    case .inspect: inspect()
    case .inspectResponse: inspect(.response)
    case .certificate: showCertificate()
    case .trustPage: open(address: "about:trust")
    case .identitiesPage: open(address: "about:identities")
    case .importIdentity: importIdentities(asCommanded: argument)
    case .chooseIdentity: chooseIdentity()
    case .listBlocked: listBlocked()
    case .logOut: logOut()
    case .loginsPage: open(address: "about:logins")
    case .masterPassPhrase: changeVault { await $0.chooseMasterPassPhrase() }
    case .unlockVault: changeVault { await $0.unlockAsCommanded() }
    case .lockVault: changeVault { $0.lockVault() }
    case .resetVault: changeVault { await $0.resetVault() }
    case .savePage: savePage(to: argument)
    case .saveLink: saveLink()
    case .toggleAuthorStyles: toggleAuthorStyles()
    case .find: find(argument, backwards: false)
    case .findBackwards: find(argument, backwards: true)
    case .findNext: findAgain(reversed: false, times: times)
    case .findPrevious: findAgain(reversed: true, times: times)
    case .copyAddress: copyAddress()
    case .copyLink: copyLink()
    case .commandLine: askForCommand()
    case .help: open(address: "about:help")
    case .redraw: session.redraw()
    case .suspend: session.suspend()
    case .quit: session.quit()
    case .set, .site, .pin, .map, .unmap: break
    }
  }

  /// Columns a step sideways moves: a few unless counted.
  private func sidewaysStep(_ count: Int?) -> Int { count ?? 8 }

  private func askForCommand() {
    let dialog = PromptDialog(prompt: ":") { [weak self] line in
      guard let self, let line else { return }
      commandHistory.append(UserInfo.removed(from: line))
      perform(line)
    }
    dialog.field.history = commandHistory
    session.open(dialog)
  }
}
