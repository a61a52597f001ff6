// SPDX-License-Identifier: MIT
// Part of Grille: tests of the words and the layout of the question for a password, in every language.
import CellGrid
import Networking
import TerminalUI
import Testing

@testable import BrowserApp

@MainActor
@Suite struct HTTPAuthenticationPromptTests {
  private static func challenge(
    _ method: ProtectionSpace.AuthenticationMethod, host: String = "basic.practice.test",
    scheme: String = "http", isProxy: Bool = false, failures: Int = 0,
    proposed: Credential? = nil
  ) -> AuthenticationChallenge {
    AuthenticationChallenge(
      protectionSpace: ProtectionSpace(
        host: host, port: 8080, scheme: scheme, isProxy: isProxy, authenticationMethod: method),
      proposedCredential: proposed, previousFailureCount: failures)
  }

  private func text(_ challenge: AuthenticationChallenge, _ language: Language = .english) -> String
  {
    HTTPAuthenticationPrompt(challenge: challenge, words: Localization(language))
      .message(columns: 200).map(\.text).joined(separator: "\n")
  }

  private func lines(
    _ challenge: AuthenticationChallenge, _ language: Language, columns: Int, rows: Int
  ) -> [String] {
    let words = Localization(language)
    let prompt = HTTPAuthenticationPrompt(challenge: challenge, words: words)
    let stack = WindowStack(root: EmptyView())
    stack.open(
      LogInDialog(
        title: prompt.title, message: { prompt.message(columns: $0) }, labels: prompt.labels,
        user: prompt.proposal.user, password: prompt.proposal.password,
        marker: DisplayString(words.text(.dialogBrowser)),
        buttons: prompt.buttons(isPasswordShown: false)
      ) { _ in })
    var surface = CellSurface(size: CellSize(columns: columns, rows: rows))
    stack.draw(into: &surface)
    return SurfaceDump.lines(surface)
  }

  private final class EmptyView: View {
    func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {}
    func handle(_ event: TerminalEvent) -> Bool { false }
  }

  @Test(arguments: Language.allCases, [(80, 24), (40, 12)])
  func theQuestionIsDrawnWhole(language: Language, size: (Int, Int)) {
    for method in [
      ProtectionSpace.AuthenticationMethod.httpBasic(realm: "vault"), .httpDigest(realm: "vault"),
      .ntlm,
    ] {
      let challenge = Self.challenge(method)
      let words = Localization(language)
      let prompt = HTTPAuthenticationPrompt(challenge: challenge, words: words)
      let lines = lines(challenge, language, columns: size.0, rows: size.1)
      let screen = lines.joined().filter { !$0.isWhitespace }
      let texts =
        prompt.message(columns: 200) + [prompt.title, prompt.labels.user, prompt.labels.password]
        + prompt.buttons(isPasswordShown: false).map(\.title)
      for text in texts {
        let wanted = text.text.filter { !$0.isWhitespace }
        let plain = screen.filter { $0 != "[" && $0 != "]" }
        #expect(
          plain.contains(wanted) || plain.contains(wanted.uppercased()), "\(wanted)\n\(lines)")
      }
      #expect(!screen.contains("…") && !lines[0].contains("↓"))
      #expect(lines.last?.hasSuffix(words.text(.dialogBrowser)) == true)
    }
  }

  @Test(arguments: Language.allCases)
  func aTinyTerminalKeepsFieldsAndLetters(language: Language) {
    let lines = lines(
      Self.challenge(.httpBasic(realm: "vault"), failures: 1), language, columns: 20, rows: 5)
    #expect(lines.last?.hasPrefix(" [s] [o] [w] [p] [c]") == true)
    let words = Localization(language)
    let user = words.text(.passwordPromptUser).filter { !$0.isWhitespace }
    #expect(lines[2].filter { !$0.isWhitespace }.hasPrefix(String(user.prefix(3))))
  }

  @Test func theHostComesFirstAndTheRealmSecond() {
    let lines = text(Self.challenge(.httpBasic(realm: "Your bank, really"))).split(separator: "\n")
    #expect(lines[0].hasPrefix("“basic.practice.test” asks for a log-in (http, port 8080)"))
    #expect(lines[1] == "It calls itself “Your bank, really”.")
    #expect(lines[2].hasPrefix("Not encrypted: anybody on the way can read the password"))
  }

  /// A way of logging in that can be an argument of a test.
  enum Way: CaseIterable {
    case basic, digest, ntlm

    var method: ProtectionSpace.AuthenticationMethod {
      switch self {
      case .basic: .httpBasic(realm: "r")
      case .digest: .httpDigest(realm: "r")
      case .ntlm: .ntlm
      }
    }
  }

  @Test(arguments: Way.allCases, [false, true])
  func whatIsNotEncryptedIsWarnedOfAsFarAsItGoes(way: Way, isProxy: Bool) {
    let warnings: [StringKey] = [
      .passwordPromptClearText, .passwordPromptInsecure, .passwordPromptInsecureProxy,
      .passwordPromptNTLM,
    ]
    let expected: StringKey =
      switch way {
      case .basic: .passwordPromptClearText
      case .digest: isProxy ? .passwordPromptInsecureProxy : .passwordPromptInsecure
      case .ntlm: .passwordPromptNTLM
      }
    for language in Language.allCases {
      let words = Localization(language)
      let text = text(Self.challenge(way.method, isProxy: isProxy), language)
      #expect(warnings.filter { text.contains(words.text($0)) } == [expected], "\(text)")
      guard !isProxy else { continue }
      let secure = self.text(Self.challenge(way.method, scheme: "https"), language)
      #expect(!warnings.contains { secure.contains(words.text($0)) }, "\(secure)")
    }
  }

  @Test(arguments: Language.allCases)
  func aProxyIsCalledOne(language: Language) {
    let words = Localization(language)
    let text = text(
      Self.challenge(.httpDigest(realm: "r"), host: "proxy.test", isProxy: true, failures: 1),
      language)
    let question = words.text(.passwordPromptProxy, ["host": "proxy.test", "port": "8080"])
    #expect(text.hasPrefix(question))
    #expect(text.hasSuffix(words.text(.passwordPromptProxyFailed)))
    #expect(!text.contains(words.text(.passwordPromptFailed)))
  }

  @Test func aRealmCannotEndItsSentence() {
    let text = text(
      Self.challenge(.httpBasic(realm: "x”. The connection is “safe\u{1B}[2J\u{202E}")))
    #expect(text.contains("It calls itself “x'. The connection is 'safe␛[2J\\u{202E}”."))
    #expect(!self.text(Self.challenge(.httpBasic(realm: ""))).contains("calls itself"))
  }

  @Test func lookAlikeHostsAreShownInBothForms() {
    let text = text(Self.challenge(.httpBasic(realm: "r"), host: "xn--80ak6aa92e.com"))
    #expect(text.contains("“xn--80ak6aa92e.com” asks"))
    #expect(text.contains("reads “аррӏе.com” in its own script"))
  }

  @Test func aPasswordThatFailedIsNotProposedAgain() {
    let credential = Credential(user: "u", password: "p", persistence: .forSession)
    func proposal(_ failures: Int) -> (String, String) {
      let prompt = HTTPAuthenticationPrompt(
        challenge: Self.challenge(
          .httpBasic(realm: "r"), failures: failures, proposed: credential),
        words: Localization(.english))
      return (prompt.proposal.user, prompt.proposal.password)
    }
    #expect(proposal(0) == ("u", "p"))
    #expect(proposal(1) == ("u", ""))
  }
}
