// SPDX-License-Identifier: MIT
// Part of Grille: the beginnings by which images, sounds and archives are recognised.

/// Bytes at the start of a resource which give its type away.
struct BytePattern: Sendable {
  /// The expected bytes; nil where any byte will do.
  let bytes: [UInt8?]
  let type: MIMEType

  /// Makes a pattern of a text in which `?` stands for any byte and bytes follow as numbers.
  private init(_ text: StaticString, _ more: [UInt8] = [], _ type: MIMEType) {
    let start: [UInt8?] = text.withUTF8Buffer { bytes in
      unsafe bytes.map { $0 == 0x3F ? nil : $0 }
    }
    bytes = start + more.map(Optional.some)
    self.type = type
  }

  private init(_ bytes: [UInt8], _ type: MIMEType) {
    self.bytes = bytes.map(Optional.some)
    self.type = type
  }

  func matches(_ header: Span<UInt8>) -> Bool {
    guard header.count >= bytes.count else { return false }
    for (index, byte) in bytes.enumerated() {
      if let byte, header[index] != byte { return false }
    }
    return true
  }

  /// Whether an ASCII text stands at that position.
  static func starts(
    _ header: Span<UInt8>, _ start: Int, _ text: StaticString, ignoringCase: Bool = false
  ) -> Bool {
    guard start + text.utf8CodeUnitCount <= header.count else { return false }
    var position = start
    return text.withUTF8Buffer { expected in
      for index in expected.indices {
        let byte = ignoringCase ? ASCII.lowercase(header[position]) : header[position]
        if unsafe byte != expected[index] { return false }
        position += 1
      }
      return true
    }
  }

  // mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
  static let images: [BytePattern] = [
    BytePattern([0x00, 0x00, 0x01, 0x00], MIMEType("image", "x-icon")),
    BytePattern([0x00, 0x00, 0x02, 0x00], MIMEType("image", "x-icon")),
    BytePattern("BM", [], MIMEType("image", "bmp")),
    BytePattern("GIF87a", [], MIMEType("image", "gif")),
    BytePattern("GIF89a", [], MIMEType("image", "gif")),
    BytePattern("RIFF????WEBPVP", [], MIMEType("image", "webp")),
    BytePattern(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], MIMEType("image", "png")),
    BytePattern([0xFF, 0xD8, 0xFF], MIMEType("image", "jpeg")),
  ]

  // mimesniff.spec.whatwg.org/#matching-an-audio-or-video-type-pattern
  static let audioAndVideo: [BytePattern] = [
    BytePattern("FORM????AIFF", [], MIMEType("audio", "aiff")),
    BytePattern("ID3", [], MIMEType("audio", "mpeg")),
    BytePattern("OggS", [0], MIMEType("application", "ogg")),
    BytePattern("MThd", [0, 0, 0, 6], MIMEType("audio", "midi")),
    BytePattern("RIFF????AVI ", [], MIMEType("video", "avi")),
    BytePattern("RIFF????WAVE", [], MIMEType("audio", "wave")),
  ]

  // mimesniff.spec.whatwg.org/#matching-an-archive-type-pattern
  static let archives: [BytePattern] = [
    BytePattern([0x1F, 0x8B, 0x08], MIMEType("application", "x-gzip")),
    BytePattern("PK", [3, 4], MIMEType("application", "zip")),
    BytePattern("Rar ", [0x1A, 7, 0], MIMEType("application", "x-rar-compressed")),
  ]
}

extension [BytePattern] {
  /// The type of the first pattern that the bytes begin with.
  func match(_ header: Span<UInt8>) -> MIMEType? {
    for pattern in self where pattern.matches(header) { return pattern.type }
    return nil
  }
}
