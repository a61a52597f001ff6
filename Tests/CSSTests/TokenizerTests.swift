// SPDX-License-Identifier: MIT
// Part of Grille: tests of the CSS tokenizer.
import Testing

@testable import CSS

@Suite struct TokenizerTests {
  /// Tokens as short text: kind and value.
  private func describe(_ css: String) -> [String] {
    var tokens = Tokenizer(Array(css.utf8))
    var result: [String] = []
    while true {
      let token = tokens.next()
      switch token.kind {
      case .end: return result
      case .whitespace: result.append(" ")
      case .delimiter: result.append(String(UnicodeScalar(token.delimiter)))
      case .number: result.append("n\(token.number)")
      case .percentage: result.append("\(token.number)%")
      case .dimension: result.append("\(token.number)[\(tokens.string(of: token))]")
      case .ident, .function, .atKeyword, .hash, .string, .url:
        result.append("\(token.kind) \(tokens.string(of: token))")
      default: result.append("\(token.kind)")
      }
    }
  }

  @Test(arguments: [
    ("a-b_c é", ["ident a-b_c", " ", "ident é"]),
    ("--x -y -1px - ", ["ident --x", " ", "ident -y", " ", "-1.0[px]", " ", "-", " "]),
    ("1.5e3 +.5 1e 2e-1x", ["n1500.0", " ", "n0.5", " ", "1.0[e]", " ", "0.2[x]"]),
    ("50% 10px", ["50.0%", " ", "10.0[px]"]),
    ("/* x */a/**/b", ["ident a", "ident b"]),
    ("/* open", []),
    (#"\41 b \000042"#, ["ident Ab", " ", "ident B"]),
    (#"\0 x \110000"#, ["ident \u{FFFD}x", " ", "ident \u{FFFD}"]),
    ("\"a\\\"b\" 'c\nd'", ["string a\"b", " ", "badString", " ", "ident d", "string "]),
    (
      "url(a.png) url( b ) URL(\"c\")",
      ["url a.png", " ", "url b", " ", "function URL", "string c", "closeParen"]
    ),
    ("url(a b) x", ["badURL", " ", "ident x"]),
    ("#id #1a @media f(", ["hash id", " ", "hash 1a", " ", "atKeyword media", " ", "function f"]),
    ("<!-- --> a{;}", ["cdo", " ", "cdc", " ", "ident a", "openCurly", "semicolon", "closeCurly"]),
  ])
  func tokensAreThoseOfTheStandard(_ css: String, _ expected: [String]) {
    #expect(describe(css) == expected)
  }

  @Test(arguments: [
    ("2n+1", 2, 1), ("2N + 1", 2, 1), ("odd", 2, 1), ("EVEN", 2, 0), ("n", 1, 0), ("-n+3", -1, 3),
    ("-n- 3", -1, -3), ("5", 0, 5), ("+5n", 5, 0), ("n-1", 1, -1), ("-7", 0, -7),
  ])
  func positionsAreRead(_ text: String, _ step: Int32, _ offset: Int32) throws {
    var tokens = Tokenizer(Array(text.utf8))
    let result = try #require(NthNotation.parse(&tokens))
    #expect(result.step == step)
    #expect(result.offset == offset)
    #expect(tokens.position == text.utf8.count)
  }

  @Test(arguments: ["", "foo", "2x", "n+", "2n+x", "oddly", "2n1", "- 1"])
  func whatIsNoPositionIsRefused(_ text: String) {
    var tokens = Tokenizer(Array(text.utf8))
    let result = NthNotation.parse(&tokens)
    #expect(result == nil || tokens.position < text.utf8.count)
  }
}
