// SPDX-License-Identifier: MIT
// Part of Grille: the libcurl multi handle: all transfers and pooled connections of one session.

import CLibcurl

/// Drives transfers; made, used and freed on the network thread alone.
@safe final class CurlMultiHandle {
  private let pointer: UnsafeMutableRawPointer
  private var transfers: [Transfer.ID: Transfer] = [:]
  private var byHandle: [UnsafeMutableRawPointer: Transfer] = unsafe [:]

  /// Opens libcurl if need be, and makes a handle; nil when either fails.
  init?() {
    guard shim_curl_load() == 1, let pointer = unsafe shim_curl_multi_init() else { return nil }
    unsafe self.pointer = pointer
    unsafe shim_curl_multi_setopt_long(pointer, CURLMOPT_PIPELINING, shim_CURLPIPE_MULTIPLEX())
    unsafe shim_curl_multi_setopt_long(pointer, CURLMOPT_MAXCONNECTS, 32)
  }

  deinit {
    for transfer in transfers.values {
      unsafe shim_curl_multi_remove_handle(pointer, transfer.easy.pointer)
    }
    unsafe shim_curl_multi_cleanup(pointer)
  }

  /// Why libcurl could not be opened.
  static var loadError: String { unsafe String(cString: shim_curl_load_error()) }

  /// Whether any transfer is on its way.
  var isEmpty: Bool { transfers.isEmpty }

  /// Starts a transfer.
  func add(_ transfer: Transfer) {
    transfers[transfer.id] = transfer
    unsafe byHandle[transfer.easy.pointer] = transfer
    unsafe shim_curl_multi_add_handle(pointer, transfer.easy.pointer)
  }

  /// Ends a transfer with −999, at once.
  func cancel(_ id: Transfer.ID) {
    end(id) { $0.fail(ResourceError(.cancelled, url: $0.request.url)) }
  }

  /// Lets a transfer go on whose reader has caught up.
  func resume(_ id: Transfer.ID) { transfers[id]?.resume() }

  /// Does all work that needs no waiting, and ends the transfers that are over.
  func perform(now: ContinuousClock.Instant) {
    var running: Int32 = 0
    unsafe shim_curl_multi_perform(pointer, &running)
    var result = CURLE_OK
    while let handle = unsafe shim_curl_multi_next_done(pointer, &result) {
      guard let transfer = unsafe byHandle[handle] else { continue }
      let code = result
      end(transfer.id) { $0.complete(code) }
    }
    for transfer in transfers.values {
      if let error = transfer.overdue(at: now) { end(transfer.id) { $0.fail(error) } }
    }
  }

  /// Waits for the network, for `wakeDescriptor`, or for the next time-out of a transfer.
  func wait(wakeDescriptor: Int32, now: ContinuousClock.Instant) {
    var milliseconds: Int64 = 60_000
    for transfer in transfers.values {
      guard let deadline = transfer.nextDeadline else { continue }
      let (seconds, attoseconds) = (deadline - now).components
      let left = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
      milliseconds = min(milliseconds, max(left, 0))
    }
    unsafe shim_curl_multi_poll(pointer, wakeDescriptor, Int32(milliseconds))
  }

  private func end(_ id: Transfer.ID, _ finish: (Transfer) -> Void) {
    guard let transfer = transfers.removeValue(forKey: id) else { return }
    unsafe byHandle[transfer.easy.pointer] = nil
    finish(transfer)
    unsafe shim_curl_multi_remove_handle(pointer, transfer.easy.pointer)
  }
}
