// SPDX-License-Identifier: MIT
// Part of Grille: carries one navigation from its first request to the end of the body.

internal import Networking
internal import WebInfra

/// What a `DocumentLoader` asks and tells its web view; all on the main actor.
@MainActor
protocol DocumentLoaderClient: AnyObject {
  func loader(
    _ loader: DocumentLoader, decidePolicyFor action: NavigationAction
  ) async -> NavigationActionPolicy
  func loader(
    _ loader: DocumentLoader, decidePolicyFor response: NavigationResponse
  ) async -> NavigationResponsePolicy
  func loader(
    _ loader: DocumentLoader, respondTo challenge: AuthenticationChallenge
  ) async -> AuthenticationChallengeDisposition
  func loaderDidStart(_ loader: DocumentLoader)
  func loaderDidRedirect(_ loader: DocumentLoader)
  /// The records of the navigation's requests changed.
  func loaderDidRecord(_ loader: DocumentLoader)
  func loader(_ loader: DocumentLoader, didCommit response: ResourceResponse)
  /// More of the page is ready to be shown, or (at the end) all of it.
  func loader(_ loader: DocumentLoader, didRender content: PageContent)
  func loader(_ loader: DocumentLoader, didBecome download: Download, for source: DownloadSource)
  func loader(_ loader: DocumentLoader, didEnd outcome: DocumentLoader.Outcome)
  /// What the navigation is loaded with.
  var configuration: WebViewConfiguration { get }
  /// What to lay out for; read again before each rendering, so that a resize is noticed.
  func renderingParameters(for loader: DocumentLoader) -> RenderingParameters
}

/// What a download began with.
enum DownloadSource {
  case action(NavigationAction)
  case response(NavigationResponse)
}

/// Carries one navigation from its first request to the end of the body: performs what
/// `NavigationStateMachine` says, with a `ResourceLoader` doing the loading and a `PageBuilder`
/// making the page.
@MainActor
final class DocumentLoader {
  /// How a navigation ended.
  enum Outcome {
    case finished
    case failedProvisional(ResourceError)
    case failed(ResourceError)
    /// Stopped before it started: no delegate call is made.
    case neverStarted(ResourceError)

    var error: ResourceError? {
      switch self {
      case .finished: nil
      case .failedProvisional(let error), .failed(let error), .neverStarted(let error): error
      }
    }
  }

  let navigation: Navigation
  /// The request as the navigation began.
  let initialRequest: ResourceRequest
  let navigationType: NavigationAction.NavigationType
  /// Whether the page's author asked for a download.
  private let wantsDownload: Bool
  /// The request at hand: the initial one, or where the last redirect led.
  private(set) var request: ResourceRequest
  /// The bytes so far, of the expected number if that is known.
  private(set) var receivedBytes: Int64 = 0
  private(set) var expectedBytes: Int64?

  /// The records of the requests so far.
  private(set) lazy var log = TransactionLog { [weak self] in
    guard let self else { return }
    self.client?.loaderDidRecord(self)
  }

  private let loader: any ResourceLoader
  private weak var client: (any DocumentLoaderClient)?
  private var machine = NavigationStateMachine()
  private var hops = 0
  private var redirectResponse: ResourceResponse?
  private var current: ResourceLoad?
  private var task: Task<Void, Never>?

  init(
    navigation: Navigation, request: ResourceRequest,
    type: NavigationAction.NavigationType, loader: any ResourceLoader,
    isDownload: Bool = false, client: any DocumentLoaderClient
  ) {
    self.navigation = navigation
    self.request = request
    initialRequest = request
    navigationType = type
    wantsDownload = isDownload
    self.loader = loader
    self.client = client
  }

  /// Whether the new page has taken the place of the old.
  var isCommitted: Bool { machine.state == .committed }

  /// Begins with the first question to the delegate, on a later turn of the main actor.
  func start() {
    task = Task { await self.run() }
  }

  /// Ends the navigation at once with that error; without effect after its end.
  func stop(with error: ResourceError) {
    let effects = machine.handle(.failed(error))
    guard !effects.isEmpty else { return }
    task?.cancel()
    for effect in effects { end(effect) }
  }

  // MARK: - The navigation, step by step

  private func run() async {
    guard await decideAction() else { return }
    while true {
      let load: ResourceLoad
      do {
        load = try await loader.load(request, context())
      } catch {
        return finish(with: .failed(error))
      }
      guard machine.state == .provisional else { return load.cancel() }
      current = load
      do throws(ResourceError) {
        guard
          let next = try Redirects.next(
            after: request, response: load.response, hops: hops,
            limit: client?.configuration.maximumRedirects ?? Redirects.maximumHops)
        else { return await deliver(load) }
        hops += 1
        request = next
        redirectResponse = load.response
      } catch {
        return finish(with: .failed(error))
      }
      for effect in machine.handle(.redirected) { end(effect) }
      guard await decideAction() else { return }
    }
  }

  /// Asks the delegate about the request at hand; false when the navigation goes no further.
  private func decideAction() async -> Bool {
    guard let client else { return false }
    let action = NavigationAction(
      request: request, navigationType: navigationType, redirectResponse: redirectResponse,
      shouldPerformDownload: wantsDownload)
    let policy = await client.loader(self, decidePolicyFor: action)
    var goesOn = false
    for effect in machine.handle(.actionPolicy(policy)) {
      if effect == .load { goesOn = true } else { end(effect) }
    }
    return goesOn
  }

