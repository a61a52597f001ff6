// SPDX-License-Identifier: MIT
// Part of Grille: logging in with a Kerberos ticket, at a real key distribution centre.
import Foundation
import Synchronization
import TestSupport
import Testing

/// A web server, and a proxy at once, that takes tickets through the system's GSS-API.
private final class TicketServer {
  /// The system's own, which the packages belong to.
  static let python = OutsideProgram("/usr/bin/python3")

  static let isInstalled: Bool = {
    KerberosRealm.isInstalled
      && ((try? python.outcome(of: ["-c", "import gssapi"]).status) ?? 1) == 0
  }()

  let port: Int
  private let process: ChildProcess
  private let input = ClosedPipe()
  private let log: String

  /// Starts the server with the key of a realm's service.
  init(_ realm: KerberosRealm, in folder: TemporaryDirectory, offering others: [String] = []) throws
  {
    log = folder.path(of: "requests")
    let output = ClosedPipe()
    process = try Self.python.start(
      ["-c", Self.script, log] + others,
      environment: realm.environment.merging(["KRB5_KTNAME": realm.keytab]) { $1 },
      input: input.reading, output: output.writing)
    try output.writing.close()
    var text = ""
    while !text.hasSuffix("\n") {
      let more = output.reading.availableData
      if more.isEmpty { break }
      text += String(decoding: more, as: UTF8.self)
    }
    port = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), "\(text)")
  }

  deinit {
    process.terminate()
    process.wait()
  }

  var url: String { "http://localhost:\(port)/" }

  /// The same server under another name.
  var otherURL: String { "http://127.0.0.1:\(port)/" }

  /// The schemes the requests came with, "-" for none.
  var schemes: [String] { visits.map { String($0[0]) } }

  /// How many connections they came on.
  var connectionCount: Int { Set(visits.map { $0[1] }).count }

  private var visits: [[Substring]] {
    ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
      .split(separator: "\n").map { $0.split(separator: " ") }
  }

  private static let script = """
    import base64, http.server, os, sys, threading, gssapi
    log, others = sys.argv[1], sys.argv[2:]
    class Handler(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def do_GET(self):
        if self.path.startswith("/to/"):
          self.send_response(302)
          self.send_header("Location", "http://localhost:" + self.path[4:] + "/")
          self.send_header("Content-Length", "0")
          return self.end_headers()
        proxy = self.path.startswith("http:")
        value = self.headers.get("Proxy-Authorization" if proxy else "Authorization", "-")
        with open(log, "a") as file:
          file.write(value.split(" ")[0] + " %d\\n" % self.client_address[1])
        ask = "Proxy-Authenticate" if proxy else "WWW-Authenticate"
        name = None
        if value.startswith("Negotiate "):
          context = gssapi.SecurityContext(usage="accept")
          answer = context.step(base64.b64decode(value[10:]))
          if context.complete: name = str(context.initiator_name)
        body = ("In as " + name if name else "Out").encode()
        self.send_response(200 if name else 407 if proxy else 401)
        if name and answer:
          self.send_header(ask, "Negotiate " + base64.b64encode(answer).decode())
        if not name:
          for scheme in ["Negotiate"] + others: self.send_header(ask, scheme)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
      def log_message(self, *words): pass
    # The tests keep the other end for as long as they run.
    threading.Thread(target=lambda: sys.stdin.read() or os._exit(0), daemon=True).start()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
    """
}

@Suite(
  .enabled(
    if: TicketServer.isInstalled,
    "no Kerberos: `apt-get install krb5-kdc krb5-admin-server krb5-user python3-gssapi` to run these"
  ))
struct TicketTests {
  private let realm: KerberosRealm
  private let folder: TemporaryDirectory

  init() async throws {
    realm = try await KerberosRealm()
    folder = try TemporaryDirectory()
  }

  /// What a dump has to find: the ticket, and localhost where it is looked up.
  private func dump(_ arguments: [String], hasTicket: Bool = true) throws -> Program.Outcome {
    var environment = realm.environment
    if !hasTicket { environment["KRB5CCNAME"] = "FILE:" + folder.path(of: "none") }
    return try Program.run(["--dump"] + arguments, environment: environment)
  }

