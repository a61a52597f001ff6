// SPDX-License-Identifier: MIT
// Part of Grille: the libcurl options of every transfer.

import CLibcurl
import Security
import WebInfra

/// Sets an easy handle up for one request.
struct TransferOptions {
  var request: ResourceRequest
  var fields: HTTPHeaderList
  var configuration: NetworkSession.Configuration
  var handshake: HandshakeContext?
  var partition: ConnectionPartition
  var needsFreshConnection: Bool
  /// What libcurl logs in with on the connection itself.
  var connectionLogin: TransferStateMachine.AuthorizationUse?
  /// The proxy to go through, with what it is to be told.
  var proxy: ProxyConfiguration?
  var proxyAuthorization: TransferStateMachine.AuthorizationUse?

  func apply(to easy: CurlEasyHandle) {
    address(easy)
    message(easy)
    behaviour(easy)
    security(easy)
    if let connectionLogin { logIn(connectionLogin, easy) }
  }

  private func logIn(_ use: TransferStateMachine.AuthorizationUse, _ easy: CurlEasyHandle) {
    easy.set(CURLOPT_HTTPAUTH, Self.scheme(of: use))
    easy.set(CURLOPT_USERNAME, Self.name(of: use))
    easy.set(CURLOPT_PASSWORD, use.password)
    // HTTP/2 knows no log-in of a connection.
    easy.set(CURLOPT_HTTP_VERSION, shim_CURL_HTTP_VERSION_1_1())
    keepApart(easy)
  }

  private static func scheme(of use: TransferStateMachine.AuthorizationUse) -> Int {
    use.offer == .negotiate ? shim_CURLAUTH_NEGOTIATE() : shim_CURLAUTH_NTLM()
  }

  /// A ticket says itself whose it is; an empty name is what makes libcurl take it.
  private static func name(of use: TransferStateMachine.AuthorizationUse) -> String {
    use.offer == .negotiate ? "" : use.user
  }

  /// The connection is made for this request and ends with it: libcurl would lend one that is
  /// logged in to another user's request (CVE-2026-1965, CVE-2026-5545).
  private func keepApart(_ easy: CurlEasyHandle) {
    easy.set(CURLOPT_FRESH_CONNECT, 1)
    easy.set(CURLOPT_FORBID_REUSE, 1)
  }

  private func address(_ easy: CurlEasyHandle) {
    // libcurl gets the serialised address and may not read it its own way.
    easy.set(CURLOPT_URL, request.url.withoutCredentials.withoutFragment.href)
    easy.set(CURLOPT_PATH_AS_IS, 1)
    easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    // An empty text, unlike none, also keeps proxies of the environment out.
    easy.set(CURLOPT_PROXY, proxy?.address ?? "")
    easy.set(CURLOPT_NOPROXY, proxy == nil ? "*" : "")
    if let proxy { speak(to: proxy, easy) }
    if !configuration.resolve.isEmpty { easy.set(CURLOPT_RESOLVE, configuration.resolve) }
    if !configuration.connectTo.isEmpty { easy.set(CURLOPT_CONNECT_TO, configuration.connectTo) }
  }

