// SPDX-License-Identifier: MIT
// Part of Grille: tests of what is sealed under a master pass phrase.
import Security
import Testing

@Suite("Vault keys")
struct VaultKeyTests {
  private func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

  private func seal(_ text: String, _ key: VaultKey, _ names: String...) throws -> [UInt8] {
    let sealed = key.seal(secret(text), under: names)
    return try #require(sealed)
  }

  private func text(_ sealed: [UInt8], _ key: VaultKey, _ names: String...) -> String? {
    guard let opened = key.open(sealed, under: names) else { return nil }
    return opened.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  private func error(_ body: () throws(VaultKeyError) -> VaultKey) -> VaultKeyError? {
    do throws(VaultKeyError) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  private func parameters(
    of old: VaultParameters, salt: [UInt8]? = nil, cost: Int? = nil, blocks: Int? = nil,
    proof: [UInt8]? = nil
  ) -> VaultParameters {
    VaultParameters(
      salt: salt ?? old.salt, costExponent: cost ?? old.costExponent,
      blockSize: blocks ?? old.blockSize, parallelization: old.parallelization,
      proof: proof ?? old.proof)
  }

  @Test(arguments: ["", "x", "pässword 🔑", String(repeating: "long ", count: 20_000)])
  func whatIsSealedOpensWithTheSamePassPhraseOnly(content: String) throws {
    let key = try VaultKey.make(of: secret("master"), costExponent: 14)
    let sealed = try seal(content, key, "a", "b")
    #expect(sealed.count == content.utf8.count + 28)
    let again = try VaultKey.derive(from: secret("master"), for: key.parameters)
    #expect(text(sealed, again, "a", "b") == content)
    let parameters = key.parameters
    #expect(
      error { () throws(VaultKeyError) in
        try VaultKey.derive(from: secret("Master"), for: parameters)
      } == .wrongPassPhrase)
    #expect(
      error { () throws(VaultKeyError) in try VaultKey.derive(from: secret(""), for: parameters) }
        == .wrongPassPhrase)
    let other = try VaultKey.make(of: secret("master"), costExponent: 14)
    #expect(other.parameters.salt != parameters.salt)
    #expect(text(sealed, other, "a", "b") == nil)
  }

  @Test func whatIsSealedOpensUnderItsOwnNamesOnly() throws {
    let key = try VaultKey.make(of: secret("master"), costExponent: 14)
    let sealed = try seal("content", key, "a", "bc")
    #expect(text(sealed, key, "a", "bc") == "content")
    for names in [["ab", "c"], ["a", "b"], ["a", "bc", ""], ["bc", "a"], []] {
      let isOpened = key.open(sealed, under: names) != nil
      #expect(!isOpened, "\(names)")
    }
    // The same content looks different every time.
    let again = try seal("content", key, "a", "bc")
    #expect(again != sealed)
  }

  @Test func everyChangedBitIsNoticed() throws {
    let key = try VaultKey.make(of: secret("master"), costExponent: 14)
    let sealed = try seal("content", key, "a")
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(text(changed, key, "a") == nil)
    }
    for count in 0..<sealed.count { #expect(text(Array(sealed.prefix(count)), key, "a") == nil) }
  }

  @Test func damagedParametersAreNoPassPhrasesFault() throws {
    let old = try VaultKey.make(of: secret("master"), costExponent: 14).parameters
    let damaged = [
      parameters(of: old, cost: 40), parameters(of: old, cost: 0), parameters(of: old, cost: -1),
      parameters(of: old, cost: 20, blocks: 16), parameters(of: old, blocks: 1 << 40),
      parameters(of: old, salt: []), parameters(of: old, proof: []),
    ]
    for parameters in damaged {
      #expect(
        error { () throws(VaultKeyError) in
          try VaultKey.derive(from: secret("master"), for: parameters)
        } == .unusableParameters)
    }
    #expect(
      error { () throws(VaultKeyError) in
        try VaultKey.derive(
          from: secret("master"), for: parameters(of: old, proof: [UInt8](repeating: 0, count: 28)))
      } == .wrongPassPhrase)
  }

  @Test func newVaultsAreExpensiveToGuess() throws {
    let key = try VaultKey.make(of: secret("master"))
    #expect(key.parameters.costExponent >= 15)
    #expect(key.parameters.blockSize == 8 && key.parameters.parallelization == 1)
    #expect(key.parameters.salt.count == 32)
  }
}
