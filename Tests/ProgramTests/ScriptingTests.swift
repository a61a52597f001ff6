// SPDX-License-Identifier: MIT
// Part of Grille: tests of what scripts can ask for, with the built program.
import Foundation
import PracticeSite
import TestSupport
import Testing
import WebInfra

@Suite("Scripting")
struct ScriptingTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory
  private let root: String

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
    root = try site.writeRoot(to: folder)
  }

  private func secure(
    _ options: [String], _ path: String, host: String = "good"
  ) throws -> Program.Outcome {
    try Program.run(
      ["--cacert", root, "--resolve", site.resolveEntry(for: host, isSecure: true)] + options
        + [site.url(path, host: host, isSecure: true)])
  }

  // MARK: JSON

  private func schema() throws -> JSONSchema {
    var file = URL(filePath: #filePath)
    for _ in 0..<3 { file.deleteLastPathComponent() }
    let text = try String(
      contentsOf: file.appending(path: "Resources/Schemas/load.schema.json"), encoding: .utf8)
    return try #require(JSONSchema(text))
  }

  @Test(arguments: [
    ["/redirect/chain/2"], ["/status/404"], ["/basic"], ["/empty"], ["/garbage"], ["/cookie/set"],
    ["/short"], ["/image"], ["expired:/page/1"], ["good:/page/1"], ["client:/page/1"],
    ["http://nowhere.invalid/"], ["about:licence"], ["data:,text"], ["-"], ["/evil/header"],
    ["--head", "/page/1"], ["--batch", "-"],
  ])
  func everyJSONFitsTheSchema(words: [String]) throws {
    let schema = try schema()
    var line = ["--json"] + words.dropLast()
    var input: [UInt8] = []
    let target = words[words.count - 1]
    let parts = target.split(separator: ":", maxSplits: 1).map(String.init)
    if target.hasPrefix("/") {
      line.append(site.url(target))
    } else if parts.count == 2, parts[1].hasPrefix("/"), !parts[1].hasPrefix("//") {
      line += ["--cacert", root, "--resolve", site.resolveEntry(for: parts[0], isSecure: true)]
      line.append(site.url(parts[1], host: parts[0], isSecure: true))
    } else {
      line.append(target)
      if words == ["--batch", "-"] {
        input = Array("\(site.url("/page/1"))\n# no target\n\n \(site.url("/page/2")) \n".utf8)
      }
    }
    let outcome = try Program.run(line, input: input)
    let objects = outcome.output.split(separator: "\n")
    #expect(objects.count == (words.first == "--batch" ? 2 : 1), "\(outcome.errors)")
    for object in objects {
      let value = try #require(JSONValue(parsing: String(object)))
      #expect(schema.problems(of: value).isEmpty, "\(schema.problems(of: value)): \(object)")
      #expect(value["exitCode"]?.integer == Int(outcome.status))
      #expect(value["transactions"]?.array?.isEmpty == false)
      #expect(value["transactions"]?.array?.last?["finished"] == .bool(true))
    }
    #expect(outcome.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test func theSchemaIsNoRubberStamp() throws {
    let schema = try schema()
    let text = try Program.run(["--json", "about:blank"]).output
    let value = try #require(JSONValue(parsing: text))
    guard case .object(let members) = value else { throw CocoaError(.coderInvalidValue) }
    for name in ["version", "url", "time", "exitCode", "transactions"] {
      let less = JSONValue.object(members.filter { $0.name != name })
      #expect(!schema.problems(of: less).isEmpty, "\(name)")
      let other = JSONValue.object(
        members.map { $0.name == name ? .init(name, .object([])) : $0 })
      #expect(!schema.problems(of: other).isEmpty, "\(name)")
    }
    #expect(!schema.problems(of: .object(members + [.init("more", 1)])).isEmpty)
  }

  @Test func jsonTellsEveryHopAndTheCertificates() throws {
    let outcome = try secure(["--json"], "/redirect/302?to=/page/2")
    let value = try #require(JSONValue(parsing: outcome.output))
    let hops = try #require(value["transactions"]?.array)
    #expect(hops.map { $0["response"]?["status"]?.integer } == [302, 200])
    #expect(hops[0]["redirect"]?.string?.hasSuffix("/page/2") == true)
    #expect(value["finalURL"]?.string?.hasSuffix("/page/2") == true)
    #expect(value["url"]?.string?.hasSuffix("/redirect/302?to=/page/2") == true)
    #expect(value["status"]?.integer == 200)
    #expect(value["title"]?.string == "Page 2")
    #expect(hops[1]["tls"]?["version"]?.string?.hasPrefix("TLSv1.") == true)
    #expect(hops[1]["trust"]?["outcome"]?.string == "valid")
    let refused = try secure(["--json"], "/page/1", host: "expired")
    let failure = try #require(JSONValue(parsing: refused.output))
    let trust = failure["transactions"]?.array?.last?["trust"]
    #expect(failure["exitCode"]?.integer == 10)
    #expect(trust?["outcome"]?.string == "refused")
    #expect(trust?["problems"]?.array?.contains("expired") == true)
    #expect(trust?["chain"]?.array?.isEmpty == false)
  }

  // MARK: Heads

  @Test func headsAreAskedForAndPrinted() throws {
    let outcome = try Program.run(["--head", site.url("/page/1")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("HTTP/1.1 200 OK\n"))
    #expect(outcome.output.contains("Content-Type: text/html"))
    #expect(site.requests(forPath: "/page/1").map(\.method) == ["HEAD"])
    let headers = try Program.run(["-dump_head", site.url("/image")])
    #expect(headers.status == 0)
    #expect(headers.output.contains("Content-Type: image/png\n"))
    #expect(site.requests(forPath: "/image").map(\.method) == ["GET"])
  }

  @Test func theLettersChooseParts() throws {
    let all = try secure(["--print=Hhbmrt"], "/redirect/302?to=/page/2").output
    #expect(all.hasPrefix("GET /redirect/302?to=/page/2 HTTP/"))
    for part in [
      "HTTP/1.1 302 Found\n", "Location: /page/2\n", "GET /page/2 HTTP/1.1\n",
      "Accept-Language: en", "HTTP/1.1 200 OK\n", "tls-version: TLSv1.", "trust: valid\n",
      "time-wait: 0.", "wire-size: ",
      "address: 127.0.0.1\n", "This is page 2",
    ] {
      #expect(all.contains(part), "\(part)")
    }
    let head = try Program.run(["--print=h", site.url("/redirect/302?to=/page/2")]).output
    #expect(head.hasPrefix("HTTP/1.1 200 OK\n"))
    #expect(!head.contains("302") && !head.contains("This is page"))
    let plain = try Program.run(["--print=b", site.url("/page/2")])
    #expect(plain.output == (try Program.run([site.url("/page/2")]).output))
  }

  @Test func secretsAreMaskedUnlessAskedFor() throws {
    let address = site.url("/cookie/set?cookie=id%3Ds3cret")
    for options in [["--dump=headers"], ["--print=h"], ["--json"]] {
      let hidden = try Program.run(options + [address]).output
      // The address itself is no secret.
      #expect(!hidden.replacing("id%3Ds3cret", with: "").contains("s3cret"), "\(options)")
      #expect(hidden.contains("(hidden)"))
      let shown = try Program.run(options + ["--show-secrets", address]).output
      #expect(shown.contains("id=s3cret"), "\(options)")
    }
  }

  @Test func aLineSaysHowItEnded() throws {
    let found = try Program.run(["--status", site.url("/status/404")])
    let line = found.errors.split(separator: "\n").last.map(String.init) ?? ""
    let fields = line.split(separator: " ")
    #expect(fields.count == 6, "\(line)")
    #expect(fields.prefix(3) == ["HTTP/1.1", "404", "text/html"])
    #expect(fields.last ?? "" == site.url("/status/404"))
    #expect(fields.dropFirst(4).first?.hasSuffix("s") == true)
    let failed = try Program.run(["--status", "http://nowhere.invalid/"])
    #expect(failed.errors.contains("\n- cannotFindHost - 0 "))
    let local = try Program.run(["--status", "about:licence"])
    #expect(local.errors.hasPrefix("- - text/html "))
  }

  // MARK: Archives

  /// What HAR 1.2 demands of an entry and its parts.
  static let archiveFields: [(place: String, names: [String])] = [
    ("", ["startedDateTime", "time", "request", "response", "cache", "timings"]),
    ("timings", ["send", "wait", "receive"]),
    (
      "request",
      [
        "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize",
        "bodySize",
      ]
    ),
    (
      "response",
      [
        "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL",
        "headersSize", "bodySize",
      ]
    ),
  ]

  @Test func theArchiveHoldsEveryHopAndTheBody() throws {
    let path = folder.path(of: "all.har")
    _ = try folder.write("an old file", to: "all.har")
    let outcome = try Program.run([
      "--har", path, "--dump", site.url("/redirect/302?to=/page/2"), site.url("/image"),
      site.url("/status/404"),
    ])
    #expect(outcome.status == 13)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("all.har") } == ["all.har"])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let log = try #require(JSONValue(parsing: text)?["log"])
    #expect(log["version"]?.string == "1.2")
    #expect(log["creator"]?["name"]?.string == "Grille")
    let entries = try #require(log["entries"]?.array)
    #expect(entries.map { $0["response"]?["status"]?.integer } == [302, 200, 200, 404])
    for entry in entries {
      for (place, names) in Self.archiveFields {
        let object = place.isEmpty ? entry : try #require(entry[place], "\(place)")
        for name in names { #expect(object[name] != nil, "\(place) lacks \(name)") }
      }
    }
    let body = entries[1]["response"]?["content"]?["text"]?.string
    #expect(body?.contains("<title>Page 2</title>") == true)
    #expect(log["pages"]?.array?.count == 3)
  }

  @Test func anArchiveIsWrittenAfterAFailureToo() throws {
    let path = folder.path(of: "failed.har")
    let outcome = try Program.run(["--har", path, site.url("/empty")])
    #expect(outcome.status == 17)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let entries = JSONValue(parsing: text)?["log"]?["entries"]?.array
    #expect(entries?.last?["comment"]?.string == "emptyReply")
  }

  @Test func bodiesThatAreNoTextAreArchivedInBase64() throws {
    let path = folder.path(of: "image.har")
    let outcome = try Program.run(["--har", path, "--dump=source", site.url("/image")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let entry = try #require(JSONValue(parsing: text)?["log"]?["entries"]?.array?.last)
    let content = try #require(entry["response"]?["content"])
    #expect(content["encoding"]?.string == "base64")
    let body = try #require(Data(base64Encoded: content["text"]?.string ?? ""))
    #expect(body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(content["size"]?.integer == body.count)
  }

  // MARK: The course of the load

  @Test func aPageIsReadUpToTheLimit() throws {
    let outcome = try Program.run(["--max-size", "32", "--dump=source", site.url("/big")])
    #expect(outcome.status == 14)
    #expect(outcome.output == "0123456789abcde\n0123456789abcde\n")
    #expect(outcome.errors.contains("Only a part of"))
  }

  @Test func aBusyServerIsAskedAgain() throws {
    let address = site.url("/unready/2")
    let impatient = try Program.run(["--retry", "1", site.url("/unready/3")])
    #expect(impatient.status == 5)
    let outcome = try Program.run(["--retry", "2", address])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "Ready at last.\n")
    #expect(site.requests(forPath: "/unready/2").count == 3)
    let missing = try Program.run(["--retry", "3", site.url("/status/404")])
    #expect(missing.status == 4)
    #expect(site.requests(forPath: "/status/404").count == 1)
  }

  @Test func cachesOnTheWayAreToldToAskAnew() throws {
    let echo = try Program.run(["--no-cache", site.url("/headers")]).output
    #expect(echo.contains("Cache-Control: no-cache"))
    #expect(try !Program.run([site.url("/headers")]).output.contains("no-cache"))
  }

  @Test func documentsAreDividedByNUL() throws {
    let list = try folder.write("\(site.url("/text"))\n/nowhere.html\n", to: "list")
    let outcome = try Program.run(["-0", "--batch", list, site.url("/page/1")])
    let documents = outcome.output.split(separator: "\0", omittingEmptySubsequences: false)
    try #require(documents.count == 4)
    #expect(documents[0].contains("This is page 1"))
    #expect(documents[1].contains("Plain text."))
    #expect(documents[2].isEmpty && documents[3].isEmpty)
  }

  @Test func aPauseIsKeptBetweenTargets() throws {
    let clock = ContinuousClock.now
    let outcome = try Program.run(["--wait", "0.4", "--dump", "about:blank", "about:blank"])
    #expect(outcome.status == 0)
    #expect(ContinuousClock.now - clock >= .milliseconds(400))
  }

  // MARK: Trust

  @Test func onlyWhatAUserCouldAcceptIsAcceptedOnce() throws {
    let refused = try secure([], "/page/1", host: "expired")
    #expect(refused.status == 10)
    #expect(refused.errors.contains("--trust=once would"))
    for option in ["--trust=once", "--insecure"] {
      let outcome = try secure([option], "/page/1", host: "expired")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("WARNING: expired.practice.test"))
      #expect(outcome.errors.contains("expired on"))
      #expect(outcome.output.contains("This is page 1"))
    }
    let pin = "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    let pinned = try secure(["--insecure", "--pin", pin], "/page/1")
    #expect(pinned.status == 10)
    #expect(pinned.output.isEmpty)
    let revoked = try Program.run(["--insecure", "--dump", "practice", "revoked-stapled"])
    #expect(revoked.status == 10)
    #expect(revoked.output.isEmpty)
    let strict = try secure(["--trust=strict"], "/page/1", host: "expired")
    #expect(strict.status == 10)
    #expect(!strict.errors.contains("--trust=once"))
  }

  @Test func aHostThatDemandsStrictnessIsNeverPassedOver() throws {
    let hosts = ["hsts", "expired.hsts"]
    let rules = hosts.flatMap { host in
      ["--connect-to", "\(host).practice.test:443:127.0.0.1:\(site.securePort)"]
    }
    // The first one says that the hosts below it are strict too.
    let outcome = try Program.run(
      ["--insecure", "--cacert", root, "--dump"] + rules
        + hosts.map { "https://\($0).practice.test/page/1" })
    #expect(outcome.status == 10, "\(outcome.errors)")
    #expect(outcome.errors.contains("0 https://hsts.practice.test/page/1\n"))
    #expect(!outcome.errors.contains("WARNING"))
    // By itself it is merely expired.
    let alone = try Program.run(
      ["--insecure", "--cacert", root, "--dump"] + rules
        + ["https://expired.hsts.practice.test/page/1"])
    #expect(alone.status == 0, "\(alone.errors)")
    #expect(alone.errors.contains("WARNING"))
  }

  @Test func nobodyIsAskedWithoutATerminal() throws {
    for arguments in [["--auth", "me"], ["--json", "--auth", "me"]] {
      let outcome = try Program.run(arguments + [site.url("/basic")])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("--auth-pass-fd N"))
      #expect(outcome.output.isEmpty)
    }
    let several = try Program.run(["--auth", "me", "--dump", site.url("/a"), site.url("/b")])
    #expect(several.status == 2)
    #expect(several.errors.contains("--auth is for a single address"))
    #expect(site.requests.isEmpty)
  }
}
