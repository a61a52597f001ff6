// SPDX-License-Identifier: MIT
// Part of Grille: what the built program lets others see of its memory.
import Foundation
import Glibc
import PracticeSite
import TestSupport
import Testing

@Suite struct ProcessSecrecyTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Starts a program where core files are allowed, and in a folder of its own.
  private func start(
    _ command: [String], in place: String, input: Pipe = Pipe()
  ) throws -> (process: Process, home: TemporaryHome) {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: place), withIntermediateDirectories: true)
    let home = try TemporaryHome()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "ulimit -c unlimited; exec \"$@\"", "sh"] + command
    process.currentDirectoryURL = URL(filePath: folder.path(of: place))
    process.environment = home.environment
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // The threads tests run on block signals, and a child would inherit that.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    return (process, home)
  }

  private func files(in place: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(of: place))
  }

  private func fact(_ name: String, of process: pid_t) throws -> String {
    try String(
      decoding: Data(contentsOf: URL(filePath: "/proc/\(process)/\(name)")),
      as: UTF8.self)
  }

  // Threat 24: a crash while secrets are held.
  @Test(arguments: [SIGSEGV, SIGABRT])
  func threat24ACrashLeavesNoImageOfTheMemory(signal: Int32) async throws {
    let site = try PracticeSite.start()
    let client = try #require(site.clients["bob"])
    let identity = try folder.write(client.pkcs12, to: "bob.p12")
    let passPhrase = try folder.write(client.passPhrase, to: "passphrase")
    let password = try folder.write("s3cretword", to: "password")
    let place = folder.path(of: "crash")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    // Without the screen every thread blocks signals, and one from outside would wait for ever.
    let terminal = try PseudoTerminal(
      ["-c", "ulimit -c unlimited; cd '\(place)' && exec \"$@\"", "sh"] + [
        Program.path, "--cacert", site.writeRoot(to: folder), "--resolve",
        site.resolveEntry(for: "client-two-cas", isSecure: true), "--cert", identity,
        "--cert-pass-file", passPhrase, "--auth", "user", "--auth-pass-file", password,
        site.url("/hang", host: "client-two-cas", isSecure: true),
      ],
      // Where the toolchain is at hand, the runtime would stop to explain the crash.
      environment: [
        "XDG_STATE_HOME": folder.path(of: "state"), "SWIFT_BACKTRACE": "enable=no",
      ], program: "/bin/sh")
    try await waitUntil("a request") { !site.requests(forPath: "/hang").isEmpty }
    let limit = try #require(
      fact("limits", of: terminal.process).split(separator: "\n").first {
        $0.hasPrefix("Max core file size")
      })
    #expect(limit.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"], "\(limit)")
    for name in ["cmdline", "environ"] {
      let text = try fact(name, of: terminal.process)
      #expect(!text.contains("s3cretword") && !text.contains(client.passPhrase))
    }
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == -signal)
    #expect(try files(in: "crash").isEmpty)
    // The profile may have been made, but holds no secret.
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where file.hasPrefix("state/") {
      let bytes = FileManager.default.contents(atPath: folder.path(of: file)) ?? Data()
      #expect(bytes.range(of: Data("s3cretword".utf8)) == nil)
      #expect(bytes.range(of: Data(client.passPhrase.utf8)) == nil)
    }
  }

  /// Shows that the test above can fail here: another program leaves its core file, unless the system
  /// keeps core files elsewhere.
  @Test(.enabled(if: CorePattern.isInCurrentFolder))
  func anotherProgramWouldLeaveACoreFile() throws {
    let (process, home) = try start(["/bin/sh", "-c", "kill -SEGV $$"], in: "other")
    process.waitUntilExit()
    withExtendedLifetime(home) {}
    #expect(try !files(in: "other").isEmpty)
  }

  // The files in /proc of a process that may not be dumped are root's.
  @Test(.enabled(if: geteuid() == 0 && FileManager.default.fileExists(atPath: "/usr/bin/setpriv")))
  func otherProgramsOfTheUserCannotLookIntoTheMemory() async throws {
    let copy = try folder.publicCopy(of: Program.path)
    let drop = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let (idleInput, input) = (Pipe(), Pipe())
    let (idler, _) = try start(drop + ["/bin/cat"], in: "place", input: idleInput)
    let (process, _) = try start(drop + [copy, "--dump", "-"], in: "place", input: input)
    defer {
      // As long as nobody closes their input, both programs wait.
      withExtendedLifetime((idleInput, input)) {}
      idler.terminate()
      process.terminate()
    }
    func owner(_ process: Process) -> UInt32? {
      var information = stat()
      guard stat("/proc/\(process.processIdentifier)/maps", &information) == 0 else { return nil }
      return information.st_uid
    }
    func user(_ process: Process) throws -> Bool {
      try fact("status", of: process.processIdentifier).contains("\nUid:\t65534\t65534")
    }
    // An ordinary process of that user belongs to him.
    try await waitUntil("the other program") { owner(idler) == 65_534 }
    try await waitUntil("the program in its secrecy") {
      try user(process) && fact("comm", of: process.processIdentifier) == "grille\n"
        && owner(process) == 0
    }
  }
}

/// Where the system puts core files.
private enum CorePattern {
  /// True if they come to lie in the folder of the process, and may be written.
  static var isInCurrentFolder: Bool {
    let path = "/proc/sys/kernel/core_pattern"
    guard let pattern = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    return !pattern.hasPrefix("|") && !pattern.contains("/") && limit.rlim_max > 0
  }
}

extension TemporaryDirectory {
  /// A copy of a program that every user may start.
  fileprivate func publicCopy(of program: String) throws -> String {
    let copy = path(of: "grille")
    try FileManager.default.copyItem(atPath: program, toPath: copy)
    chmod(copy, 0o755)
    chmod(path, 0o755)
    return copy
  }
}
