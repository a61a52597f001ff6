// SPDX-License-Identifier: MIT
// Part of Grille: the environment variables the program was started with.
import Glibc

/// The environment variables, or a stand-in for them.
nonisolated package struct ProcessEnvironment: Sendable {
  private let values: [String: String]?

  /// The variables of this process.
  package static let current = ProcessEnvironment(values: nil)

  /// A stand-in that holds these variables only.
  package init(_ values: [String: String]) { self.init(values: values) }

  private init(values: [String: String]?) { self.values = values }

  /// The value of a variable; nil if it is not set or empty.
  package subscript(name: String) -> String? {
    let value: String?
    if let values {
      value = values[name]
    } else {
      value = unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    return value?.isEmpty == false ? value : nil
  }
}
