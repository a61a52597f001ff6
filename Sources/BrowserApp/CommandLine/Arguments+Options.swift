// SPDX-License-Identifier: MIT
// Part of Grille: what each option changes.
import Networking
import WebInfra

nonisolated extension Arguments {
  /// Takes an option that was given without a value.
  mutating func apply(_ option: Option) {
    switch option {
    case .json: format = .json
    case .head: asksForHead = true
    case .status: showsStatus = true
    case .showSecrets: showsSecrets = true
    case .links: linkPlacement = .end
    case .number: numbersLinks = true
    case .hardWrap: breaksLongWords = true
    case .ascii: usesASCII = true
    case .null: endsWithNUL = true
    case .noCache: bypassesCaches = true
    case .insecure: trust = .once
    case .negotiate: showsTicket = true
    case .noAuthorStyles: usesAuthorStyles = false
    case .noCheckStatus: checksStatus = false
    case .version: if mode != .help { mode = .version }
    case .verbose: isVerbose = true
    case .help: mode = .help
    default: break
    }
  }

  /// Takes an option with its value.
  ///
  /// - Throws: `UsageError` for a value that the option does not take.
  mutating func apply(_ option: Option, _ value: String) throws(UsageError) {
    switch option {
    case .dump: format = try choice(option, value)
    case .links: linkPlacement = try choice(option, value)
    case .trust: trust = try choice(option, value)
    case .print:
      guard let parts = PrintParts(letters: value) else {
        let letters = PrintParts.letters.map { String($0.letter) }.joined()
        throw UsageError(
          .usageBadLetters, ["option": "--print", "value": value, "letters": letters])
      }
      printParts = parts
    case .archive: archiveFile = value
    case .batch: batchFile = value
    case .columns: columns = try integer(option, value, 0...10_000)
    case .margin: margin = try integer(option, value, 0...1000)
    case .type: inputType = try known(option, value, MIMEType(parsing: value))
    case .base: base = try known(option, value, WebURL(value))
    case .inputCharset: inputEncoding = try known(option, value, TextEncoding(label: value))
    case .outputCharset: outputEncoding = try known(option, value, TextEncoding(label: value))
    case .retry: retries = try integer(option, value, 0...100)
    case .maximumRedirects: maximumRedirects = try integer(option, value, 0...100)
    case .maximumSize: maximumSize = try bytes(option, value)
    case .timeout: timeout = try seconds(option, value, from: 0.001)
    case .wait: pause = try seconds(option, value, from: 0)
    case .certificateAuthority: certificateAuthorityFiles.append(value)
    case .pin:
      guard let rule = PinRule(value) else { throw malformed(option, value) }
      pins.append(rule)
    case .certificate: certificateFile = value
    case .key: keyFile = value
    case .passPhraseDescriptor, .passPhraseFile:
      passPhraseSource = try source(
        option, value, instead: passPhraseSource, .passPhraseDescriptor, .passPhraseFile)
    case .passwordDescriptor, .passwordFile:
      passwordSource = try source(
        option, value, instead: passwordSource, .passwordDescriptor, .passwordFile)
    case .user:
      // Whoever lists the processes reads the command line; the message must not repeat it either.
      guard !value.contains(":") else { throw UsageError(.usagePasswordOnCommandLine) }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw UsageError(.usageControlCharacter, ["option": "--auth"])
      }
      user = value
    case .resolve:
      guard let resolution = Resolution(value) else { throw malformed(option, value) }
      resolutions.append(resolution)
    case .connectTo:
      guard let target = ConnectionTarget(value) else { throw malformed(option, value) }
      connectionTargets.append(target)
    case .proxy:
      do throws(ProxyConfiguration.Problem) {
        proxy = try ProxyChoice(value)
      } catch {
        guard error == .holdsCredentials else {
          throw malformed(option, UserInfo.removed(from: value))
        }
        throw UsageError(.usageProxyCredentials, ["option": "--proxy"])
      }
    case .noProxy: proxyBypass = value
    case .netrc: netrcFile = value
    case .userAgent:
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw UsageError(.usageControlCharacter, ["option": "--user-agent"])
      }
      userAgent = value
    default: break
    }
  }

  // MARK: Values

  private func choice<Choice: RawRepresentable<String>>(
    _ option: Option, _ value: String
  ) throws(UsageError) -> Choice {
    guard let choice = Choice(rawValue: value) else {
      throw UsageError(
        .usageBadChoice,
        [
          "option": "--\(option.rawValue)", "value": value,
          "choices": option.choices.joined(separator: ", "),
        ])
    }
    return choice
  }

  private func known<Value>(
    _ option: Option, _ text: String, _ value: Value?
  ) throws(UsageError) -> Value {
    guard let value else { throw malformed(option, text) }
    return value
  }

  private func integer(
    _ option: Option, _ value: String, _ range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw outside(option, value, "\(range.lowerBound)", "\(range.upperBound)")
    }
    return number
  }

  private func seconds(
    _ option: Option, _ value: String, from low: Double
  ) throws(UsageError) -> Double {
    guard let number = Double(value), number >= low, number <= 86_400 else {
      throw outside(option, value, low == 0 ? "0" : "\(low)", "86400")
    }
    return number
  }

  /// A number of bytes; `k`, `M` and `G` behind it multiply by powers of 1024.
  private func bytes(_ option: Option, _ value: String) throws(UsageError) -> Int64 {
    let units: [Character: Int64] = ["k": 1 << 10, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = value.last.flatMap { units[$0] }
    let digits = unit == nil ? value[...] : value.dropLast()
    guard let number = Int64(digits), number > 0 else { throw malformed(option, value) }
    let (result, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
    if isTooLarge { throw malformed(option, value) }
    return result
  }

  private func outside(
    _ option: Option, _ value: String, _ low: String, _ high: String
  ) -> UsageError {
    UsageError(
      .usageBadNumber,
      ["option": "--\(option.rawValue)", "value": value, "low": low, "high": high])
  }

  /// Where a secret comes from, for which there is one place only.
  private func source(
    _ option: Option, _ value: String, instead other: SecretSource?, _ descriptor: Option,
    _ file: Option
  ) throws(UsageError) -> SecretSource {
    guard other == nil else {
      throw UsageError(
        .usageTwoSources,
        ["first": "--\(descriptor.rawValue)", "second": "--\(file.rawValue)"])
    }
    if option == file { return .file(value) }
    // The value may be the secret itself, mistaken for what is wanted: it is not repeated.
    guard let source = SecretSource(descriptor: value) else {
      throw UsageError(.usageBadDescriptor, ["option": "--\(option.rawValue)"])
    }
    return source
  }

  private func malformed(_ option: Option, _ value: String) -> UsageError {
    UsageError(
      .usageMalformedValue,
      [
        "option": "--\(option.rawValue)", "placeholder": option.placeholder ?? "", "value": value,
      ])
  }
}
