// SPDX-License-Identifier: MIT
// Part of Grille: seals small secrets under a master pass phrase.
import COpenSSL

/// The key of a vault, which is wiped with its last owner.
///
/// Whatever is sealed is bound to the names it was sealed under: moved to another row it does not
/// open. To derive a key takes a fraction of a second, which nobody should wait for on the main actor.
package final class VaultKey: Sendable {
  /// How the key was derived.
  package let parameters: VaultParameters
  private let bytes: SecretBytes

  private static let (keyLength, nonceLength, tagLength) = (32, 12, 16)
  private static let proofNames = ["vault", "proof"]

  private init(_ bytes: consuming SecretBytes, _ parameters: VaultParameters) {
    self.bytes = bytes
    self.parameters = parameters
  }

  /// Makes a new key of a new pass phrase.
  ///
  /// - Parameters:
  ///   - passPhrase: The pass phrase, in UTF-8.
  ///   - costExponent: What the derivation costs; see ``VaultParameters/costExponent``.
  /// - Returns: The key, with parameters to be kept.
  /// - Throws: ``VaultKeyError``.
  package static func make(
    of passPhrase: borrowing SecretBytes,
    costExponent: Int = VaultParameters.usualCostExponent
  ) throws(VaultKeyError) -> VaultKey {
    func parameters(proof: [UInt8]) -> VaultParameters {
      VaultParameters(
        salt: salt, costExponent: costExponent, blockSize: 8, parallelization: 1, proof: proof)
    }
    let salt = RandomBytes.generate(count: 32)
    let unproven = VaultKey(try derive(passPhrase, parameters(proof: [])), parameters(proof: []))
    let nothing = SecretBytes(capacity: 1)
    guard let proof = unproven.seal(nothing, under: proofNames) else { throw .derivationFailed }
    return VaultKey(unproven.bytes.copy(), parameters(proof: proof))
  }

  /// Derives the key of a vault again.
  ///
  /// - Throws: ``VaultKeyError``; a wrong pass phrase is recognised.
  package static func derive(
    from passPhrase: borrowing SecretBytes, for parameters: VaultParameters
  ) throws(VaultKeyError) -> VaultKey {
    let key = VaultKey(try derive(passPhrase, parameters), parameters)
    guard parameters.proof.count == nonceLength + tagLength else { throw .unusableParameters }
    guard key.open(parameters.proof, under: proofNames) != nil else { throw .wrongPassPhrase }
    return key
  }

  // RFC 7914
  private static func derive(
    _ passPhrase: borrowing SecretBytes, _ parameters: VaultParameters
  ) throws(VaultKeyError) -> SecretBytes {
    guard parameters.areReasonable else { throw .unusableParameters }
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    var key = SecretBytes(capacity: keyLength)
    let written = passPhrase.withBytes { phrase in
      unsafe phrase.withUnsafeBytes { phrase in
        unsafe key.append(upTo: keyLength) { memory in
          // OpenSSL counts some blocks more than the standard's formula.
          let done = unsafe EVP_PBE_scrypt(
            phrase.baseAddress?.assumingMemoryBound(to: CChar.self), phrase.count,
            parameters.salt, parameters.salt.count, 1 << UInt64(parameters.costExponent),
            UInt64(parameters.blockSize), UInt64(parameters.parallelization),
            UInt64(parameters.memory) + (8 << 20), memory, keyLength)
          return done == 1 ? keyLength : -1
        }
      }
    }
    guard written == keyLength else { throw .derivationFailed }
    return key
  }

  // MARK: Sealing

  /// Encrypts a secret.
  ///
  /// - Parameters:
  ///   - secret: The secret; it may be empty.
  ///   - names: What the secret is, and whose; it opens under the same names only.
  /// - Returns: A nonce, the encrypted bytes and a tag; nil if OpenSSL has no memory.
  package func seal(_ secret: borrowing SecretBytes, under names: [String]) -> [UInt8]? {
    let nonce = RandomBytes.generate(count: Self.nonceLength)
    let count = secret.count
    guard let count32 = Int32(exactly: count),
      let context = CipherContext(key: bytes, nonce: nonce, encrypts: true),
      context.authenticate(Self.encoding(of: names))
    else { return nil }
    var encrypted = [UInt8](repeating: 0, count: count)
    let isDone = secret.withBytes { plain in
      unsafe plain.withUnsafeBufferPointer { plain in
        var length: Int32 = 0
        guard count > 0 else { return true }
        return unsafe EVP_EncryptUpdate(
          context.pointer, &encrypted, &length, plain.baseAddress, count32) == 1
          && length == count32
      }
    }
    guard isDone, let tag = context.tag(count: Self.tagLength) else { return nil }
    return nonce + encrypted + tag
  }

  /// Decrypts a secret; nil if it was sealed by another key or under other names, or is damaged.
  package func open(_ sealed: [UInt8], under names: [String]) -> SecretBytes? {
    let count = sealed.count - Self.nonceLength - Self.tagLength
    guard count >= 0, let count32 = Int32(exactly: count),
      let context = CipherContext(
        key: bytes, nonce: Array(sealed.prefix(Self.nonceLength)), encrypts: false),
      context.authenticate(Self.encoding(of: names))
    else { return nil }
    let encrypted = Array(sealed[Self.nonceLength..<Self.nonceLength + count])
    var plain = SecretBytes(capacity: max(count, 1))
    let written = unsafe plain.append(upTo: count) { memory in
      var length: Int32 = 0
      guard count > 0 else { return 0 }
      let done = unsafe EVP_DecryptUpdate(context.pointer, memory, &length, encrypted, count32)
      return done == 1 ? Int(length) : -1
    }
    // Until the tag is checked the bytes are anybody's.
    guard written == count, context.verify(tag: Array(sealed.suffix(Self.tagLength))) else {
      return nil
    }
    return plain
  }

  /// Names as bytes, so that different ones never look the same.
  private static func encoding(of names: [String]) -> [UInt8] {
    var result: [UInt8] = []
    for name in names {
      let bytes = Array(name.utf8)
      let count = UInt64(bytes.count)
      result += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
      result += bytes
    }
    return result
  }
}

