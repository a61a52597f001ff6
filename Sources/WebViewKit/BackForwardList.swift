// SPDX-License-Identifier: MIT
// Part of Grille: the pages a web view has shown, with the current one marked.

internal import CellGrid
internal import Networking
public import WebInfra

/// One entry of a `BackForwardList`.
///
/// It corresponds to WKBackForwardListItem.
@MainActor
public final class BackForwardListItem {
  /// The address of the page, after redirects.
  public internal(set) var url: WebURL
  /// The address that was asked for, before redirects.
  public let initialURL: WebURL
  /// The title of the page, if it has one.
  public internal(set) var title: String?

  /// The request that led here, for loading it again.
  let request: ResourceRequest
  /// The page with its layout, focus and scroll position, while the list keeps it in memory.
  var page: Page?
  /// Where the page was scrolled to when this item was left for another place of the same page.
  var scroll: CellPoint?

  init(request: ResourceRequest, url: WebURL) {
    self.request = request
    self.url = url
    initialURL = request.url
  }
}

/// The history of one web view, oldest first.
///
/// It corresponds to WKBackForwardList.
@MainActor
public final class BackForwardList {
  /// How many pages besides the current one are kept laid out, so that going back needs no network.
  private static let keptPages = 8

  private var items: [BackForwardListItem] = []
  private var position = -1

  init() {}

  /// The item on show, or nil before the first commit.
  public var currentItem: BackForwardListItem? { item(at: 0) }
  /// The item before the current one.
  public var backItem: BackForwardListItem? { item(at: -1) }
  /// The item after the current one.
  public var forwardItem: BackForwardListItem? { item(at: 1) }
  /// The items before the current one, oldest first.
  public var backList: [BackForwardListItem] { position > 0 ? Array(items[..<position]) : [] }
  /// The items after the current one, nearest first.
  public var forwardList: [BackForwardListItem] {
    position + 1 < items.count ? Array(items[(position + 1)...]) : []
  }

  /// The item that many steps from the current one; negative is back.
  public func item(at offset: Int) -> BackForwardListItem? {
    let index = position + offset
    return items.indices.contains(index) && position >= 0 ? items[index] : nil
  }

  /// Adds an item behind the current one and makes it current; the forward list is dropped.
  func push(_ item: BackForwardListItem) {
    items.removeSubrange((position + 1)...)
    items.append(item)
    position = items.count - 1
    evictFarPages()
  }

  /// Puts an item in the place of the current one, or makes it the first.
  func replaceCurrent(with item: BackForwardListItem) {
    guard position >= 0 else { return push(item) }
    items[position] = item
  }

  /// Makes an item of the list the current one; false if it is not in the list.
  func makeCurrent(_ item: BackForwardListItem) -> Bool {
    guard let index = items.firstIndex(where: { $0 === item }) else { return false }
    position = index
    evictFarPages()
    return true
  }

  /// Remembers where the page of the current item is scrolled to, before it is left.
  func noteScroll() {
    guard let item = currentItem, let page = item.page else { return }
    item.scroll = page.scroll
  }

  /// Drops the pages that are farthest from the current item.
  private func evictFarPages() {
    let kept = items.indices.filter { items[$0].page != nil && $0 != position }
    guard kept.count > Self.keptPages else { return }
    let farthestFirst = kept.sorted { abs($0 - position) > abs($1 - position) }
    for index in farthestFirst.prefix(kept.count - Self.keptPages) { items[index].page = nil }
  }
}
