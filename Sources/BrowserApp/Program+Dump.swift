// SPDX-License-Identifier: MIT
// Part of Grille: prints pages, from the command line to an exit code.
import Dispatch
import Glibc
import PracticeSite
import Security
import WebInfra
import WebViewKit

extension Program {
  /// Prints what the command line names, without asking anything.
  static func dump(_ arguments: Arguments, _ environment: ProcessEnvironment) -> Int32 {
    let (preferences, aboutPages, problems) = preferences(arguments, environment)
    let words = preferences.words
    for problem in problems { complain(problem.message(in: words)) }
    do {
      let targets = try dumpTargets(of: arguments, preferences)
      let resolved = targets.compactMap { try? $0.result.get() }
      let given = try GivenCredentials(
        arguments, target: targets.count == 1 ? resolved.first : nil, words: words, mayAsk: false)
      for warning in given.warnings { complain(warning) }
      preferences.given = given
      try startPractice(arguments, preferences)
      try preferences.readNetrc()
      guard let pins = preferences.pins(for: resolved) else {
        throw UsageError(.usagePinWithoutHost)
      }
      let configuration = try WebViewConfiguration(
        preferences, aboutPages: aboutPages, pins: pins, profile: .read)
      configuration.websiteDataStore.persistenceProblemHandler = {
        complain($0.message(in: words))
      }
      given.prepare(configuration.websiteDataStore)
      let run = DumpRun(
        targets, preferences: preferences, aboutPages: aboutPages, configuration: configuration)
      // The main queue is served from here on; the task ends the process.
      Task {
        let code = await run.printAll()
        exit(code.rawValue)
      }
      dispatchMain()
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
    } catch {
      return ExitCode.internalError.rawValue
    }
  }

  /// What is to be printed: the practice site's page, the words of the command line, then the lines of
  /// the file of targets; standard input if nothing is named and it is no terminal.
  private static func dumpTargets(
    of arguments: Arguments, _ preferences: Preferences
  ) throws -> [DumpRun.Named] {
    var targets: [DumpRun.Named] = []
    if let practiceTarget = arguments.practiceTarget {
      targets.append(.init(name: arguments.targets.first ?? "", result: .success(practiceTarget)))
    } else {
      targets = arguments.targets.map { DumpRun.Named($0, preferences) }
    }
    if let file = arguments.batchFile {
      let bytes =
        file == "-" ? FileSystem.contents(of: STDIN_FILENO) : FileSystem.contents(of: file)
      guard let bytes else { throw Target.Failure.noSuchFile(file) }
      targets += BatchFile.targets(in: String(decoding: bytes, as: UTF8.self))
        .map { DumpRun.Named($0, preferences) }
    } else if targets.isEmpty, isatty(STDIN_FILENO) == 0 {
      targets = [DumpRun.Named("-", preferences)]
    }
    if targets.isEmpty { throw UsageError(.usageNoTarget) }
    // A log-in and a client certificate are for one server, which is the only target's.
    if targets.count > 1, let option = arguments.optionForOneTarget {
      throw UsageError(.usageForOneTarget, ["option": "--\(option.rawValue)"])
    }
    return targets
  }
}

/// A list of addresses and files, one a line.
nonisolated enum BatchFile {
  /// The targets of a list; empty lines and those that begin with `#` are none.
  static func targets(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { line in
      let start = line.drop(while: \.isWhitespace)
      let end = start.lastIndex { !$0.isWhitespace }
      return String(end.map { start[...$0] } ?? "")
    }
    .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}
