// SPDX-License-Identifier: MIT
// Part of Grille: where pass phrases come from, and that nothing of them stays.
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Security

extension SecretBytes {
  fileprivate var copy: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }

  /// Where the bytes are.
  fileprivate var address: UInt {
    withBytes { bytes in bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
  }
}

@Suite struct SecretBytesTests {
  /// A pipe that holds bytes and has no writer any more.
  private func pipe(holding bytes: [UInt8]) throws -> Pipe {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    return pipe
  }

  @Test func keysAreTypedAndTakenBack() {
    var secret = SecretBytes(capacity: 1)
    for scalar in "aü鍵🔑".unicodeScalars { secret.append(scalar) }
    #expect(secret.copy == Array("aü鍵🔑".utf8))
    var lengths: [Int] = []
    for _ in 0..<5 {
      secret.removeLastCharacter()
      lengths.append(secret.count)
    }
    #expect(lengths == [6, 3, 1, 0, 0])
    secret.append(0x62)
    secret.removeAll()
    #expect(secret.copy == [])
  }

  @Test(arguments: [
    ("plain", "plain"), ("line\n", "line"), ("line\r\n", "line"), ("one\ntwo\n", "one"),
    ("", ""), ("\n", ""), (" spaces \n", " spaces "), ("carriage\rreturn\n", "carriage\rreturn"),
  ])
  func oneLineIsReadFromADescriptorAndAFile(_ content: String, _ line: String) throws {
    let pipe = try pipe(holding: Array(content.utf8))
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(try SecretBytes(lineFrom: descriptor).copy == Array(line.utf8))
    let directory = try TemporaryDirectory()
    let file = try directory.write(content, to: "secret")
    #expect(try SecretBytes(firstLineOf: file).copy == Array(line.utf8))
  }

  @Test func whatFollowsTheLineIsLeftInTheDescriptor() throws {
    let pipe = try pipe(holding: Array("one\ntwo\n".utf8))
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(try SecretBytes(lineFrom: descriptor).copy == Array("one".utf8))
    #expect(try SecretBytes(lineFrom: descriptor).copy == Array("two".utf8))
    #expect(try SecretBytes(lineFrom: descriptor).copy == [])
  }

  @Test func lengthHasALimit() throws {
    let limit = SecretBytes.maximumPassPhraseLength
    let longest = [UInt8](repeating: 0x78, count: limit)
    for end in ["", "\n", "\r\n"] {
      let pipe = try pipe(holding: longest + end.utf8)
      #expect(
        try SecretBytes(lineFrom: pipe.fileHandleForReading.fileDescriptor).count == limit)
    }
    for tooLong in [longest + "y\n".utf8, longest + longest] {
      let pipe = try pipe(holding: tooLong)
      #expect(throws: SecretReadingError.tooLong) {
        _ = try SecretBytes(lineFrom: pipe.fileHandleForReading.fileDescriptor)
      }
    }
  }

  @Test func unreadableSourcesAreNamed() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: SecretReadingError.unreadable(code: EBADF)) {
      _ = try SecretBytes(lineFrom: -1)
    }
    #expect(throws: SecretReadingError.unreadable(code: ENOENT)) {
      _ = try SecretBytes(firstLineOf: directory.path(of: "none"))
    }
    #expect(throws: SecretReadingError.notRegularFile) {
      _ = try SecretBytes(firstLineOf: directory.path)
    }
    let pipe = directory.path(of: "pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SecretReadingError.notRegularFile) {
      _ = try SecretBytes(firstLineOf: pipe)
    }
  }

  @Test func memoryIsWipedBeforeItIsGivenBack() throws {
    let search = MemorySearch()
    var address: UInt
    do {
      let secret = try SecretBytes(lineFrom: search.makeSource())
      address = secret.address
      #expect(search.isSecret(at: address))
      #expect(secret.count == MemorySearch.length)
    }
    #expect(!search.isSecret(at: address))
    do {
      var secret = try SecretBytes(lineFrom: search.makeSource())
      address = secret.address
      secret.removeAll()
      #expect(secret.address == address)
      #expect(!search.isSecret(at: address))
    }
  }

  @Test func outgrownMemoryIsWiped() throws {
    let search = MemorySearch()
    let source = try SecretBytes(lineFrom: search.makeSource())
    var secret = SecretBytes(capacity: MemorySearch.length)
    source.withBytes { secret.append($0) }
    let address = secret.address
    #expect(search.isSecret(at: address))
    secret.append(0x2E)
    #expect(secret.address != address)
    #expect(search.isSecret(at: secret.address))
    #expect(!search.isSecret(at: address))
  }

  @Test func importLeavesNothingInMemory() throws {
    let search = MemorySearch()
    let person = IdentityWorkshop.mint("Ada")
    let file = IdentityFileForgery.pkcs12([
      .key(person.privateKey), .certificate(person.certificate),
    ])
    var address: UInt
    do {
      let source = try SecretBytes(lineFrom: search.makeSource())
      address = source.address
      #expect(search.occurrences(around: address) == 1)
      let secret: SecretBytes? = consume source
      let error = #expect(throws: IdentityImportError.self) {
        try IdentityImport(SecretBytes(copying: file.span), passPhrase: secret)
      }
      #expect(error?.problem == .wrongPassPhrase)
    }
    #expect(search.occurrences(around: address) == 0)
  }
}

