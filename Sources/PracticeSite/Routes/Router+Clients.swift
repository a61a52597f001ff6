// SPDX-License-Identifier: MIT
// Part of Grille: what the practice site says to clients about their certificates.
import Security

extension Router {
  /// What nginx answers to a client whose certificate is missing or was not accepted; nil if all is
  /// well.
  static func certificateRefusal(of request: PracticeRequest) -> PracticeReply? {
    let words: String
    switch PracticeHost.label(ofName: request.serverName) {
    case "client", "client-two-cas", "client-self-signed", "client-optional":
      if request.clientCertificate != nil {
        guard request.isClientCertificateRefused else { return nil }
        words = "The SSL certificate error"
      } else if PracticeHost.label(ofName: request.serverName) == "client-optional" {
        return nil
      } else {
        words = "No required SSL certificate was sent"
      }
    default: return nil
    }
    return .response(
      PracticeResponse(
        status: 400, type: "text/html",
        body: Array(
          """
          <html>
          <head><title>400 \(words)</title></head>
          <body><center><h1>400 Bad Request</h1></center><center>\(words)</center></body>
          </html>

          """.utf8)))
  }

  /// `/identities`, and `/identities/NAME.p12` or `.pem`.
  func downloads(
    _ name: String, _ rest: [String], _ clients: PracticeClients?
  ) -> PracticeReply? {
    guard name == "identities", let clients else { return nil }
    guard let wanted = rest.first else { return .page("Identities", Self.list(of: clients)) }
    for file in clients.files {
      if wanted == file.name + ".p12" {
        return .bytes(file.pkcs12, type: "application/x-pkcs12")
      }
      if wanted == file.name + ".pem" {
        return .bytes(file.pem, type: "application/x-pem-file")
      }
    }
    return nil
  }

  private static func list(of clients: PracticeClients) -> String {
    let rows = clients.files.map { file in
      """
      <tr><td>\(file.name)<td><a href="/identities/\(file.name).p12">\(file.name).p12</a>\
      <td><a href="/identities/\(file.name).pem">\(file.name).pem</a><td>\(file.passPhrase)

      """
    }
    return """
      <p>Files to practise client certificates with. They are good for nothing else, and are made
      anew each time the site is started.
      <table>
      <tr><th>Name<th>PKCS #12<th>PEM<th>Pass phrase
      \(rows.joined())</table>
      """
  }
}
