// SPDX-License-Identifier: MIT
// Part of Grille: turns choices and command line into what web views are made with.
import Layout
import Networking
import Security
import WebInfra
import WebViewKit

extension WebViewConfiguration {
  /// What web views are made with.
  ///
  /// - Parameters:
  ///   - preferences: The choices in force.
  ///   - aboutPages: The program's own pages.
  ///   - pins: The public keys demanded on the command line.
  ///   - profile: What may be done with the user's profile.
  /// - Throws: `TrustStoreError` if a file of certificates cannot be used.
  init(
    _ preferences: Preferences, aboutPages: AboutPages, pins: [PublicKeyPinning.Pin],
    profile: ProfileUse
  ) throws(TrustStoreError) {
    let arguments = preferences.arguments
    let choices = preferences.configuration
    var options = WebsiteDataStore.NetworkOptions()
    options.userAgent =
      arguments.userAgent ?? (choices.userAgent.isEmpty ? nil : choices.userAgent)
    options.serverTrustChallenges = .onFailure
    options.acceptLanguage = preferences.words.language.acceptLanguage
    options.resolve = arguments.resolutions.map(\.rule)
    options.connectTo = arguments.connectionTargets.map(\.rule)
    options.proxy = preferences.proxy
    options.netrc = preferences.netrc
    options.ticketHosts = preferences.ticketHosts
    for path in arguments.certificateAuthorityFiles {
      options.addedAnchors += try CertificateFile.read(path)
    }
    let folders = preferences.folders
    options.addedAnchorFiles = choices.trustAnchorFiles.map(folders.expanded)
    options.trustFiles = preferences.trustSources.systemFiles
    options.blockedKeys = preferences.trustSources.blockedKeys
    options.pinning = PublicKeyPinning(pins: choices.pins + pins)
    options.revocation.mode = RevocationPolicy.Mode(rawValue: choices.trustRevocation) ?? .soft
    options.revocation.revocationListFiles =
      choices.trustRevocationListFiles.map(folders.expanded)
    preferences.practice?.prepare(&options)
    // What is decided about hosts that last as long as the program does not belong on disk.
    let folder = preferences.practice == nil ? folders.state : nil
    self.init(
      websiteDataStore: folder.map {
        .persistent(in: $0, isWritten: profile == .written, networkOptions: options)
      } ?? WebsiteDataStore(networkOptions: options))
    allowsAuthorStyles = arguments.usesAuthorStyles && choices.usesAuthorStyles
    followsRefresh = choices.followsRefresh
    requestTimeout = preferences.timeout
    if let limit = arguments.maximumRedirects { maximumRedirects = limit }
    maximumPageSize = arguments.maximumSize
    standardInputType = arguments.inputType
    forcedEncodingName = arguments.inputEncoding?.name
    localBaseURL = arguments.base
    listingWords = DirectoryListing.Words(preferences.words)
    layoutOptions.labels = ControlLabels(preferences.words)
    let words = preferences.words
    xmlErrorNotice = { line, column, message in
      words.text(
        .pageXMLError, ["line": String(line), "column": String(column), "message": message])
    }
    limitNotice = { limit in
      switch limit {
      case .size: words.text(.pageTooLarge)
      case .attributes: words.text(.pageTooManyAttributes)
      }
    }
    aboutPage = { aboutPages.page($0) }
    pageForEmptyBody = { StatusPage(response: $0, words: words).html }
  }
}

/// What may be done with the user's profile.
enum ProfileUse {
  /// Decisions in it count, and new ones are kept.
  case written
  /// Decisions in it count, and no trace is left.
  case read
}

extension Preferences {
  /// The public keys demanded on the command line; nil if one names no host and no target has any.
  func pins(for targets: [Target]) -> [PublicKeyPinning.Pin]? {
    var pins: [PublicKeyPinning.Pin] = []
    for rule in arguments.pins {
      let named = rule.pin(forHost: nil).map { [$0] }
      let found = named ?? targets.compactMap { rule.pin(forHost: $0.host) }
      guard !found.isEmpty else { return nil }
      pins += found
    }
    return pins
  }

  /// The proxy to go through; the command line's counts before the configuration's.
  var proxy: ProxyConfiguration? {
    let choice = arguments.proxy ?? (try? ProxyChoice(configuration.proxy)) ?? .none
    return choice.configuration(bypassing: arguments.proxyBypass ?? configuration.proxyBypass)
  }

  /// The hosts that are shown the user's Kerberos ticket without a question.
  var ticketHosts: [String] {
    HostPattern.patterns(in: configuration.ticketHosts)
  }

  /// A request of the user's own for an address.
  func request(for url: WebURL) -> ResourceRequest {
    ResourceRequest(
      url: url, timeout: timeout, isUserInitiated: true,
      cachePolicy: arguments.bypassesCaches
        ? .reloadIgnoringLocalCacheData : .useProtocolCachePolicy)
  }

  /// How long a silent server is waited for.
  var timeout: Duration {
    .seconds(arguments.timeout ?? Double(configuration.timeout))
  }
}

extension Language {
  /// The Accept-Language header of someone who reads the language.
  nonisolated var acceptLanguage: String {
    switch self {
    case .english: "en"
    case .japanese: "ja,en;q=0.5"
    case .simplifiedChinese: "zh-CN,zh;q=0.8,en;q=0.5"
    }
  }
}

extension DirectoryListing.Words {
  /// The words in the user's language.
  nonisolated fileprivate init(_ words: Localization) {
    self.init()
    title = words.text(.folderTitle)
    parent = words.text(.folderParent)
    name = words.text(.folderName)
    size = words.text(.folderSize)
    modified = words.text(.folderModified)
    empty = words.text(.folderEmpty)
    language = words.language.rawValue
  }
}

extension ControlLabels {
  /// The words in the user's language.
  nonisolated fileprivate init(_ words: Localization) {
    self.init()
    submit = words.text(.controlSubmit)
    reset = words.text(.controlReset)
    chooseFile = words.text(.controlChooseFile)
    details = words.text(.controlDetails)
    frame = words.text(.controlFrame)
  }
}
