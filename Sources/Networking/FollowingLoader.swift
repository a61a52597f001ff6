// SPDX-License-Identifier: MIT
// Part of Grille: follows redirects where no navigation decides about each of them.

import WebInfra

/// Loads to the end of a chain of redirects; for sub-resources and tests.
package struct FollowingLoader: ResourceLoader {
  private let loader: any ResourceLoader
  private let maximumHops: Int

  /// Makes a loader that follows what `loader` is redirected to.
  package init(_ loader: any ResourceLoader, maximumHops: Int = Redirects.maximumHops) {
    self.loader = loader
    self.maximumHops = maximumHops
  }

  @concurrent
  package func load(_ request: ResourceRequest, _ context: LoadContext)
    async throws(ResourceError) -> ResourceLoad
  {
    var request = request
    var context = context
    var hops = 0
    while true {
      let load = try await loader.load(request, context)
      do throws(ResourceError) {
        guard
          let next = try Redirects.next(
            after: request, response: load.response, hops: hops, limit: maximumHops)
        else { return load }
        load.body.discard()
        request = next
        context.transactionID = .next()
        hops += 1
      } catch {
        load.cancel()
        throw error
      }
    }
  }
}
