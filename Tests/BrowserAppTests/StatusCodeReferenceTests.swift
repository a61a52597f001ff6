// SPDX-License-Identifier: MIT
// Part of Grille: tests of the texts about status codes in all languages.
import Foundation
import Testing
import WebInfra

@testable import BrowserApp

@Suite struct StatusCodeReferenceTests {
  @Test(arguments: Language.allCases)
  func everyRegisteredCodeHasAMeaningAndEveryErrorAnAdvice(language: Language) {
    var expected: Set<String> = []
    for code in 100...599 where HTTPStatus.registeredReason(for: code) != nil {
      expected.insert("\(code).meaning")
      if code >= 400 { expected.insert("\(code).advice") }
    }
    for digit in 1...5 {
      expected.insert("\(digit)xx.meaning")
      if digit >= 4 { expected.insert("\(digit)xx.advice") }
    }
    let table = StatusCodeReference.table(of: language)
    #expect(Set(table.keys) == expected)
    #expect(table.values.allSatisfy { !$0.isEmpty })
  }

  @Test(arguments: Language.allCases)
  func filesHoldValidJSONInOneOrder(language: Language) throws {
    func text(_ language: Language) throws -> String {
      let file = resource("StatusCodes/\(language.rawValue).json")
      return try String(contentsOf: file, encoding: .utf8)
    }
    func order(_ text: String) -> [String] {
      text.split(separator: "\n").compactMap { line in
        line.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first.map(
          String.init)
      }
    }
    let own = try text(language)
    let object = try JSONSerialization.jsonObject(with: Data(own.utf8)) as? [String: String]
    #expect(object == StatusCodeReference.table(of: language))
    #expect(order(own) == order(try text(.english)))
  }

  @Test func unknownCodesAreExplainedByTheirClass() throws {
    let reference = StatusCodeReference(.english)
    let unknown = try #require(reference.meaning(of: HTTPStatus(code: 499)))
    #expect(unknown.contains("no registered meaning"))
    #expect(reference.meaning(of: HTTPStatus(code: 404)) == "There is nothing at this address.")
    #expect(reference.advice(for: HTTPStatus(code: 204)) == nil)
    for code in [0, 99, 600, 999] { #expect(reference.meaning(of: HTTPStatus(code: code)) == nil) }
    let japanese = StatusCodeReference(.japanese).meaning(of: HTTPStatus(code: 404))
    #expect(japanese == "このアドレスには何もありません。")
  }
}
