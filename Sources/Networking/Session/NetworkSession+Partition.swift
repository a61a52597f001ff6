// SPDX-License-Identifier: MIT
// Part of Grille: which of a session's connections an attempt may use.

import Security

extension NetworkSession {
  /// Which connections an attempt may use.
  func partition(
    for handshake: HandshakeContext?, _ context: LoadContext,
    _ proxyLogin: TransferStateMachine.AuthorizationUse?
  ) -> ConnectionPartition {
    let ledger = configuration.ledger
    return ConnectionPartition(
      isPrivate: configuration.isPrivate,
      identity: handshake?.identityUse.tag ?? ClientIdentityUse.undecided.tag,
      identityEpoch: configuration.identities.epoch,
      decisionID: handshake.flatMap {
        ledger.decisionID(
          host: $0.host, port: $0.port, navigation: context.navigationID,
          at: configuration.clock())
      }, epoch: ledger.epoch, proxyLogin: proxyLogin.map(tag(of:)) ?? "")
  }

  /// A word for a log-in at a proxy that tells nothing about it.
  ///
  /// libcurl does not see what we tell a proxy, and would lend the tunnel of one who has logged in to
  /// those who have not (as in CVE-2026-3784).
  private func tag(of login: TransferStateMachine.AuthorizationUse) -> String {
    MessageDigest.hexadecimal(
      MessageDigest.sha256(
        loginSalt + Array(login.user.utf8) + [0] + Array(login.password.utf8)))
  }
}
