// SPDX-License-Identifier: MIT
// Part of Grille: tests of the language in which transactions are picked out.
import Networking
import Testing
import WebInfra

@Suite struct TransactionFilterTests {
  /// Filters that let the record through, and such that do not.
  static let rows: [(filter: String, passes: Bool)] = [
    ("", true), ("   ", true), ("!", true),
    ("status:404", true), ("status:405", false), ("status:4xx", true), ("status:4XX", true),
    ("status:5xx", false), ("status:400-499", true), ("status:>=404", true),
    ("status:>404", false), ("status:<405", true), ("status:<=403", false),
    ("method:post", true), ("method:get", false),
    ("host:example", true), ("host:EXAMPLE.org", true), ("host:example.com", false),
    ("path:/a/b", true), ("path:q=1", true), ("path:/c", false),
    ("type:css", true), ("type:text/", true), ("!type:css", false), ("-type:html", true),
    ("!!type:css", true),
    ("proto:h2", true), ("proto:http/1.1", false),
    ("size:4k", true), ("size:>4k", false), ("size:1k-1M", true), ("size:<4097", true),
    ("time:>1s", true), ("time:>1.5s", false), ("time:1171ms", true), ("time:<2m", true),
    ("is:redirect", false), ("is:failed", false), ("!is:running", true), ("is:reused", true),
    ("is:secure", false), ("is:internal", false),
    ("trust:valid", true), ("trust:exception", false),
    ("header:x-cache", true), ("header:X-Cache=hit", true), ("header:x-cache=miss", false),
    ("header:via", false),
    ("error:timed", false),
    ("style", true), ("STYLE", true), ("\"q=1\"", true), ("nothing", false),
    ("status:4xx host:example", true), ("status:4xx host:other", false),
    ("header:\"x-cache=hit from\"", true), ("\"https://www.ex\"", true), ("\"status:404\"", false),
  ]

  @Test(arguments: rows) func everyTermDecides(_ filter: String, _ passes: Bool) throws {
    var transaction = try TransactionSamples.answered(
      "https://www.example.org/a/b/style?q=1", method: .post, status: 404,
      headers: ["Content-Type": "text/css", "X-Cache": "HIT from somewhere"])
    transaction.isConnectionReused = true
    transaction.trustOutcome = .valid
    #expect(try TransactionFilter(filter).matches(transaction) == passes)
  }

  @Test func whatFailedHasNoStatusButAName() throws {
    var transaction = try TransactionSamples.answered("http://example.org/")
    transaction.response = nil
    transaction.error = ResourceError(.timedOut, cause: .stalled)
    #expect(try TransactionFilter("error:stall is:failed").matches(transaction))
    #expect(try !TransactionFilter("status:>=0").matches(transaction))
    #expect(try TransactionFilter("!status:>=0").matches(transaction))
  }

  @Test(arguments: [
    ("colour:red", TransactionFilter.Problem.unknownKey("colour")),
    ("status:", .badValue(.status, "")), ("status:abc", .badValue(.status, "abc")),
    ("status:500-400", .badValue(.status, "500-400")), ("status:<0", .badValue(.status, "<0")),
    ("status:99999999999999999999", .badValue(.status, "99999999999999999999")),
    ("size:10parsecs", .badValue(.size, "10parsecs")), ("time:-1s", .badValue(.time, "-1s")),
    ("size:1e999", .badValue(.size, "1e999")), ("time:nan", .badValue(.time, "nan")),
    ("is:strange", .badValue(.is, "strange")), ("trust:perhaps", .badValue(.trust, "perhaps")),
    ("header:", .badValue(.header, "")), ("method:", .badValue(.method, "")),
    ("\"open", .unclosedQuote), ("host:\"open", .unclosedQuote),
  ])
  func whatCannotBeUnderstoodIsNamed(
    _ filter: String, _ problem: TransactionFilter.Problem
  ) throws {
    #expect(throws: problem) { try TransactionFilter(filter) }
  }
}
