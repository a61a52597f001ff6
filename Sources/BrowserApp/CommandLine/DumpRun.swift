// SPDX-License-Identifier: MIT
// Part of Grille: prints targets one after the other, and what they have in common.
import Networking
import WebInfra
import WebViewKit

/// Prints one target after the other.
final class DumpRun {
  /// A target as it was named, and what it means.
  struct Named {
    /// The words of the user.
    let name: String
    /// What they mean.
    let result: Result<Target, Target.Failure>
  }

  private let targets: [Named]
  private let preferences: Preferences
  private let aboutPages: AboutPages
  private let configuration: WebViewConfiguration
  /// What the archive will hold.
  private var entries: [HARLog.Entry] = []

  private var arguments: Arguments { preferences.arguments }
  private var words: Localization { preferences.words }

  init(
    _ targets: [Named], preferences: Preferences, aboutPages: AboutPages,
    configuration: WebViewConfiguration
  ) {
    self.targets = targets
    self.preferences = preferences
    self.aboutPages = aboutPages
    self.configuration = configuration
    guard arguments.trust == .strict else { return }
    // The store leaves no trace of it.
    let store = configuration.websiteDataStore
    for decision in store.trustDecisions where decision.isException { store.forget(decision) }
  }

  /// Prints every target, and writes the archive.
  /// - Returns: the highest code of a failure, or success.
  func printAll() async -> ExitCode {
    var worst = ExitCode.success
    for (index, target) in targets.enumerated() {
      if index > 0, arguments.pause > 0 { try? await Task.sleep(for: .seconds(arguments.pause)) }
      let (code, outcome) = await print(target)
      if code.rawValue > worst.rawValue { worst = code }
      if targets.count > 1 {
        Program.tell("\(code.rawValue) \(UserInfo.removed(from: target.name))")
      }
      // Nobody reads on, or nothing more can be written.
      if outcome != .written { break }
    }
    guard let code = writeArchive(), code.rawValue > worst.rawValue else { return worst }
    return code
  }

  private func print(_ target: Named) async -> (ExitCode, StandardStream.Outcome) {
    let meant: Target
    switch target.result {
    case .success(let target): meant = target
    case .failure(let failure):
      Program.complain(failure.message(in: words))
      return (failure.exitCode, end())
    }
    guard let url = url(of: meant) else { return (.usage, end()) }
    preparePage(at: url)
    let dump = Dump(url, preferences: preferences, configuration: configuration)
    let code = await dump.run()
    if arguments.archiveFile != nil {
      var records = dump.report.transactions.map { HARLog.Entry($0) }
      if let last = records.indices.last { records[last].body = dump.body }
      entries += records
    }
    return (code, dump.outcome)
  }

  /// Ends a document of which there is nothing to print.
  private func end() -> StandardStream.Outcome {
    let writer = DumpWriter(arguments)
    writer.end()
    return writer.outcome
  }

  private func url(of target: Target) -> WebURL? {
    switch target {
    case .standardInput: return FileSystem.standardInput
    case .file(let path): return FileSystem.url(ofPath: path)
    case .address(let address):
      guard let url = WebURL(address) else {
        Program.complain(
          words.text(.targetMalformedAddress, ["text": UserInfo.removed(from: address)]))
        return nil
      }
      return url
    }
  }

  /// Makes the pages that show what the store holds; nobody follows links here.
  private func preparePage(at url: WebURL) {
    guard let page = StorePages(words: words, offersActions: false).page(at: url) else { return }
    let store = configuration.websiteDataStore
    aboutPages.set(
      page.name, to: page.html(of: store, keepsProfile: preferences.folders.state != nil))
  }

  /// Writes the archive if one was asked for; the code of a failure.
  private func writeArchive() -> ExitCode? {
    guard let path = arguments.archiveFile else { return nil }
    var log = HARLog(creator: ("Grille", ProgramVersion.number))
    log.secrets = arguments.showsSecrets ? .shown : .hidden
    let text = log.value(of: entries).serialized(indented: true) + "\n"
    let code = FileSystem.replace(path, with: Array(text.utf8))
    guard code != 0 else { return nil }
    Program.complain(
      words.text(
        .dumpArchiveFailed, ["file": path, "reason": IdentityImportSentence.reason(code)]))
    return .output
  }
}

extension DumpRun.Named {
  /// Decides what a word means.
  init(_ name: String, _ preferences: Preferences) {
    self.name = name
    result = Result { () throws(Target.Failure) in
      try Target.resolve(name, home: preferences.folders.home, fileExists: FileSystem.exists)
    }
  }
}
