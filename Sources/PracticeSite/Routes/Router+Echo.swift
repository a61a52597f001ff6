// SPDX-License-Identifier: MIT
// Part of Grille: the practice host that tells its visitors all it has learned of them.
import Security
import WebInfra

extension Router {
  /// What the host "echo" answers to every request: a page, or JSON for `?json` and for clients that
  /// accept it; nil at any other host.
  static func reflection(of request: PracticeRequest) -> PracticeReply? {
    guard PracticeHost.label(ofName: request.host) == "echo" else { return nil }
    let wantsJSON =
      request.parameter("json") != nil
      || request.field("accept")?.lowercased().contains("application/json") == true
    guard wantsJSON else { return .page("Echo", reflectionPage(of: request)) }
    let text = reflectionValue(of: request).serialized(indented: true) + "\n"
    return .bytes(Array(text.utf8), type: "application/json")
  }

  // MARK: HTML

  private static func reflectionPage(of request: PracticeRequest) -> String {
    var rows: [(name: String, value: String)] = [
      ("Host", request.host), ("Port", String(request.port)),
      ("Server name (SNI)", request.serverName ?? "none"),
      ("Application protocol (ALPN)", applicationProtocol(of: request) ?? "none"),
      ("Protocol", request.tls?.protocolVersion ?? "none: not encrypted"),
    ]
    if let tls = request.tls {
      rows.append(("Cipher suite", tls.cipherSuite))
      rows.append(("Key exchange", tls.keyExchangeGroup))
    }
    rows.append(("Client certificate", request.clientCertificate?.summary ?? "none"))
    if let certificate = request.clientCertificate {
      rows += [
        ("Issued by", certificate.issuer.commonName ?? ""),
        ("Serial number", hexadecimal(certificate.serialNumber)),
        ("SHA-256", hexadecimal(certificate.sha256Fingerprint.bytes)),
        ("Accepted", request.isClientCertificateRefused ? "no" : "yes"),
      ]
    }
    let body = request.body.isEmpty ? "" : "<h2>Body</h2>\n<pre>\(escaped(request.body))</pre>\n"
    return """
      <p>What this server has learned of you. The same <a href="?json">as JSON</a>.
      <h2>Connection</h2>
      <table>
      \(rows.map { "<tr><th>\($0.name)<td>\(escaped(Array($0.value.utf8)))\n" }.joined())</table>
      <h2>Request</h2>
      <pre>\(escaped(request.head))</pre>
      \(body)<p><a href="/identities">Identities to practise with</a>,
      <a href="https://\(PracticeHost.domain)/">all cases</a>
      """
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    var text = ""
    // Scalars, because CR LF is one Character.
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case "\r": continue
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  // MARK: JSON

  private static func reflectionValue(of request: PracticeRequest) -> JSONValue {
    let fields = request.fields.map { field -> JSONValue in
      ["name": .string(field.name), "value": .string(field.value)]
    }
    return [
      "method": .string(request.method),
      "target": .string(request.target),
      "head": .string(String(decoding: request.head, as: UTF8.self)),
      "fields": .array(fields),
      "body": .string(String(decoding: request.body, as: UTF8.self)),
      "host": .string(request.host),
      "port": .integer(Int(request.port)),
      "serverName": request.serverName.map { .string($0) } ?? .null,
      "applicationProtocol": applicationProtocol(of: request).map { .string($0) } ?? .null,
      "tls": request.tls.map(value(of:)) ?? .null,
      "clientCertificate": request.clientCertificate.map {
        value(of: $0, isAccepted: !request.isClientCertificateRefused)
      } ?? .null,
    ]
  }

  private static func value(of tls: TLSFacts) -> JSONValue {
    [
      "version": .string(tls.protocolVersion), "cipherSuite": .string(tls.cipherSuite),
      "keyExchangeGroup": .string(tls.keyExchangeGroup), "isResumed": .bool(tls.isResumed),
    ]
  }

  private static func value(of certificate: Certificate, isAccepted: Bool) -> JSONValue {
    [
      "summary": .string(certificate.summary),
      "issuer": .string(certificate.issuer.commonName ?? ""),
      "serialNumber": .string(hexadecimal(certificate.serialNumber)),
      "sha256": .string(hexadecimal(certificate.sha256Fingerprint.bytes)),
      "isAccepted": .bool(isAccepted),
    ]
  }

  // MARK: Both

  private static func applicationProtocol(of request: PracticeRequest) -> String? {
    request.tls.flatMap { $0.applicationProtocol.isEmpty ? nil : $0.applicationProtocol }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String { MessageDigest.hexadecimal(bytes) }
}
