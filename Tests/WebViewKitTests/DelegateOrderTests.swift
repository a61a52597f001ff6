// SPDX-License-Identifier: MIT
// Part of Grille: what a navigation delegate hears, in which order, with a scripted loader.

import CellGrid
import Networking
import Testing
import WebInfra

@testable import WebViewKit

@MainActor
@Suite("Order of delegate calls")
struct DelegateOrderTests {
  let delegate = RecordingDelegate()

  func webView(_ replies: [String: ScriptedLoader.Reply]) -> (WebView, ScriptedLoader) {
    let loader = ScriptedLoader(replies)
    let view = WebView(
      configuration: WebViewConfiguration(websiteDataStore: .nonPersistent()),
      viewportSize: CellSize(columns: 40, rows: 10), loader: loader)
    view.navigationDelegate = delegate
    return (view, loader)
  }

  func request(_ address: String) throws -> ResourceRequest {
    ResourceRequest(url: try #require(WebURL(address)))
  }

  /// The code a navigation ends with, 0 for success.
  func code(of navigation: Navigation, in view: WebView) async -> Int {
    do {
      try await view.finishedLoading(navigation)
      return 0
    } catch {
      return error.code.rawValue
    }
  }

  @Test func aPageThatLoads() async throws {
    let (view, _) = webView(["https://a.test/": .page("<title>T</title><p>Hello")])
    let navigation = view.load(try request("https://a.test/"))
    #expect(view.isLoading)
    #expect(await code(of: navigation, in: view) == 0)
    #expect(delegate.calls == ["action /", "start", "response 200", "commit", "finish"])
    #expect(view.title == "T")
    #expect(!view.isLoading)
    #expect(view.transactions.count == 1)
  }

  @Test func everyHopOfARedirectIsAskedAboutAndRecorded() async throws {
    let (view, _) = webView([
      "https://a.test/1": .redirect(301, "/2"), "https://a.test/2": .redirect(302, "/3#part"),
      "https://a.test/3": .page("<p>Here"),
    ])
    let navigation = view.load(try request("https://a.test/1"))
    #expect(await code(of: navigation, in: view) == 0)
    #expect(
      delegate.calls == [
        "action /1", "start", "action /2 after 301", "redirect", "action /3 after 302", "redirect",
        "response 200", "commit", "finish",
      ])
    #expect(view.transactions.count == 3)
    #expect(view.url?.href == "https://a.test/3#part")
    #expect(view.backForwardList.currentItem?.initialURL.href == "https://a.test/1")
  }

  @Test func anActionTurnedDownSendsNothing() async throws {
    let (view, loader) = webView(["https://a.test/": .page("x")])
    delegate.actionPolicy = { _ in .cancel }
    let navigation = view.load(try request("https://a.test/"))
    #expect(await code(of: navigation, in: view) == 102)
    #expect(delegate.calls == ["action /"])
    #expect(loader.requests.isEmpty)
  }

  @Test func aRedirectTurnedDownIsNotFollowed() async throws {
    let (view, loader) = webView(["https://a.test/": .redirect(302, "https://b.test/")])
    delegate.actionPolicy = { $0.redirectResponse == nil ? .allow : .cancel }
    let navigation = view.load(try request("https://a.test/"))
    #expect(await code(of: navigation, in: view) == 102)
    #expect(loader.requests.map(\.url.href) == ["https://a.test/"])
    #expect(delegate.calls.last == "fail provisional 102")
  }

  @Test(arguments: [404, 500, 503])
  func theResponsePolicySeesTheStatusCode(status: Int) async throws {
    let (view, _) = webView(["https://a.test/": .page("<p>No", status: status)])
    let navigation = view.load(try request("https://a.test/"))
    #expect(await code(of: navigation, in: view) == 0)
    #expect(delegate.calls.contains("response \(status)"))
    #expect(view.response?.status?.code == status)
  }

  @Test func aResponseTurnedDownKeepsTheOldPage() async throws {
    let (view, _) = webView([
      "https://a.test/": .page("<title>Old</title>"),
      "https://a.test/no": .page("<title>New</title>", status: 404),
    ])
    _ = await code(of: view.load(try request("https://a.test/")), in: view)
    delegate.responsePolicy = { _ in .cancel }
    let navigation = view.load(try request("https://a.test/no"))
    #expect(await code(of: navigation, in: view) == 102)
    #expect(view.title == "Old")
    #expect(view.url?.pathname == "/")
    #expect(delegate.calls.last == "fail provisional 102")
  }

  @Test func aResponseWithoutContentKeepsTheOldPage() async throws {
    let (view, _) = webView([
      "https://a.test/": .page("<title>Old</title>"), "https://a.test/204": .page("", status: 204),
    ])
    _ = await code(of: view.load(try request("https://a.test/")), in: view)
    let navigation = view.load(try request("https://a.test/204"))
    #expect(await code(of: navigation, in: view) == 102)
    #expect(view.title == "Old")
  }