  private func speak(to proxy: ProxyConfiguration, _ easy: CurlEasyHandle) {
    // The proxy's answer about a tunnel is told apart by when it comes.
    easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 0)
    easy.set(CURLOPT_HEADEROPT, shim_CURLHEADER_SEPARATE())
    // Left alone, libcurl would show any SOCKS proxy the user's ticket.
    easy.set(CURLOPT_SOCKS5_AUTH, shim_CURLAUTH_BASIC())
    guard let use = proxyAuthorization else { return }
    switch proxy.kind {
    case .http where use.offer.isOfConnection:
      easy.set(CURLOPT_PROXYAUTH, Self.scheme(of: use))
      easy.set(CURLOPT_PROXYUSERNAME, Self.name(of: use))
      easy.set(CURLOPT_PROXYPASSWORD, use.password)
      keepApart(easy)
    case .http:
      let target =
        request.url.isHTTPS
        ? "\(request.url.hostname):\(request.url.effectivePort ?? 443)"
        : request.url.withoutCredentials.withoutFragment.href
      let method =
        request.url.isHTTPS ? HTTPMethod(rawValue: "CONNECT") ?? .get : request.method
      if let value = configuration.credentials.proxyAuthorization(
        use, at: proxy, method: method, target: target)
      {
        var field = HTTPHeaderList()
        field.append("Proxy-Authorization", value.text, isByteString: value.isByteString)
        easy.set(CURLOPT_PROXYHEADER, lines: field.map(Self.line))
      }
    // RFC 1929
    case .socks5, .socks5h:
      easy.set(CURLOPT_PROXYUSERNAME, use.user)
      easy.set(CURLOPT_PROXYPASSWORD, use.password)
    }
  }

  private func message(_ easy: CurlEasyHandle) {
    switch request.method {
    case .head: easy.set(CURLOPT_NOBODY, 1)
    case .get where request.body == nil: easy.set(CURLOPT_HTTPGET, 1)
    default:
      if let body = request.body {
        easy.set(CURLOPT_POST, 1)
        easy.setBody(body)
      } else if request.method == .post {
        easy.set(CURLOPT_POST, 1)
        easy.setBody([])
      }
      easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
    var lines = fields.map(Self.line)
    // A name without value keeps libcurl from adding the field by itself.
    for name in ["Accept", "User-Agent", "Accept-Encoding", "Content-Type", "Expect"]
    where !fields.contains(name) {
      lines.append(Array("\(name):".utf8))
    }
    easy.set(CURLOPT_HTTPHEADER, lines: lines)
    if let encodings = fields.first("accept-encoding") {
      easy.set(CURLOPT_ACCEPT_ENCODING, encodings)
    }
    easy.set(CURLOPT_HTTP_VERSION, shim_CURL_HTTP_VERSION_2TLS())
    easy.set(CURLOPT_HTTP09_ALLOWED, 0)
  }

  /// A field as libcurl takes it: a semicolon stands for "without a value".
  private static func line(_ field: HTTPHeaderList.Field) -> [UInt8] {
    Array((field.value.isEmpty ? "\(field.name);" : "\(field.name): ").utf8) + field.bytes
  }

  private func behaviour(_ easy: CurlEasyHandle) {
    easy.set(CURLOPT_NOSIGNAL, 1)
    // Leaving a name look-up must not wait for it.
    easy.set(CURLOPT_QUICK_EXIT, 1)
    easy.set(CURLOPT_FOLLOWLOCATION, 0)
    easy.set(CURLOPT_UNRESTRICTED_AUTH, 0)
    if proxy == nil { easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1) }
    easy.set(CURLOPT_NETRC, 0)
    easy.set(CURLOPT_TCP_NODELAY, 1)
    easy.set(CURLOPT_TCP_KEEPALIVE, 1)
    easy.set(CURLOPT_BUFFERSIZE, 65_536)
    // Time-outs are our own; libcurl's are a safety net behind them.
    easy.set(CURLOPT_CONNECTTIMEOUT, 300)
    if request.url.isHTTPS { easy.set(CURLOPT_PIPEWAIT, 1) }
    if needsFreshConnection { easy.set(CURLOPT_FRESH_CONNECT, 1) }
  }

  private func security(_ easy: CurlEasyHandle) {
    easy.set(CURLOPT_CAINFO, nil as String?)
    easy.set(CURLOPT_CAPATH, partition.path)
    easy.set(CURLOPT_CA_CACHE_TIMEOUT, 0)
    easy.set(CURLOPT_SSLVERSION, shim_CURL_SSLVERSION_TLSv1_2())
    easy.set(CURLOPT_SSL_SESSIONID_CACHE, 0)
    easy.set(CURLOPT_SSL_VERIFYPEER, 1)
    easy.set(CURLOPT_SSL_VERIFYHOST, hasWrongHostException ? 0 : 2)
  }

  /// Whether a decision covers a certificate for other names, which libcurl would refuse.
  private var hasWrongHostException: Bool {
    guard let handshake else { return false }
    return configuration.ledger.decisions.contains {
      $0.host == handshake.host && $0.port == handshake.port && $0.reasons.contains(.wrongHost)
    }
  }

  /// The record of what goes out, with the two fields libcurl writes.
  static func sent(_ request: ResourceRequest, _ fields: HTTPHeaderList) -> Transaction.SentRequest
  {
    var all = HTTPHeaderList()
    let port = request.url.port.map { ":\($0)" } ?? ""
    all.append("Host", request.url.hostname + port)
    for field in fields { all.append(field.name, recorded(field.name, field.value)) }
    if let body = request.body {
      all.append("Content-Length", String(body.count))
    } else if request.method == .post {
      all.append("Content-Length", "0")
    }
    return Transaction.SentRequest(
      url: request.url, method: request.method, headers: all,
      bodySize: Int64(request.body?.count ?? 0))
  }

  /// A field's value as it is told to observers: of a proof of identity only its scheme.
  private static func recorded(_ name: String, _ value: String) -> String {
    switch ASCII.lowercased(name) {
    case "authorization", "proxy-authorization": value.prefix { $0 != " " } + " …"
    default: value
    }
  }
}
