// SPDX-License-Identifier: MIT
// Part of Grille: what has happened at the practice site.
package import Security
import Synchronization

extension PracticeSite {
  /// Every request received so far, in the order of arrival.
  package var requests: [PracticeRequest] { log.requests.withLock { $0 } }

  /// The requests for one path, query aside.
  package func requests(forPath path: String) -> [PracticeRequest] {
    requests.filter { $0.path == path }
  }

  /// Forgets the requests received so far.
  package func forgetRequests() {
    log.requests.withLock { $0.removeAll() }
  }

  /// The connections of the https server so far, failed handshakes included.
  package var secureConnections: [LoopbackServer.ConnectionRecord] {
    secureServer.connectionRecords
  }

  /// The connections of the http server so far.
  package var plainConnections: [LoopbackServer.ConnectionRecord] {
    plainServer.connectionRecords
  }

  /// What has happened at one host so far.
  package struct HostCounts: Hashable, Sendable {
    /// Handshakes that a client has begun.
    package let connections: Int
    /// Handshakes that were completed.
    package let handshakes: Int
    /// Requests over TLS.
    package let requests: Int
    /// Requests without TLS.
    package let plainRequests: Int
  }

  /// What has happened so far at a host, by its full name.
  package func counts(ofHost name: String) -> HostCounts {
    let name = name.lowercased()
    let requests = requests.filter { $0.host.lowercased() == name }
    return HostCounts(
      connections: secureServer.askedNames.count { $0?.lowercased() == name },
      handshakes: secureConnections.count {
        $0.isEstablished && $0.serverName?.lowercased() == name
      },
      requests: requests.count(where: \.isSecure),
      plainRequests: requests.count { !$0.isSecure })
  }

  /// How often the authority was asked so far.
  package struct FetchCounts: Hashable, Sendable {
    /// Questions to its responders, whatever they answer.
    package let statusQuestions: Int
    /// Fetches of its list of withdrawn certificates.
    package let revocationLists: Int
    /// Fetches of its own certificate.
    package let issuers: Int
  }

  /// How often the authority was asked so far, over http.
  package var fetchCounts: FetchCounts {
    let paths = requests.filter { !$0.isSecure }.map(\.path)
    return FetchCounts(
      statusQuestions: paths.count { $0.hasPrefix("/ocsp") },
      revocationLists: paths.count { $0 == "/crl" },
      issuers: paths.count { $0.hasPrefix("/ca/") })
  }
}
