// SPDX-License-Identifier: MIT
// Part of Grille: a Kerberos realm with one user and one web server, for as long as a test lasts.
import Foundation
import Glibc

/// The realm GRILLE.TEST on this machine: "alice" holds a ticket, and `HTTP/localhost` is a service.
package final class KerberosRealm {
  /// True if the programs of a key distribution centre are there.
  package static let isInstalled = ["krb5kdc", "kdb5_util", "kadmin.local", "kinit"].allSatisfy {
    OutsideProgram($0).isInstalled
  }

  /// The key distribution centre has not started.
  package enum Failure: Error { case noCentre(String) }

  /// What a program has to find in its environment to hold alice's ticket.
  package let environment: [String: String]
  /// The file with the service's key, for the server's `KRB5_KTNAME`.
  package let keytab: String

  private let folder: TemporaryDirectory
  private let centre: ChildProcess

  /// Makes the realm, starts its key distribution centre and gets the ticket.
  package init() async throws {
    folder = try TemporaryDirectory()
    let root = folder.path
    let port = try Self.freePort()
    keytab = root + "/keytab"
    try Self.clientRules(port).write(
      toFile: root + "/krb5.conf", atomically: true, encoding: .utf8)
    try Self.centreRules(port, root).write(
      toFile: root + "/kdc.conf", atomically: true, encoding: .utf8)
    let environment = [
      "KRB5_CONFIG": root + "/krb5.conf", "KRB5_KDC_PROFILE": root + "/kdc.conf",
      "KRB5CCNAME": "FILE:" + root + "/tickets",
    ]
    self.environment = environment
    func run(_ name: String, _ arguments: [String], input: String = "") throws {
      try OutsideProgram(name).run(arguments, environment: environment, input: input)
    }
    let realm = ["-r", Self.name]
    try run("kdb5_util", realm + ["create", "-s", "-P", "master"])
    for query in [
      "addprinc -pw secret alice", "addprinc -randkey HTTP/localhost",
      "ktadd -k \(keytab) HTTP/localhost",
    ] {
      try run("kadmin.local", realm + ["-q", query])
    }
    centre = try OutsideProgram("krb5kdc").start(
      realm + ["-n", "-P", root + "/pid"], environment: environment)
    let centre = centre
    try await waitUntil("alice has a ticket") {
      guard centre.isRunning else { throw Failure.noCentre("it has ended") }
      return try OutsideProgram("kinit").outcome(
        of: ["alice"], environment: environment, input: "secret\n"
      ).status == 0
    }
  }

  deinit {
    centre.terminate()
    centre.wait()
  }

  /// The realm's name.
  package static let name = "GRILLE.TEST"

  private static func clientRules(_ port: UInt16) -> String {
    """
    [libdefaults]
    default_realm = \(name)
    dns_lookup_kdc = false
    dns_lookup_realm = false
    dns_canonicalize_hostname = false
    qualify_shortname = ""
    rdns = false
    udp_preference_limit = 1
    [realms]
    \(name) = {
      kdc = 127.0.0.1:\(port)
    }
    """
  }

  private static func centreRules(_ port: UInt16, _ root: String) -> String {
    """
    [kdcdefaults]
    kdc_listen = 127.0.0.1:\(port)
    kdc_tcp_listen = 127.0.0.1:\(port)
    [realms]
    \(name) = {
      database_name = \(root)/principal
      key_stash_file = \(root)/stash
      acl_file = \(root)/acl
      supported_enctypes = aes256-cts:normal
    }
    [logging]
    kdc = FILE:\(root)/log
    """
  }

  /// A port that nobody uses: the centre cannot be told to choose one.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure.noCentre("no port") }
    return UInt16(bigEndian: address.sin_port)
  }
}