  @Test func aTypeThatCannotBeShownBecomesADownload() async throws {
    let (view, _) = webView([
      "https://a.test/pack.zip": .page("PK\u{3}\u{4}", type: "application/zip")
    ])
    let navigation = view.load(try request("https://a.test/pack.zip"))
    #expect(await code(of: navigation, in: view) == 102)
    #expect(
      delegate.calls == [
        "action /pack.zip", "start", "response 200", "download pack.zip", "fail provisional 102",
      ])
  }

  @Test func aNewLoadCancelsTheOldOne() async throws {
    let (view, _) = webView([
      "https://a.test/slow": .endless("<p>First"),
      "https://a.test/": .page("<title>Second</title>"),
    ])
    let first = view.load(try request("https://a.test/slow"))
    await withCheckedContinuation { (ready: CheckedContinuation<Void, Never>) in
      delegate.onCommit = { [delegate] _ in
        delegate.onCommit = { _ in }
        ready.resume()
      }
    }
    let second = view.load(try request("https://a.test/"))
    #expect(await code(of: first, in: view) == -999)
    #expect(await code(of: second, in: view) == 0)
    #expect(delegate.calls.contains("fail -999"))
    #expect(view.title == "Second")
  }

  @Test func stopEndsAProvisionalLoadWithCancelled() async throws {
    let (view, _) = webView(["https://a.test/": .page("x")])
    let navigation = view.load(try request("https://a.test/"))
    view.stopLoading()
    #expect(await code(of: navigation, in: view) == -999)
    #expect(delegate.calls.isEmpty)
  }

  @Test func aChallengeComesBetweenStartAndResponse() async throws {
    let challenge = AuthenticationChallenge(
      protectionSpace: ProtectionSpace(
        host: "a.test", port: 443, scheme: "https", authenticationMethod: .httpBasic(realm: "vault")
      ))
    let (view, _) = webView(["https://a.test/": .challenge(challenge, then: "<p>In")])
    delegate.disposition = .useCredential(
      Credential(user: "u", password: "p", persistence: .none))
    let navigation = view.load(try request("https://a.test/"))
    #expect(await code(of: navigation, in: view) == 0)
    #expect(
      delegate.calls == [
        "action /", "start", "challenge a.test", "response 200", "commit", "finish",
      ])
  }

  @Test(arguments: [
    (AuthenticationChallengeDisposition.cancelAuthenticationChallenge, -999),
    (.rejectProtectionSpace, -999), (.performDefaultHandling, -1202),
  ])
  func anUnansweredChallengeFailsTheNavigation(
    disposition: AuthenticationChallengeDisposition, expected: Int
  ) async throws {
    let challenge = AuthenticationChallenge(
      protectionSpace: ProtectionSpace(
        host: "a.test", port: 443, scheme: "https", authenticationMethod: .httpBasic(realm: "vault")
      ))
    let (view, _) = webView(["https://a.test/": .challenge(challenge, then: "x")])
    delegate.disposition = disposition
    let navigation = view.load(try request("https://a.test/"))
    #expect(await code(of: navigation, in: view) == expected)
    #expect(delegate.calls.last == "fail provisional \(expected)")
  }

  @Test func goingBackNeedsNoNetwork() async throws {
    let (view, loader) = webView([
      "https://a.test/1": .page("<title>One</title>"),
      "https://a.test/2": .page("<title>Two</title>"),
    ])
    _ = await code(of: view.load(try request("https://a.test/1")), in: view)
    _ = await code(of: view.load(try request("https://a.test/2")), in: view)
    let asked = loader.requests.count
    let back = try #require(view.goBack())
    #expect(await code(of: back, in: view) == 0)
    #expect(view.title == "One")
    #expect(view.canGoForward && !view.canGoBack)
    #expect(loader.requests.count == asked)
    #expect(view.goBack() == nil)
  }

  @Test func refreshesNeverGoRoundInACircle() async throws {
    let (view, loader) = webView([
      "https://a.test/1": .page("<meta http-equiv=refresh content='0; url=/2'>"),
      "https://a.test/2": .page("<meta http-equiv=refresh content='0; url=/1'>"),
    ])
    _ = await code(of: view.load(try request("https://a.test/1")), in: view)
    let second = try #require(view.followRefresh())
    _ = await code(of: second, in: view)
    #expect(view.url?.pathname == "/2")
    #expect(view.followRefresh() == nil)
    #expect(loader.requests.count == 2)
  }

  @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "mailto:a@b"])
  func aRefreshThatMayNotLeadThereLeavesThePage(target: String) async throws {
    let (view, loader) = webView([
      "https://a.test/": .page(
        "<title>Here</title><meta http-equiv=refresh content='0;url=\(target)'>")
    ])
    _ = await code(of: view.load(try request("https://a.test/")), in: view)
    #expect(view.pendingRefresh == nil)
    #expect(view.followRefresh() == nil)
    #expect(view.title == "Here")
    #expect(loader.requests.count == 1)
  }

  @Test func suppliedTextIsShownAsTextWhateverItsBytes() async throws {
    let (view, _) = webView([:])
    let url = try #require(WebURL("https://a.test/"))
    let navigation = view.load(
      data: [0x3C, 0x70, 0x3E, 0, 0x1B, 0x0E], mimeType: .plainText, encodingName: "utf-8",
      baseURL: url)
    #expect(await code(of: navigation, in: view) == 0)
    #expect(delegate.calls.last == "finish")
  }

  @Test func anErrorPageIsShownUnderTheAddressThatFailed() async throws {
    let (view, loader) = webView(["https://a.test/": .failure(ResourceError(.cannotFindHost))])
    let failing = try request("https://a.test/")
    #expect(await code(of: view.load(failing), in: view) == -1003)
    let shown = view.loadSimulatedRequest(failing, responseHTML: "<title>Not found</title>")
    #expect(await code(of: shown, in: view) == 0)
    #expect(view.title == "Not found")
    #expect(view.url?.href == "https://a.test/")
    let again = try #require(view.reload())
    #expect(await code(of: again, in: view) == -1003)
    #expect(loader.requests.count == 2)
  }
}
