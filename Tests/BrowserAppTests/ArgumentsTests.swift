// SPDX-License-Identifier: MIT
// Part of Grille: tests of the command line.
import Testing

@testable import BrowserApp

private let key = "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

@Suite struct ArgumentsTests {
  private let words = Localization(.english)

  @Test func noWordsOpenTheStartPage() throws {
    #expect(try Arguments(parsing: []) == Arguments())
  }

  @Test(arguments: [
    ["--dump", "--cols", "40", "page.html"],
    ["page.html", "--cols=40", "--dump"],
    ["-d", "-w", "40", "page.html"],
    ["-d", "-w40", "page.html"],
    ["-dump", "-cols", "40", "page.html"],
    ["--dump", "--width=40", "--", "page.html"],
    ["-dump", "-width=40", "page.html"],
  ])
  func spellingsOfOneCommandLineMeanTheSame(line: [String]) throws {
    var expected = Arguments()
    expected.mode = .dump
    expected.columns = 40
    expected.targets = ["page.html"]
    #expect(try Arguments(parsing: line) == expected)
  }

  @Test func everyOptionIsRead() throws {
    let arguments = try Arguments(parsing: [
      "--links", "--cacert", "a.pem", "--cacert=b.pem", "--resolve",
      "Example.org:443:[::1],10.0.0.1",
      "--connect-to", "example.org::127.0.0.1:8443", "--user-agent", "Test/1 (x)", "--timeout=2.5",
      "--no-author-css", "--no-check-status", "-",
    ])
    #expect(arguments.linkPlacement == .end)
    #expect(arguments.certificateAuthorityFiles == ["a.pem", "b.pem"])
    #expect(arguments.resolutions.first?.host == "example.org")
    #expect(arguments.resolutions.first?.port == 443)
    #expect(arguments.resolutions.first?.addresses == ["::1", "10.0.0.1"])
    #expect(arguments.connectionTargets.first?.host == "example.org")
    #expect(arguments.connectionTargets.first?.port == nil)
    #expect(arguments.connectionTargets.first?.targetHost == "127.0.0.1")
    #expect(arguments.connectionTargets.first?.targetPort == 8443)
    #expect(arguments.userAgent == "Test/1 (x)")
    #expect(arguments.timeout == 2.5)
    #expect(!arguments.usesAuthorStyles)
    #expect(!arguments.checksStatus)
    #expect(arguments.targets == ["-"])
  }

