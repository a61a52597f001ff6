// SPDX-License-Identifier: MIT
// Part of Grille: from the command line to an exit code.
import Dispatch
import Glibc
import PracticeSite
import Security
import TerminalUI
import WebInfra
import WebViewKit

/// The program as the shell sees it.
package enum Program {
  /// Does what the command line asks for.
  ///
  /// Called once, on the main thread; the main queue is served while it runs.
  /// - Parameter commandLine: the words after the program's name.
  /// - Returns: the exit code.
  package static func main(_ commandLine: [String]) -> Int32 {
    ProcessSecrecy.begin()
    // A reader that goes away is noticed by the failing write.
    signal(SIGPIPE, SIG_IGN)
    let environment = ProcessEnvironment.current
    let words = Localization(.detected(in: environment))
    let arguments: Arguments
    do throws(UsageError) {
      arguments = try Arguments(parsing: commandLine)
    } catch {
      complain(error.message(in: words) + " " + words.text(.usageSeeHelp))
      return ExitCode.usage.rawValue
    }
    switch arguments.mode {
    case .help: return write(HelpText.text(in: words))
    case .version: return write(VersionText.text(isVerbose: arguments.isVerbose))
    case .dump: return dump(arguments, environment)
    case .browse:
      return isatty(STDOUT_FILENO) == 1
        ? browse(arguments, environment) : dump(arguments, environment)
    }
  }

  // MARK: - Preparing

  /// The choices in force, the program's own pages, and the lines of the configuration that were passed over.
  static func preferences(
    _ arguments: Arguments, _ environment: ProcessEnvironment
  ) -> (Preferences, AboutPages, [ConfigurationFile.Problem]) {
    let folders = UserFolders(environment: environment)
    var file = ConfigurationFile(isReadable: { FileSystem.isReadable(folders.expanded($0)) })
    if let path = folders.configuration.map({ $0 + "/config" }),
      let bytes = FileSystem.contents(of: path)
    {
      file.read(String(decoding: bytes, as: UTF8.self), file: path)
    }
    let language = Language(setting: file.configuration.language, environment: environment)
    var trustSources = TrustSources()
    for path in file.configuration.trustBlockFiles.map(folders.expanded) {
      guard let bytes = FileSystem.contents(of: path) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      trustSources.blockedKeys.formUnion(file.readBlockList(text, file: path))
    }
    if file.configuration.trustUsesCertificateVariable, let path = environment["SSL_CERT_FILE"] {
      trustSources.systemFiles = [path]
    }
    let keyCommands = file.keyCommands
    let keymap: @Sendable () -> Keymap = { Keymap.bundled().applying(keyCommands) }
    let preferences = Preferences(
      arguments: arguments, words: Localization(language), folders: folders,
      trustSources: trustSources, configuration: file.configuration, keymap: keymap)
    let aboutPages = AboutPages(
      words: preferences.words, keymap: keymap,
      configurationFile: preferences.configurationFile)
    return (preferences, aboutPages, file.problems)
  }

  /// What the command line names for the screen, if it names anything.
  private static func target(
    of arguments: Arguments, _ preferences: Preferences
  ) throws -> Target? {
    let text = try arguments.targetOfScreen()
    if let practiceTarget = arguments.practiceTarget { return practiceTarget }
    guard let text else { return nil }
    return try Target.resolve(
      text, home: preferences.folders.home, fileExists: FileSystem.exists)
  }

  /// Starts the practice site if it was asked for.
  static func startPractice(
    _ arguments: Arguments, _ preferences: Preferences
  ) throws(ServerError) {
    guard arguments.practiceTarget != nil else { return }
    preferences.practice = try PracticeSession(words: preferences.words)
  }

  /// Says why the practice site cannot be started.
  static func complain(_ failure: ServerError, _ words: Localization) -> Int32 {
    complain(
      words.text(.usagePracticeServer, ["call": failure.call, "code": String(failure.code)]))
    return ExitCode.internalError.rawValue
  }

  // MARK: - Running

  private static func browse(_ arguments: Arguments, _ environment: ProcessEnvironment) -> Int32 {
    let (preferences, aboutPages, problems) = preferences(arguments, environment)
    let words = preferences.words
    do {
      let target = try target(of: arguments, preferences)
      let given = try GivenCredentials(
        arguments, target: target, words: words, mayAsk: isatty(STDIN_FILENO) == 1)
      preferences.given = given
      try startPractice(arguments, preferences)
      try preferences.readNetrc()
      guard let pins = preferences.pins(for: target.map { [$0] } ?? []) else {
        complain(words.text(.usagePinWithoutHost))
        return ExitCode.usage.rawValue
      }
      let configuration = try WebViewConfiguration(
        preferences, aboutPages: aboutPages, pins: pins, profile: .written)
      given.prepare(configuration.websiteDataStore)
      let screen = try NcursesScreen()
      let application = Application(
        screen: screen, preferences: preferences,
        webView: WebView(configuration: configuration), aboutPages: aboutPages)
      let store = configuration.websiteDataStore
      store.persistenceProblemHandler = { [weak application] problem in
        application?.window.show(text: problem.message(in: words))
      }
      application.run(opening: target, problems: problems)
      store.writePendingChanges()
      return ExitCode.success.rawValue
    } catch let failure as UsageError {
      complain(failure.message(in: words))
      return ExitCode.usage.rawValue
    } catch let failure as Target.Failure {
      complain(failure.message(in: words))
      return failure.exitCode.rawValue
    } catch let failure as GivenCredentials.Failure {
      complain(failure.message)
      return failure.exitCode.rawValue
    } catch let failure as ServerError {
      return complain(failure, words)
    } catch let failure as NetrcFailure {
      complain(failure.message(in: words))
      return ExitCode.input.rawValue
    } catch let failure as TrustStoreError {
      complain(words.text(.usageBadCertificateFile, ["file": failure.path]))
      return ExitCode.input.rawValue
    } catch let failure as ScreenError where failure.code != .noTerminal {
      complain(words.text(.usageUnusableTerminal, ["name": failure.terminalName]))
      return ExitCode.usage.rawValue
    } catch {
      complain(words.text(.usageNoTerminal))
      return ExitCode.usage.rawValue
    }
  }

  // MARK: - Writing

  /// Writes a line on standard error, without anything a terminal could take for a command.
  static func complain(_ text: String) {
    StandardStream.error.write(DisplayString("grille: " + text, as: .chrome), newline: true)
  }

  /// Writes a line for programs on standard error, with nothing before it.
  static func tell(_ text: String) {
    StandardStream.error.write(DisplayString(text, as: .chrome), newline: true)
  }

  private static func write(_ text: String) -> Int32 {
    switch StandardStream.output.write(text) {
    case .written, .closed: ExitCode.success.rawValue
    case .failed: ExitCode.output.rawValue
    }
  }
}
