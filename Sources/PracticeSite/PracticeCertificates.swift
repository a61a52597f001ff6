// SPDX-License-Identifier: MIT
// Part of Grille: the certificates of the practice site's hosts.
import Security
import Synchronization

/// Mints each host's certificate on its first use and keeps it, but for the host that flips.
final class PracticeCertificates: Sendable {
  let authority: CertificateAuthority
  /// An authority that no client is told to trust.
  let stranger: CertificateAuthority
  /// An authority whose key stands for those known to be misused.
  let misused: CertificateAuthority
  /// Those by whom clients tell who they are.
  let clients: PracticeClients
  let moment: Int64
  /// Where the authority's services are, without a final slash.
  let servicesAddress: String
  /// Authorities below the root of a kind of their own, by their names.
  let specialAuthorities = Mutex<[String: MintedIdentity]>([:])
  private let minted = Mutex<[String: MintedIdentity]>([:])
  /// How often the host that baits has been visited.
  private let baits = Mutex(0)

  init(at moment: Int64, servicesAddress: String) {
    self.moment = moment
    self.servicesAddress = servicesAddress
    authority = CertificateAuthority(named: "Practice", at: moment)
    stranger = CertificateAuthority(named: "Stranger", at: moment)
    misused = CertificateAuthority(named: "Blocklisted", at: moment)
    clients = PracticeClients(at: moment)
  }

  /// What to present to a client that asks for a name: for the host that baits, one certificate
  /// and another in turns.
  func present(to name: String?) -> MintedIdentity {
    if PracticeHost.label(ofName: name) == "bait" {
      let count = baits.withLock { count in
        count += 1
        return count
      }
      if count.isMultiple(of: 2) {
        return kept("bait-switch") { mint("bait-switch", "bait." + PracticeHost.domain) }
      }
    }
    return identity(for: name)
  }

  /// What stands for a name; a name with no case of its own gets a sound certificate.
  func identity(for name: String?) -> MintedIdentity {
    let name = name?.lowercased() ?? "localhost"
    let label = PracticeHost.label(ofName: name)
    return label == "flip" ? mint(label, name) : kept(name) { mint(label, name) }
  }

  /// The identity kept under a key, minted when it is first asked for.
  private func kept(_ key: String, mint: () -> MintedIdentity) -> MintedIdentity {
    // Minted outside the lock: a large key takes a while, and a second one does no harm.
    if let known = minted.withLock({ $0[key] }) { return known }
    let fresh = mint()
    return minted.withLock { known in
      known[key] = known[key] ?? fresh
      return known[key] ?? fresh
    }
  }

  /// The host name for which the authority has issued a certificate of that serial number.
  func name(ofSerialNumber serial: [UInt8]) -> String? {
    let issuer = authority.intermediate.certificate.subject
    return minted.withLock { known in
      known.first { entry in
        let certificate = entry.value.certificate
        return certificate.serialNumber == serial && certificate.issuer == issuer
      }?.key
    }
  }

  /// The host for which a certificate of that serial number was minted.
  func label(ofSerialNumber serial: [UInt8]) -> String? {
    minted.withLock { known in
      known.first { $0.value.certificate.serialNumber == serial }
    }.map { PracticeHost.label(ofName: $0.key) }
  }

  /// The proof to staple for a name.
  func staple(for name: String?) -> [UInt8]? {
    switch PracticeHost.label(ofName: name) {
    case "revoked-stapled", "revoked-stapled-tls12", "must-staple": proof(for: name)
    default: nil
    }
  }

  /// What the authority says about the certificate of a name.
  func proof(for name: String?) -> [UInt8] {
    var content = RevocationProofMint.Content(at: moment)
    if Self.withdrawn.contains(PracticeHost.label(ofName: name)) { content.revocation = withdrawal }
    return RevocationProofMint.mint(
      content, about: identity(for: name).certificate, issuer: authority.intermediate)
  }

  /// The list of the withdrawn certificates.
  var revocationList: [UInt8] {
    RevocationListMint.mint(
      Self.withdrawn.map { label in
        let certificate = identity(for: "\(label).\(PracticeHost.domain)").certificate
        return (certificate.serialNumber, withdrawal)
      },
      issuer: authority.intermediate, thisUpdate: moment - UnixTime.day,
      nextUpdate: moment + 6 * UnixTime.day)
  }

  /// The hosts whose certificates are withdrawn.
  private static let withdrawn = [
    "revoked", "revoked-crl", "revoked-wrong-host", "revoked-stapled", "revoked-stapled-tls12",
    "responder-silent",
    "responder-garbage", "responder-redirects", "responder-forbidden",
  ]

  private var withdrawal: Revocation {
    Revocation(date: moment - 5 * UnixTime.day, reasonCode: 1)
  }
}