  @Test func aDumpShowsTheTicketToItsTargetWhenToldTo() throws {
    let server = try TicketServer(realm, in: folder)
    let told = try dump(["--negotiate", server.url])
    #expect(told.output == "In as alice@GRILLE.TEST\n")
    #expect(told.status == 0)
    #expect(server.schemes == ["-", "Negotiate"])
  }

  @Test func withoutBeingToldNobodySeesTheTicket() throws {
    let server = try TicketServer(realm, in: folder, offering: ["Basic realm=vault"])
    let untold = try dump([server.url])
    #expect(untold.status == 12)
    #expect(untold.output == "Out\n")
    #expect(untold.errors.contains("--negotiate shows it your Kerberos ticket."))
    #expect(server.schemes == ["-"])
  }

  @Test func aServerThatTheTargetLeadsToSeesNoTicket() throws {
    let server = try TicketServer(realm, in: folder)
    let redirected = try dump(["--negotiate", "\(server.otherURL)to/\(server.port)"])
    #expect(redirected.status == 12)
    #expect(server.schemes == ["-"])
  }

  @Test func hostsOfTheSettingAreNotAskedAbout() throws {
    let server = try TicketServer(realm, in: folder)
    try folder.write("set ticket-hosts localhost\n", to: "grille/config")
    var environment = realm.environment
    environment["XDG_CONFIG_HOME"] = folder.path
    let outcome = try Program.run(["--dump", server.url], environment: environment)
    #expect(outcome.output == "In as alice@GRILLE.TEST\n")
  }

  @Test func withoutATicketTheOtherWaysAreLeft() throws {
    let server = try TicketServer(realm, in: folder)
    let outcome = try dump(["--negotiate", server.url], hasTicket: false)
    #expect(outcome.status == 12)
    #expect(outcome.errors.contains("kinit gets one"))
    #expect(server.schemes == ["-"])
  }

  @Test(arguments: [
    ("en", "made out to “alice@GRILLE.TEST”"), ("ja", "「alice@GRILLE.TEST」"),
    ("zh_CN", "“alice@GRILLE.TEST”"),
  ])
  func inATerminalTheHolderIsNamedFirst(language: String, holder: String) throws {
    let server = try TicketServer(realm, in: folder)
    let terminal = try PseudoTerminal(
      [server.url], columns: 60, rows: 16,
      environment: realm.environment.merging(["LC_ALL": "\(language).UTF-8"]) { $1 })
    try terminal.wait(for: holder)
    try terminal.wait(for: "localhost")
    #expect(server.schemes == ["-"])
    try terminal.waitUntilDialogHears()
    terminal.type("s")
    try terminal.wait(for: "In as alice@GRILLE.TEST")
    // For the rest of the session it is shown at once.
    terminal.type("r")
    try terminal.wait(for: "two more requests") { _ in
      server.schemes == ["-", "Negotiate", "Negotiate"]
    }
    // CVE-2026-1965: a connection that is logged in is never lent to another request.
    #expect(server.connectionCount == 3)
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func whoeverShowsNoTicketIsAskedForAPassword() throws {
    let server = try TicketServer(realm, in: folder, offering: ["Basic realm=vault"])
    let terminal = try PseudoTerminal([server.url], environment: realm.environment)
    try terminal.wait(for: "alice@GRILLE.TEST")
    try terminal.waitUntilDialogHears()
    terminal.type("w")
    try terminal.wait(for: "“vault”")
    #expect(server.schemes == ["-"])
  }

  @Test func aProxyIsShownTheTicketInItsOwnName() throws {
    let server = try TicketServer(realm, in: folder)
    let terminal = try PseudoTerminal(
      ["--proxy", "http://localhost:\(server.port)", "http://site.test/"],
      environment: realm.environment)
    try terminal.wait(for: "The proxy “localhost”")
    try terminal.waitUntilDialogHears()
    terminal.type("o")
    try terminal.wait(for: "In as alice@GRILLE.TEST")
    #expect(server.schemes == ["-", "Negotiate"])
  }
}