/// An EVP_CIPHER_CTX for AES-256-GCM, which is wiped and freed with its owner.
// NIST SP 800-38D
@safe private struct CipherContext: ~Copyable {
  let pointer: OpaquePointer

  /// Nil if OpenSSL has no memory.
  init?(key: borrowing SecretBytes, nonce: [UInt8], encrypts: Bool) {
    guard let made = unsafe EVP_CIPHER_CTX_new() else { return nil }
    let isReady = key.withBytes { key in
      unsafe key.withUnsafeBufferPointer { key in
        unsafe EVP_CipherInit_ex(
          made, EVP_aes_256_gcm(), nil, key.baseAddress, nonce, encrypts ? 1 : 0) == 1
      }
    }
    guard isReady else {
      unsafe EVP_CIPHER_CTX_free(made)
      return nil
    }
    unsafe pointer = made
  }

  deinit { unsafe EVP_CIPHER_CTX_free(pointer) }

  /// Binds the cipher text to other bytes.
  func authenticate(_ bytes: [UInt8]) -> Bool {
    guard let count = Int32(exactly: bytes.count) else { return false }
    var length: Int32 = 0
    return unsafe EVP_CipherUpdate(pointer, nil, &length, bytes, count) == 1
  }

  /// Ends encrypting.
  func tag(count: Int) -> [UInt8]? {
    var rest = [UInt8](repeating: 0, count: 16)
    var length: Int32 = 0
    var tag = [UInt8](repeating: 0, count: count)
    guard unsafe EVP_CipherFinal_ex(pointer, &rest, &length) == 1, length == 0,
      unsafe EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_GET_TAG, Int32(count), &tag) == 1
    else { return nil }
    return tag
  }

  /// Ends decrypting; false if anything is not what was sealed.
  func verify(tag: [UInt8]) -> Bool {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    var tag = tag
    var rest = [UInt8](repeating: 0, count: 16)
    var length: Int32 = 0
    return unsafe EVP_CIPHER_CTX_ctrl(
      pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
      && EVP_CipherFinal_ex(pointer, &rest, &length) == 1 && length == 0
  }
}
