// SPDX-License-Identifier: MIT
// Part of Grille: coverage-guided fuzzing of URLs, hosts and domain names.

import UnicodeText
import WebInfra

/// An address, its base and a text, parted by bytes 0xFF; the first byte chooses an encoding.
///
/// Whatever the input, nothing traps, a serialised URL is a fixed point, its parts make it up again,
/// and editing changes nothing but what it is asked to.
@_cdecl("LLVMFuzzerTestOneInput")
public func parseAnyAddress(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 1 else { return 0 }
  let input = UnsafeBufferPointer(start: data + 1, count: size - 1)
  let parts = input.split(separator: 0xFF, maxSplits: 2, omittingEmptySubsequences: false)
    .map { Array($0) }
  let bytes = parts[0]
  let address = String(decoding: bytes, as: UTF8.self)
  let text = String(decoding: parts.last ?? [], as: UTF8.self)
  let base = parts.count > 1 ? WebURL(String(decoding: parts[1], as: UTF8.self)) : nil
  let url = WebURL(address, base: base)
  let same = WebURL(utf8: bytes.span, base: base)
  require(same == url, "bytes are read otherwise than text")
  for url in [url, base].compactMap({ $0 }) {
    check(url)
    require(WebURL(url.href, base: base) == url, "a base changes an absolute address")
    checkEditing(url, text)
    checkOrigin(url)
  }
  if let url {
    checkQueryEncoding(url, address, base, TextEncoding.allCases[Int(data[0]) % 40])
  }
  checkFiles(bytes)
  checkDomain(address)
  checkPercentEncoding(bytes)
  return 0
}

/// What holds for every URL.
private func check(_ url: WebURL) {
  let isPrintable = url.href.utf8.allSatisfy {
    (0x21...0x7E).contains($0) || ($0 == 0x20 && url.hasOpaquePath)
  }
  require(isPrintable, "a URL holds what is not printable ASCII")
  guard let again = WebURL(url.href) else { fatalError("a URL cannot be parsed again") }
  require(parts(of: again) == parts(of: url), "a URL has other parts when parsed again")
  require(assembled(url) == url.href, "the parts do not make up the URL")
  require(url.host?.serialized ?? "" == url.hostname, "the host is written otherwise")
  if url.isSpecial, !url.hostname.isEmpty {
    require(URLHost(url.hostname) == url.host, "the host alone is another")
    require(url.hostname == url.hostname.lowercased(), "a host is not in lower case")
  }
  if let domain = PublicSuffix.registrableDomain(of: url.hostname) {
    require(url.hostname.contains(domain), "the registrable domain is another's")
  }
  guard let shown = WebURL(url.displayString) else {
    fatalError("a URL for people cannot be parsed")
  }
  require(
    caseless(shown) == caseless(url.withoutCredentials), "a URL for people leads elsewhere")
}

private func parts(of url: WebURL) -> [String?] {
  [
    url.href, url.scheme, url.username, url.password, url.hostname, url.port.map(String.init),
    url.pathname, url.query, url.fragment, url.search, url.requestTarget,
    String(url.hasOpaquePath), String(url.hasCredentials), url.host.map { "\($0)" },
  ]
}

/// The URL that the parts make up.
private func assembled(_ url: WebURL) -> String {
  var start = url.scheme + ":"
  if let host = url.host {
    start += "//"
    if url.hasCredentials {
      start += url.username + (url.password.isEmpty ? "" : ":" + url.password) + "@"
    }
    start += host.serialized + (url.port.map { ":\($0)" } ?? "")
  } else if url.pathname.hasPrefix("//"), !url.hasOpaquePath {
    start += "/."
  }
  return start + url.pathname + (url.query.map { "?" + $0 } ?? "")
    + (url.fragment.map { "#" + $0 } ?? "")
}

/// The URL with the digits of `%XX` in upper case.
private func caseless(_ url: WebURL) -> [UInt8] {
  var bytes = Array(url.href.utf8)
  for index in bytes.indices where bytes[index] == 0x25 {
    for digit in index + 1..<min(index + 3, bytes.count) where ASCII.hexValue(bytes[digit]) != nil {
      bytes[digit] = ASCII.uppercase(bytes[digit])
    }
  }
  return bytes
}

