// SPDX-License-Identifier: MIT
// Part of Grille: pinned keys and block-listed keys, as text and as verdicts.
import TestSupport
import Testing

@testable import Security

@Suite struct PublicKeyPinningTests {
  static let hexadecimal = String(repeating: "0aF1", count: 16)
  static let bytes = (0..<16).flatMap { _ in [UInt8](arrayLiteral: 0x0A, 0xF1) }

  @Test func keyIsReadInEachOfItsForms() {
    let colons = Fingerprint(bytes: Self.bytes).description
    #expect(PublicKeyPinning.fingerprint(parsing: Self.hexadecimal)?.bytes == Self.bytes)
    #expect(PublicKeyPinning.fingerprint(parsing: colons)?.bytes == Self.bytes)
    let base64 = "sha256/CvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvE="
    #expect(PublicKeyPinning.fingerprint(parsing: base64)?.bytes == Self.bytes)
  }

  @Test(arguments: [
    "", "sha256/", "sha256/AAAA", "sha1/CvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvE=",
    "sha256/CvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvE",
    "sha256/CvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCv==",
    "sha256/CvEK8QrxCvEK8Qrx CvEK8QrxCvEK8QrxCvEK8QrxCv=",
    "sha256/CvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCv_=",
    String(repeating: "0", count: 63), String(repeating: "0", count: 65),
    String(repeating: "g", count: 64),
    String(repeating: "00-", count: 31) + "00",
  ])
  func anythingElseIsNoKey(_ text: String) {
    #expect(PublicKeyPinning.fingerprint(parsing: text) == nil)
  }

  static func key(_ byte: UInt8) -> Fingerprint {
    Fingerprint(bytes: [UInt8](repeating: byte, count: 32))
  }

  static let pinning = PublicKeyPinning(pins: [
    .init(host: "Example.test.", keys: [key(1)]),
    .init(host: "example.test", includesSubdomains: true, keys: [key(2)]),
    .init(host: "a.example.test", keys: [key(3)]),
    .init(host: "empty.example.test", keys: []),
    .init(host: "127.0.0.1", includesSubdomains: true, keys: [key(4)]),
    .init(host: "xn--bcher-kva.test", keys: [key(5)]),
  ])

  @Test(
    arguments: [
      ("example.test", [1, 2]), ("EXAMPLE.test.", [1, 2]), ("a.example.test", [3]),
      ("b.example.test", [2]), ("x.a.example.test", [2]), ("empty.example.test", [2]),
      ("evilexample.test", []), ("test", []), ("127.0.0.1", [4]), ("1.127.0.0.1", []),
      ("bücher.test", [5]),
    ] as [(String, [UInt8])])
  func nearestPinCounts(host: String, keys: [UInt8]) {
    #expect(Self.pinning.keys(forHost: host) == Set(keys.map(Self.key)))
  }

  @Test func rootOfTheUsersDoesNotGetAroundAPin() {
    let pins = PublicKeyPinning(pins: [.init(host: Practice.host, keys: [Self.key(1)])])
    let identity = Practice.authority.issue(Practice.leaf())
    let trust = Practice.evaluator.evaluate(
      identity.chain, host: Practice.host, port: 443, at: Practice.now,
      requirements: TrustRequirements(pinnedKeys: pins.keys(forHost: Practice.host)))
    #expect(trust.anchor == .addedByUser)
    #expect(Practice.findings(trust) == ["pinMismatch@0"])
    #expect(trust.result == .fatalTrustFailure)
    let ledger = TrustLedger()
    #expect(!ledger.accept(trust, scope: .session, at: Practice.now))
    #expect(ledger.decisions.isEmpty)
  }

  // MARK: Block-lists

  @Test func blockListIsReadLineByLine() {
    let text = """
      # a comment

      \(Self.hexadecimal)  # the same key twice
      sha256/CvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvEK8QrxCvE=\r
      nonsense
      \t\(String(repeating: "01", count: 32))
      sha256/short
      """
    let (keys, damaged) = KeyBlockList.parse(text)
    #expect(keys == [Fingerprint(bytes: Self.bytes), Self.key(1)])
    #expect(damaged == [5, 7])
  }

  @Test func keysOfKnownIncidentsAreBlockedWithoutASetting() throws {
    #expect(KeyBlockList.bundled.count == 41)
    // Superfish.
    let key = try #require(
      PublicKeyPinning.fingerprint(
        parsing: "4bb8f35ba1e126f8dde1b0c420625ed86dce61a7bddadbdea9aba578ff13145e"))
    #expect(KeyBlockList.bundled.contains(key))
    #expect(Practice.evaluator.isBlocked(key))
    #expect(!Practice.evaluator.isBlocked(Self.key(1)))
  }
}