  /// Takes the final response through the delegate's decision to the end of its body.
  private func deliver(_ load: ResourceLoad) async {
    var body = load.body.makeAsyncIterator()
    let head: ContentHead
    do throws(ResourceError) {
      head = try await ContentHead(response: load.response, body: &body)
    } catch {
      return finish(with: .failed(error))
    }
    guard machine.state == .provisional else { return }
    let code = load.response.status?.code
    let response = NavigationResponse(
      response: head.response, canShowMIMEType: head.kind != nil)
    var pending = machine.handle(.receivedHead(hasContent: code != 204 && code != 205))
    if pending == [.askResponsePolicy] {
      guard let client else { return stop(with: ResourceError(.cancelled)) }
      let policy = await client.loader(self, decidePolicyFor: response)
      pending = machine.handle(.responsePolicy(policy))
    }
    for effect in pending {
      switch effect {
      case .becomeDownload:
        let download = Download(load: load, body: body, head: head, request: request)
        current = nil
        let source =
          machine.isDownload
          ? DownloadSource.action(NavigationAction(request: request)) : .response(response)
        client?.loader(self, didBecome: download, for: source)
        download.start()
      case .commit:
        await show(head, followedBy: body)
      case .notifyFailProvisional(let error) where error.cause == .noContent:
        end(
          .notifyFailProvisional(
            ResourceError(
              error.code, cause: .noContent, url: request.url,
              underlyingText: load.response.status?.description ?? "")))
      default:
        end(effect)
      }
    }
  }

  /// Commits, then feeds the body to the page builder; renders early, then at growing intervals.
  private func show(_ head: ContentHead, followedBy rest: BodyStream.Iterator) async {
    expectedBytes = head.response.expectedContentLength
    client?.loader(self, didCommit: head.response)
    guard isCommitted, var parameters = client?.renderingParameters(for: self) else { return }
    var head = head
    if head.firstBytes == nil, let html = client?.configuration.pageForEmptyBody(head.response) {
      head = ContentHead(standIn: html, for: head.response)
      // The words are the program's: they are no source, and their encoding is known.
      parameters.keepsSource = false
      parameters.forcedEncodingName = nil
    }
    let builder = PageBuilder(head: head, parameters)
    var cadence = RenderingCadence(isProgressive: parameters.isProgressive)
    var body = rest
    var chunk = head.firstBytes
    let limit = client?.configuration.maximumPageSize ?? .max
    do throws(ResourceError) {
      while let bytes = chunk {
        let room = limit - receivedBytes
        let fits = Int64(bytes.count) <= room
        receivedBytes += fits ? Int64(bytes.count) : room
        let wantsMore = await builder.append(fits ? bytes : Array(bytes.prefix(Int(room))))
        guard isCommitted else { return }
        guard wantsMore, fits else {
          throw ResourceError(.dataLengthExceedsMaximum, cause: .bodyTooLarge, url: request.url)
        }
        if cadence.isDue(after: receivedBytes, at: .now) {
          guard let parameters = client?.renderingParameters(for: self) else { return }
          let content = await builder.render(parameters)
          guard isCommitted else { return }
          cadence.didRender(at: .now)
          client?.loader(self, didRender: content)
        }
        let pause = cadence.isProgressive ? renderAfterPause(with: builder) : nil
        defer { pause?.cancel() }
        chunk = try await body.next()
      }
    } catch {
      await renderEnd(of: builder)
      return finish(with: .failed(error))
    }
    await renderEnd(of: builder)
    finish(with: .receivedEnd)
  }

  /// Shows what there is when nothing more arrives for a moment; cancelled by the next piece.
  private func renderAfterPause(with builder: PageBuilder) -> Task<Void, Never> {
    Task {
      try? await Task.sleep(for: RenderingCadence.pause)
      guard !Task.isCancelled, isCommitted,
        let parameters = client?.renderingParameters(for: self)
      else { return }
      let content = await builder.render(parameters)
      guard !Task.isCancelled, isCommitted else { return }
      client?.loader(self, didRender: content)
    }
  }

  private func renderEnd(of builder: PageBuilder) async {
    guard isCommitted, let parameters = client?.renderingParameters(for: self) else { return }
    let content = await builder.renderEnd(parameters)
    guard isCommitted else { return }
    client?.loader(self, didRender: content)
  }

  private func finish(with event: NavigationStateMachine.Event) {
    for effect in machine.handle(event) { end(effect) }
  }

  /// Performs an effect that needs no waiting.
  private func end(_ effect: NavigationStateMachine.Effect) {
    switch effect {
    case .notifyStart: client?.loaderDidStart(self)
    case .notifyRedirect: client?.loaderDidRedirect(self)
    case .cancelTransfer:
      current?.cancel()
      current = nil
    case .discardBody:
      current?.body.discard()
      current = nil
    case .notifyFinish: client?.loader(self, didEnd: .finished)
    case .notifyFailProvisional(let error):
      client?.loader(self, didEnd: .failedProvisional(error))
    case .notifyFail(let error): client?.loader(self, didEnd: .failed(error))
    case .endSilently(let error): client?.loader(self, didEnd: .neverStarted(error))
    case .load, .askActionPolicy, .askResponsePolicy, .commit, .becomeDownload: break
    }
  }

  private func context() -> LoadContext {
    LoadContext(
      navigationID: navigation.id,
      challenge: { [weak self] challenge in
        await self?.respond(to: challenge) ?? .cancelAuthenticationChallenge
      },
      observer: { [log] event in log.record(event) })
  }

  private func respond(
    to challenge: AuthenticationChallenge
  ) async -> AuthenticationChallengeDisposition {
    guard let client, machine.state == .provisional else { return .cancelAuthenticationChallenge }
    return await client.loader(self, respondTo: challenge)
  }
}