  @Test(arguments: [
    (["--colls", "40"], "There is no option --colls. Did you mean --cols?"),
    (["--cacrt=x"], "There is no option --cacrt. Did you mean --cacert?"),
    (["--zzz"], "There is no option --zzz."),
    (["-x"], "There is no option -x."),
    (["--cols"], "--cols needs a value: N."),
    (["--cols="], "--cols needs a value: N."),
    (["--cols", "wide"], "--cols takes a number from 0 to 10000, not “wide”."),
    (["--cols", "-5"], "--cols takes a number from 0 to 10000, not “-5”."),
    (["--json=yes"], "--json takes no value."),
    (
      ["--dump=yes"],
      "--dump takes one of text, ansi, html, source, links, headers, json, markdown, not “yes”."
    ),
    (["--nolist=end"], "--nolist takes no value."),
    (["--print", "hx"], "--print takes letters out of HBhbmrt, not “hx”."),
    (["--trust=always"], "--trust takes one of ask, strict, once, not “always”."),
    (["--max-size", "10x"], "--max-size takes BYTES, not “10x”."),
    (["--max-size", "9999999999G"], "--max-size takes BYTES, not “9999999999G”."),
    (["-T", "nothing"], "--type takes TYPE, not “nothing”."),
    (["--base", "x"], "--base takes URL, not “x”."),
    (["-O", "latin-99"], "--output-charset takes CHARSET, not “latin-99”."),
    (["--retry", "101"], "--retry takes a number from 0 to 100, not “101”."),
    (["--wait", "nan"], "--wait takes a number from 0 to 86400, not “nan”."),
    (["--resolve", "a:b"], "--resolve takes HOST:PORT:ADDRESS, not “a:b”."),
    (
      ["--resolve", "a.test:80:b.test"],
      "--resolve takes HOST:PORT:ADDRESS, not “a.test:80:b.test”."
    ),
    (["--timeout", "0"], "--timeout takes a number from 0.001 to 86400, not “0”."),
    (
      ["--user-agent", "a\r\nX: y"], "--user-agent takes no line ends or other control characters."
    ),
    ([""], "The address is empty."),
  ])
  func mistakesAreNamed(line: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Arguments(parsing: line) }
    #expect(error?.message(in: words) == message)
  }

  @Test(
    arguments: [
      (key, nil), ("a.example=" + key, "a.example"), ("A.Example.=" + key, "a.example."),
      ("Bücher.example=" + key, "xn--bcher-kva.example"), ("127.0.0.1=" + key, "127.0.0.1"),
      ("a.example=" + String(repeating: "0f", count: 32), "a.example"),
    ] as [(String, String?)])
  func aPinMayNameItsHost(text: String, host: String?) throws {
    let arguments = try Arguments(parsing: ["--pin", text])
    #expect(arguments.pins.map(\.host) == [host])
  }

  @Test(arguments: [
    "sha256/", "sha256/AAAA", "a.example", "=" + key, "a.example=", "a.example:443=" + key,
    "a.example/x=" + key, "user@a.example=" + key, "md5/47DEQpj8HBSa+/TImW+5JA==", "a b=" + key,
  ])
  func aPinThatCannotBeReadIsNamed(text: String) {
    let error = #expect(throws: UsageError.self) { try Arguments(parsing: ["--pin", text]) }
    #expect(
      error?.message(in: words) == "--pin takes [HOST=]sha256/BASE64, not “\(text)”.")
  }

  @MainActor
  @Test func aPinWithoutAHostIsForTheAddressThatIsOpened() throws {
    let preferences = Preferences(
      arguments: try Arguments(parsing: ["--pin", key, "--pin", "b.example=" + key]),
      words: words, folders: UserFolders(environment: ProcessEnvironment([:])),
      keymap: { Keymap() })
    let pins = try #require(preferences.pins(for: [.address("https://a.example:8443/x")]))
    #expect(pins.map(\.host) == ["a.example", "b.example"])
    #expect(preferences.pins(for: [.file(path: "/x")]) == nil)
    #expect(preferences.pins(for: [.address("about:start")]) == nil)
    #expect(preferences.pins(for: []) == nil)
  }

  @Test(arguments: [
    (["-dump_source"], ["--dump=source"]), (["-source"], ["--dump=source"]),
    (["-dump_head"], ["--dump=headers"]), (["-listonly"], ["-d=links"]),
    (["--links", "-nolist"], ["--links=none"]), (["--links"], ["--links=end"]),
    (["--insecure"], ["--trust", "once"]), (["--max-filesize=1k"], ["--max-size", "1024"]),
    (["-useragent=x"], ["--user-agent", "x"]), (["-0"], ["--null"]),
  ])
  func otherProgramsSpellingsMeanTheSame(line: [String], own: [String]) throws {
    #expect(try Arguments(parsing: ["-d"] + line) == Arguments(parsing: ["-d"] + own))
  }

  @Test func theScreenTakesOneTargetAndAsks() throws {
    let two = try Arguments(parsing: ["one", "http://me:secret@two/"])
    #expect(two.targets.count == 2)
    let error = #expect(throws: UsageError.self) { try two.targetOfScreen() }
    #expect(
      error?.message(in: words)
        == "The screen shows one address or file at a time: both “one” and “http://two/” were given."
    )
    #expect(throws: UsageError.self) {
      try Arguments(parsing: ["--insecure", "one"]).targetOfScreen()
    }
    #expect(try Arguments(parsing: ["--trust=ask", "one"]).targetOfScreen() == "one")
  }

  @Test func whatIsForPrintingPrints() throws {
    for option in Option.allCases where option.impliesDump {
      var line = ["--\(option.rawValue)"]
      if option.placeholder != nil, !option.isValueOptional {
        line.append(option == .print ? "h" : option == .outputCharset ? "utf-8" : "1")
      }
      #expect(try Arguments(parsing: line).mode == .dump, "\(option.rawValue)")
    }
    #expect(try Arguments(parsing: ["--max-size=5M"]).mode == .browse)
    #expect(try Arguments(parsing: ["--max-size=5M"]).maximumSize == 5 << 20)
  }

  @Test func helpComesBeforeVersion() throws {
    #expect(try Arguments(parsing: ["--version", "--help"]).mode == .help)
    #expect(try Arguments(parsing: ["--help", "--version"]).mode == .help)
    #expect(try Arguments(parsing: ["--version", "--verbose"]).isVerbose)
  }
}
