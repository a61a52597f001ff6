// SPDX-License-Identifier: MIT
// Part of Grille: finds the answer to a request.
import Security
import Synchronization

/// The site's routes, shared by all its servers.
final class Router: Sendable {
  let digest = DigestAuthentication()
  /// The vault of a user whose name and password are not ASCII.
  let internationalDigest = DigestAuthentication(user: "Jäsøn 太郎", password: "pässwörd")
  private let frontPage: @Sendable (_ host: String) -> [UInt8]?
  private let certificates = Mutex<PracticeCertificates?>(nil)

  init(frontPage: @escaping @Sendable (_ host: String) -> [UInt8]?) {
    self.frontPage = frontPage
  }

  /// Answers questions about these certificates from now on.
  func serve(_ certificates: PracticeCertificates) {
    self.certificates.withLock { $0 = certificates }
  }

  /// The answer to a request; an unknown path is not found.
  func reply(to request: PracticeRequest) -> PracticeReply {
    let reply = find(request)
    guard case .response(let response) = reply, Self.asksForStrictness(request) else {
      return reply
    }
    return .response(
      response.adding("Strict-Transport-Security", "max-age=31536000; includeSubDomains"))
  }

  private func find(_ request: PracticeRequest) -> PracticeReply {
    let parts = request.path.split(separator: "/").map(String.init)
    let (name, rest) = (parts.first ?? "", Array(parts.dropFirst()))
    if let refusal = Self.certificateRefusal(of: request) { return refusal }
    // Files to practise with can be fetched from every host.
    if name != "identities", let reflection = Self.reflection(of: request) { return reflection }
    if name.isEmpty, let page = frontPage(request.host.lowercased()) {
      return .bytes(page, type: "text/html; charset=utf-8")
    }
    return downloads(name, rest, certificates.withLock(\.self)?.clients)
      ?? authority(name, rest, request, certificates.withLock(\.self))
      ?? pages(name, rest, request)
      ?? exchanges(name, rest, request)
      ?? redirects(name, rest, request)
      ?? authentication(name, rest, request)
      ?? mishaps(name, rest, request)
      ?? codings(name, rest, request)
      ?? threats(name, rest, request)
      ?? .response(Self.status(404))
  }

  /// True where the site asks to be visited over https only: rightly, or over http in vain.
  private static func asksForStrictness(_ request: PracticeRequest) -> Bool {
    switch PracticeHost.label(ofName: request.host) {
    case "hsts", "expired.hsts": request.isSecure
    case "hsts-plain": !request.isSecure
    default: false
    }
  }

  /// A small page about a status code.
  static func status(_ code: Int) -> PracticeResponse {
    PracticeResponse(
      status: code, type: "text/html; charset=utf-8",
      body: Array(
        "<!doctype html><title>Status \(code)</title><p>This page came with status \(code).\n".utf8)
    )
  }
}