private func checkEditing(_ url: WebURL, _ text: String) {
  let plain = url.withoutCredentials
  let queried = url.replacingQuery(text)
  let marked = url.replacingFragment(text)
  let bare = url.withoutFragment
  for edited in [plain, queried, marked, bare, url.replacingQuery(nil)] {
    guard let again = WebURL(edited.href) else {
      fatalError("an edited URL cannot be parsed")
    }
    require(parts(of: again) == parts(of: edited), "an edited URL has other parts")
  }
  require(!plain.hasCredentials && plain.host == url.host, "credentials stay or take the host")
  require(
    plain.requestTarget == url.requestTarget && plain.fragment == url.fragment,
    "credentials take more with them")
  require(
    PercentEncoding.decode(queried.query ?? "") == PercentEncoding.decode(text),
    "a query says something else")
  require(
    queried.fragment == url.fragment && queried.pathname == url.pathname,
    "a query changes path or fragment")
  require(
    PercentEncoding.decode(marked.fragment ?? "") == PercentEncoding.decode(text),
    "a fragment says something else")
  require(
    marked.equalsIgnoringFragment(url) && bare.equalsIgnoringFragment(url),
    "a fragment changes more")
  require(
    bare.fragment == nil && url.replacingQuery(nil).query == nil, "what was removed is there")
  require(WebURL("#x", base: url) == url.replacingFragment("x"), "`#x` changes the document")
  if !url.hasOpaquePath {
    require(WebURL("", base: url) == bare, "an empty address leads elsewhere")
    require(WebURL("?x", base: url) == bare.replacingQuery("x"), "`?x` leads elsewhere")
  }
}

private func checkOrigin(_ url: WebURL) {
  let origin = url.origin
  if origin.isOpaque {
    require(origin != url.origin, "two opaque origins are the same")
    require(origin.serialized == "null", "an opaque origin has a name")
  } else {
    guard let again = WebURL(origin.serialized) else {
      fatalError("an origin is no address")
    }
    require(again.origin.isSameOrigin(origin), "an origin's address has another origin")
    require(origin.effectivePort == again.effectivePort, "an origin has another port")
  }
  require(origin.isSameSite(origin), "an origin is not of its own site")
}

/// The document's encoding may change the query and nothing else.
private func checkQueryEncoding(
  _ url: WebURL, _ address: String, _ base: WebURL?, _ encoding: TextEncoding
) {
  guard let encoded = WebURL(address, base: base, documentEncoding: encoding) else {
    fatalError("an encoding makes an address invalid")
  }
  check(encoded)
  require(encoded.replacingQuery(nil) == url.replacingQuery(nil), "an encoding changes more")
}

private func checkFiles(_ path: [UInt8]) {
  guard let url = WebURL.file(path: path) else { return }
  check(url)
  guard let named = url.filePath else { fatalError("a file's URL names no file") }
  require(WebURL.file(path: named) == url, "a file's URL names another file")
  let hasDots = path.split(separator: 0x2F).contains { $0 == [0x2E] || $0 == [0x2E, 0x2E] }
  require(named == path || hasDots, "a file's path comes back changed")
}

private func checkDomain(_ text: String) {
  let shown = IDNA.toUnicode(text)
  guard let ascii = IDNA.toASCII(text) else { return }
  require(ascii.utf8.allSatisfy { $0 < 0x80 }, "a domain is not ASCII")
  require(IDNA.toASCII(ascii) == ascii, "a domain is no fixed point")
  if !text.utf8.allSatisfy({ $0 < 0x80 }) {
    require(IDNA.toASCII(IDNA.toUnicode(ascii)) == ascii, "a domain in Unicode is another")
    require(IDNA.toASCII(shown) == ascii, "a domain's Unicode form is another")
  }
}

private func checkPercentEncoding(_ bytes: [UInt8]) {
  for set in [PercentEncodeSet.component, .formURLEncoded] {
    var (encoded, decoded): ([UInt8], [UInt8]) = ([], [])
    PercentEncoding.encode(bytes.span, set, into: &encoded)
    require(encoded.allSatisfy { $0 == 0x25 || !set.contains($0) }, "a byte is not encoded")
    PercentEncoding.decode(encoded.span, into: &decoded)
    require(decoded == bytes, "percent-encoding loses something")
  }
}
