// SPDX-License-Identifier: MIT
// Part of Grille: how the key of a vault comes out of a pass phrase.

/// What a profile keeps of a master pass phrase: how to derive the key, and how to know the right one.
///
/// Nothing of it is secret, and nothing of it can be trusted: it was read from a file.
package struct VaultParameters: Sendable, Hashable {
  /// Random bytes that make the key of every profile another one.
  package let salt: [UInt8]
  /// The cost of scrypt as the exponent of 2.
  package let costExponent: Int
  /// The block size of scrypt.
  package let blockSize: Int
  /// How often scrypt fills its memory.
  package let parallelization: Int
  /// Nothing, sealed with the key.
  package let proof: [UInt8]

  /// Describes a vault, for example one that was read back from storage.
  package init(
    salt: [UInt8], costExponent: Int, blockSize: Int, parallelization: Int, proof: [UInt8]
  ) {
    self.salt = salt
    self.costExponent = costExponent
    self.blockSize = blockSize
    self.parallelization = parallelization
    self.proof = proof
  }

  /// The cost of new vaults: 64 MiB and a fraction of a second.
  package static let usualCostExponent = 16
  /// The least that is accepted: 16 MiB.
  package static let leastCostExponent = 14

  /// Whether a derivation ends in a reasonable time and memory, and is worth its name.
  var areReasonable: Bool {
    (Self.leastCostExponent...20).contains(costExponent) && (8...16).contains(blockSize)
      && (1...4).contains(parallelization) && memory <= 512 << 20
      && (16...64).contains(salt.count)
  }

  /// The bytes that scrypt works on.
  var memory: Int { 128 * blockSize << costExponent }
}

/// Why a vault does not open.
package enum VaultKeyError: Error, Hashable, Sendable {
  /// The pass phrase is another one.
  case wrongPassPhrase
  /// The parameters are damaged, or demand too much.
  case unusableParameters
  /// OpenSSL cannot derive the key; memory may be short.
  case derivationFailed
}
