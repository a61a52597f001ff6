// SPDX-License-Identifier: MIT
// Part of Grille: tests of taking passwords out of what was typed.
import Testing

@testable import BrowserApp

@Suite struct UserInfoTests {
  @Test(arguments: [
    ("https://user:pw@host/x", "https://host/x"), ("https://host/a@b:c", "https://host/a@b:c"),
    ("open https://u:p@a/ x", "open https://a/ x"), ("open u:p@host", "open host"),
    ("me@example.org", "me@example.org"), ("http://a:b@c@d/", "http://d/"), ("x", "x"),
  ])
  func userInfoIsTakenOut(text: String, expected: String) {
    #expect(UserInfo.removed(from: text) == expected)
  }
}