/// Looks in the memory of this process for a random secret that it keeps masked.
private final class MemorySearch {
  static let length = 64
  /// The part that is looked for: the allocator writes into the beginning of memory it gets back.
  private static let tail = 48..<64
  private static let mask: UInt8 = 0xA5

  private let masked: [UInt8]
  private let pipe = Pipe()

  init() {
    // An accent in the middle, so that all forms of a pass phrase are made of it. It is never
    // written down but masked.
    masked = (0..<Self.length).map { index in
      let byte =
        switch index {
        case 32: UInt8(0xC3)
        case 33: UInt8(0xA9)
        default: UInt8.random(in: 0x61...0x7A)
        }
      return byte ^ Self.mask
    }
  }

  /// A descriptor from which the secret can be read once.
  func makeSource() -> Int32 {
    let writer = pipe.fileHandleForWriting.fileDescriptor
    for byte in masked + [0x0A ^ Self.mask] {
      var plain = byte ^ Self.mask
      precondition(write(writer, &plain, 1) == 1)
    }
    return pipe.fileHandleForReading.fileDescriptor
  }

  /// True if the end of the secret stands where it stands in a secret that begins at an address.
  func isSecret(at address: UInt) -> Bool {
    let bytes = Self.read(address + UInt(Self.tail.lowerBound), Self.tail.count) { Array($0) }
    return zip(bytes, masked[Self.tail]).allSatisfy { $0 ^ $1 == Self.mask }
      && bytes.count == Self.tail.count
  }

  /// How often the end of the secret stands in the part of the heap around an address.
  ///
  /// Each thread takes its memory from one part, so that all that a call needs is there.
  func occurrences(around address: UInt) -> Int {
    for line in Self.maps.split(separator: "\n") {
      let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap {
        UInt($0, radix: 16)
      }
      guard bounds.count == 2, bounds[0] <= address, address < bounds[1] else { continue }
      return Self.read(bounds[0], Int(bounds[1] - bounds[0])) { occurrences(in: $0) }
    }
    return 0
  }

  /// The system's list of this process's memory; it comes in pieces, of which the first is not all.
  private static var maps: String {
    let file = open("/proc/self/maps", O_RDONLY)
    defer { close(file) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = Glibc.read(file, &buffer, buffer.count), count > 0 {
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Lends a copy of memory that need not be there any more.
  private static func read<Result>(
    _ address: UInt, _ count: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let memory = open("/proc/self/mem", O_RDONLY)
    defer { close(memory) }
    // Not from the heap, through which we look.
    let buffer = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    defer { munmap(buffer, count) }
    let done = pread(memory, buffer, count, off_t(address))
    return body(UnsafeRawBufferPointer(start: buffer, count: max(0, done)))
  }

  private func occurrences(in piece: UnsafeRawBufferPointer) -> Int {
    guard let start = piece.baseAddress else { return 0 }
    let tail = Array(masked[Self.tail])
    let first = Int32(tail[0] ^ Self.mask)
    var found = 0
    var index = 0
    while index + 16 <= piece.count,
      let hit = memchr(start + index, first, piece.count - 15 - index)
    {
      index = UnsafeRawPointer(hit) - start
      if (0..<16).allSatisfy({ piece[index + $0] ^ tail[$0] == Self.mask }) { found += 1 }
      index += 1
    }
    return found
  }
}
