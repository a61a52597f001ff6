// SPDX-License-Identifier: MIT
// Part of Grille: the services of the practice authority.
import Security

extension Router {
  /// `/ocsp` and its unhelpful kin, `/crl`, `/ca/intermediate`.
  func authority(
    _ name: String, _ rest: [String], _ request: PracticeRequest,
    _ certificates: PracticeCertificates?
  ) -> PracticeReply? {
    guard let certificates else { return nil }
    switch name {
    case "ocsp":
      return .bytes(
        Self.answer(to: Self.question(in: request), certificates), type: "application/ocsp-response"
      )
    case "ocsp-silent": return .behaviour { $0.waitForClose() }
    case "ocsp-garbage":
      return .bytes(Array("not a proof".utf8), type: "application/ocsp-response")
    case "ocsp-redirects":
      let path = (["/ocsp"] + rest).joined(separator: "/")
      return .response(PracticeResponse(status: 307).adding("Location", path))
    case "crl": return .bytes(certificates.revocationList, type: "application/pkix-crl")
    case "ca":
      guard rest == ["intermediate"] else { return nil }
      return .bytes(
        certificates.authority.intermediate.certificate.derBytes, type: "application/pkix-cert")
    default: return nil
    }
  }

  /// The question in a request: its body, or behind the path in Base64 (RFC 6960 appendix A.1).
  private static func question(in request: PracticeRequest) -> [UInt8] {
    if request.method == "POST" { return request.body }
    let text = request.decodedPath.dropFirst("/ocsp/".utf8.count)
    var bytes: [UInt8] = []
    var buffer = 0
    var bits = 0
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for digit in text.utf8 {
      guard let value = alphabet.firstIndex(of: digit) else { continue }
      (buffer, bits) = (buffer << 6 | value, bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
        buffer &= (1 << bits) - 1
      }
    }
    return bytes
  }

  /// A proof about the first certificate in question; an error for one that was not issued here.
  private static func answer(
    to question: [UInt8], _ certificates: PracticeCertificates
  ) -> [UInt8] {
    // OCSPResponseStatus (RFC 6960 §4.2.1): malformedRequest, unauthorized.
    func error(_ status: UInt8) -> [UInt8] { DER.sequence([DER.value(tag: 0x0A, [status])]) }
    guard let serial = RevocationQuestion.serialNumbers(in: question)?.first else {
      return error(1)
    }
    guard let name = certificates.name(ofSerialNumber: serial) else { return error(6) }
    return certificates.proof(for: name)
  }
}
