// SPDX-License-Identifier: MIT
// Part of Grille: the byte sequences that programs have made of one pass phrase.
import COpenSSL
import UnicodeText

/// The ways to write a pass phrase that are tried one after the other.
///
/// PKCS #12 wants UTF-16 and PBES2 any bytes; what a file was really made with depends on the
/// program, its age and the terminal in which the user has typed it.
final class PassPhraseForms {
  /// One way to write it.
  private final class Form {
    let bytes: SecretBytes
    /// True for no pass phrase at all, which differs from an empty one in old encryptions.
    let isAbsent: Bool

    init(_ bytes: consuming SecretBytes, isAbsent: Bool = false) {
      self.bytes = bytes
      self.isAbsent = isAbsent
    }

    func equals(_ other: Form) -> Bool {
      guard isAbsent == other.isAbsent, bytes.count == other.bytes.count else { return false }
      return bytes.withBytes { one in
        other.bytes.withBytes { two in one.indices.allSatisfy { one[$0] == two[$0] } }
      }
    }
  }

  /// True if the user has given one, be it empty.
  let wasGiven: Bool
  /// The likeliest first; the last that worked moves to the front.
  private var forms: [Form] = []

  /// Prepares the forms of a pass phrase; nil stands for a file that may need none.
  init(_ passPhrase: borrowing SecretBytes?) {
    switch passPhrase {
    case .some(let secret):
      wasGiven = true
      if secret.isEmpty {
        addEmptyForms()
      } else {
        addForms(of: secret)
      }
    case nil:
      wasGiven = false
      addEmptyForms()
    }
  }

  private func addEmptyForms() {
    forms = [Form(SecretBytes()), Form(SecretBytes(), isAbsent: true)]
  }

  private func addForms(of secret: borrowing SecretBytes) {
    secret.withBytes { bytes in
      add(SecretBytes(copying: bytes))
      guard bytes.indices.contains(where: { bytes[$0] >= 0x80 }) else { return }
      if Self.isUTF8(bytes) {
        add(Self.normalized(bytes, to: .nfc))
        add(Self.normalized(bytes, to: .nfd))
        add(Self.latin1(of: bytes))
      }
      // OpenSSL 1.0 took every byte for a character of its own.
      add(Self.readAsLatin1(bytes))
    }
  }

  private func add(_ bytes: consuming SecretBytes?) {
    guard let bytes else { return }
    let form = Form(bytes)
    if !forms.contains(where: { $0.equals(form) }) { forms.append(form) }
  }

  /// Tries the forms until one gives a result.
  ///
  /// The attempt gets the bytes, nil for no pass phrase, and their number. If all have failed, the
  /// error queue holds the complaints of the last one.
  func first<Result>(
    _ attempt: (_ bytes: UnsafePointer<CChar>?, _ count: Int32) -> Result?
  ) -> Result? {
    for (index, form) in forms.enumerated() {
      ERR_clear_error()
      let result = form.bytes.withBytes { bytes in
        unsafe bytes.withUnsafeBytes { memory in
          unsafe memory.withMemoryRebound(to: CChar.self) { characters in
            unsafe attempt(
              form.isAbsent ? nil : characters.baseAddress, Int32(characters.count))
          }
        }
      }
      guard let result else { continue }
      forms.insert(forms.remove(at: index), at: 0)
      return result
    }
    return nil
  }
}

// MARK: Encodings

extension PassPhraseForms {
  private static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Decoding.scalar(in: bytes, at: index)
      guard scalar.isValid else { return false }
      index += scalar.length
    }
    return true
  }

  /// UTF-8 of the characters that the single bytes are in Latin-1.
  private static func readAsLatin1(_ bytes: Span<UInt8>) -> SecretBytes {
    var result = SecretBytes(capacity: 2 * bytes.count)
    for index in bytes.indices { result.append(Unicode.Scalar(bytes[index])) }
    return result
  }

  /// Latin-1 of the characters; nil if one of them is not in it.
  private static func latin1(of bytes: Span<UInt8>) -> SecretBytes? {
    var result = SecretBytes(capacity: bytes.count)
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Decoding.scalar(in: bytes, at: index)
      guard scalar.value < 0x100 else { return nil }
      result.append(UInt8(scalar.value))
      index += scalar.length
    }
    return result
  }

  /// UTF-8 of a normal form; nil without ICU.
  private static func normalized(
    _ bytes: Span<UInt8>, to form: Normalization.Form
  ) -> SecretBytes? {
    // Both arrays are wiped below; nothing may grow and thereby leave a copy behind.
    var units = [UInt16](repeating: 0, count: bytes.count)
    var target = [UInt16](repeating: 0, count: 4 * bytes.count)
    defer {
      unsafe units.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
      unsafe target.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
    var (index, count) = (0, 0)
    while index < bytes.count {
      let scalar = UTF8Decoding.scalar(in: bytes, at: index)
      index += scalar.length
      if scalar.value < 0x10000 {
        units[count] = UInt16(scalar.value)
      } else {
        units[count] = UInt16(0xD800 + (scalar.value - 0x10000) >> 10)
        count += 1
        units[count] = UInt16(0xDC00 + (scalar.value - 0x10000) & 0x3FF)
      }
      count += 1
    }
    var span = target.mutableSpan
    guard
      let length = Normalization.normalize(
        units.span.extracting(..<count), to: form, into: &span)
    else { return nil }
    var result = SecretBytes(capacity: 3 * length)
    var place = 0
    while place < length {
      var value = UInt32(target[place])
      if value & 0xFC00 == 0xD800, place + 1 < length {
        place += 1
        value = 0x10000 + (value & 0x3FF) << 10 + UInt32(target[place]) & 0x3FF
      }
      place += 1
      if let scalar = Unicode.Scalar(value) { result.append(scalar) }
    }
    return result
  }
}
