// SPDX-License-Identifier: MIT
// Part of Grille: turns choices and command line into what web views are made with.
import Layout
import Networking
import Security
import WebInfra
import WebViewKit

extension WebViewConfiguration {
  /// What web views are made with.
  /// - Throws: `TrustStoreError` if a file of certificates cannot be used.
  init(_ preferences: Preferences, aboutPages: AboutPages) throws(TrustStoreError) {
    let arguments = preferences.arguments
    let choices = preferences.configuration
    var options = WebsiteDataStore.NetworkOptions()
    options.userAgent =
      arguments.userAgent ?? (choices.userAgent.isEmpty ? nil : choices.userAgent)
    options.serverTrustChallenges = .onFailure
    options.acceptLanguage = preferences.words.language.acceptLanguage
    options.resolve = arguments.resolutions.map(\.rule)
    options.connectTo = arguments.connectionTargets.map(\.rule)
    for path in arguments.certificateAuthorityFiles {
      options.addedAnchors += try CertificateFile.read(path)
    }
    preferences.practice?.prepare(&options)
    self.init(websiteDataStore: WebsiteDataStore(networkOptions: options))
    allowsAuthorStyles = arguments.usesAuthorStyles && choices.usesAuthorStyles
    followsRefresh = choices.followsRefresh
    requestTimeout = preferences.timeout
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
  }
}

extension Preferences {
  /// A request of the user's own for an address.
  func request(for url: WebURL) -> ResourceRequest {
    ResourceRequest(url: url, timeout: timeout, isUserInitiated: true)
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
