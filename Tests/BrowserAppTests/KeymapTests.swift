// SPDX-License-Identifier: MIT
// Part of Grille: tests of key maps.
import TerminalUI
import Testing
import WebInfra

@testable import BrowserApp

@Suite struct KeymapTests {
  private func key(_ name: String) throws -> KeyEvent {
    try #require(KeyEvent(name: name))
  }

  private func outcomes(_ keys: String..., keymap: Keymap = .bundled()) throws
    -> [KeySequenceReader.Outcome]
  {
    var reader = KeySequenceReader()
    return try keys.map { reader.read(try key($0), in: keymap) }
  }

  @Test func theBundledMapHasNoMistakes() throws {
    let source = try #require(ResourceLocator.bundled("Keymaps/default.conf"))
    var file = ConfigurationFile()
    file.read(source.description, file: "default.conf")
    #expect(file.problems.isEmpty)
    // A line that an earlier or later one takes the meaning from would be missing.
    let maps = source.description.split(separator: "\n").filter { $0.hasPrefix("map ") }
    let keymap = Keymap().applying(file.keyCommands)
    #expect(keymap.sequencesByAction().values.map(\.count).reduce(0, +) == maps.count)
  }

  @Test(arguments: [
    "C-c", "M-Left", "S-TAB", "gg", "g?", "<", "^", "SPC", "F10", "F1", "]]", "\\", "C-xC-e",
  ])
  func spellingsSurviveARoundTrip(notation: String) {
    #expect(KeySequence(notation: notation)?.notation == notation)
  }

  @Test func aCountComesBeforeTheKeys() throws {
    #expect(
      try outcomes("1", "0", "j") == [.pending, .pending, .command("cursor-down", count: 10)])
    #expect(try outcomes("0") == [.command("line-start", count: nil)])
    #expect(
      try outcomes("3", "g", "g") == [.pending, .pending, .command("top", count: 3)])
  }

  @Test func keysWithoutMeaningAreNamed() throws {
    #expect(try outcomes("g", "!") == [.pending, .unknown("g!")])
    #expect(try outcomes("M-x") == [.unknown("M-x")])
  }

  @Test func aPrefixKnowsItsContinuations() throws {
    let keys = Keymap.bundled().continuations(of: [try key("z")]).map(\.keys)
    #expect(keys == ["h", "l", "z", "t", "b"])
  }

  @Test func aNewBindingTakesThePlaceOfThoseItHides() throws {
    var keymap = Keymap.bundled()
    keymap.bind(try #require(KeySequence(notation: "g")), to: "reload")
    #expect(try outcomes("g", keymap: keymap) == [.command("reload", count: nil)])
    keymap.bind(try #require(KeySequence(notation: "gg")), to: "top")
    #expect(
      try outcomes("g", "g", keymap: keymap) == [.pending, .command("top", count: nil)])
    keymap.unbind(try #require(KeySequence(notation: "g")))
    #expect(try outcomes("g", keymap: keymap) == [.unknown("g")])
  }
}
