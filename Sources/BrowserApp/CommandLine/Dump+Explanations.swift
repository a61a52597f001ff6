// SPDX-License-Identifier: MIT
// Part of Grille: says on standard error why a page could not be printed, and which option would help.
import Networking
import Security
import WebInfra
import WebViewKit

extension Dump {
  /// Says whose certificate was the problem, or which option would have given one.
  func tellOfIdentity(_ identity: ClientIdentity?, host: String) {
    let host = HostText(host).display
    guard let identity else { return Program.complain(words.text(.dumpNoIdentity, ["host": host])) }
    Program.complain(
      words.text(
        .dumpRefusedIdentity,
        ["host": host, "name": ForeignName.text(identity.label), "path": identity.path ?? "?"]))
  }

  /// Says how a server lets one log in, and which option would have done it.
  func tellOfLogIn(_ response: ResourceResponse) {
    // A server may name as many as it likes.
    let schemes = response.authenticationSchemes.prefix(4).map { scheme in
      let name = BrowserWindow.schemeName(scheme)
      guard let realm = response.authenticationRealm(of: scheme) else { return name }
      return name + " " + words.text(.trustQuotedName, ["name": ForeignName.text(realm)])
    }
    guard !schemes.isEmpty else { return }
    let values = [
      "host": HostText(response.url.hostname).display,
      "schemes": schemes.joined(separator: words.text(.trustNameSeparator)),
    ]
    Program.complain(words.text(.dumpLogInSchemes, values))
    if hasLoggedIn {
      Program.complain(words.text(.dumpLogInRefused, values))
    } else if response.canBeAuthenticated {
      Program.complain(words.text(.dumpLogInOptions))
    }
    guard response.authenticationSchemes.contains("negotiate") else { return }
    Program.complain(
      arguments.showsTicket ? words.text(.ticketPromptNone, values) : words.text(.dumpTicketOption))
  }
}
