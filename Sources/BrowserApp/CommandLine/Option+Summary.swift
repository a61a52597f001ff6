// SPDX-License-Identifier: MIT
// Part of Grille: what each option does, in a sentence.

nonisolated extension Option {
  /// What the option does, in one sentence.
  package var summary: StringKey {
    switch self {
    case .dump: .optionDump
    case .print: .optionPrint
    case .json: .optionJSON
    case .head: .optionHead
    case .status: .optionStatus
    case .archive: .optionArchive
    case .showSecrets: .optionShowSecrets
    case .columns: .optionColumns
    case .margin: .optionMargin
    case .hardWrap: .optionHardWrap
    case .ascii: .optionASCII
    case .links: .optionLinks
    case .number: .optionNumber
    case .type: .optionType
    case .base: .optionBase
    case .inputCharset: .optionInputCharset
    case .outputCharset: .optionOutputCharset
    case .batch: .optionBatch
    case .null: .optionNull
    case .wait: .optionWait
    case .retry: .optionRetry
    case .maximumRedirects: .optionMaximumRedirects
    case .maximumSize: .optionMaximumSize
    case .noCache: .optionNoCache
    case .trust: .optionTrust
    case .insecure: .optionInsecure
    case .certificateAuthority: .optionCertificateAuthority
    case .pin: .optionPin
    case .certificate: .optionCertificate
    case .key: .optionKey
    case .passPhraseDescriptor: .optionPassPhraseDescriptor
    case .passPhraseFile: .optionPassPhraseFile
    case .user: .optionUser
    case .passwordDescriptor: .optionPasswordDescriptor
    case .passwordFile: .optionPasswordFile
    case .resolve: .optionResolve
    case .connectTo: .optionConnectTo
    case .proxy: .optionProxy
    case .noProxy: .optionNoProxy
    case .negotiate: .optionNegotiate
    case .netrc: .optionNetrc
    case .userAgent: .optionUserAgent
    case .timeout: .optionTimeout
    case .noAuthorStyles: .optionNoAuthorStyles
    case .noCheckStatus: .optionNoCheckStatus
    case .version: .optionVersion
    case .verbose: .optionVerbose
    case .help: .optionHelp
    }
  }
}
