// SPDX-License-Identifier: MIT
// Part of Grille: the C functions through which libcurl talks to a transfer.

import CLibcurl

extension Transfer {
  /// Gives libcurl this object as the context; it stays alive in the multi handle's table.
  func installCallbacks() {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let handle = unsafe easy.pointer
    unsafe shim_curl_easy_setopt_write_function(handle, writeCallback, context)
    unsafe shim_curl_easy_setopt_header_function(handle, headerCallback, context)
    unsafe shim_curl_easy_setopt_progress_function(handle, progressCallback, context)
    unsafe shim_curl_easy_setopt_sockopt_function(handle, socketCallback, context)
    unsafe shim_curl_easy_setopt_ssl_ctx_function(handle, sslContextCallback, context)
    unsafe shim_curl_easy_setopt_prereq_function(handle, gateCallback, context)
    easy.set(CURLOPT_NOPROGRESS, 0)
  }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private let writeCallback: shim_data_callback = { data, size, count, context in
  guard let transfer = unsafe transfer(context), let data = unsafe data else { return 0 }
  let length = size * count
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: length)
  let progress = unsafe bytes.withMemoryRebound(to: UInt8.self) {
    transfer.receive(body: unsafe Span(_unsafeElements: $0))
  }
  switch progress {
  case .goOn: return length
  case .pause: return shim_CURL_WRITEFUNC_PAUSE()
  case .stop: return length == 0 ? 1 : 0
  }
}

private let headerCallback: shim_data_callback = { data, size, count, context in
  guard let transfer = unsafe transfer(context), let data = unsafe data else { return 0 }
  let length = size * count
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: length)
  let isTaken = unsafe bytes.withMemoryRebound(to: UInt8.self) {
    transfer.receive(headerLine: unsafe Span(_unsafeElements: $0))
  }
  return isTaken ? length : (length == 0 ? 1 : 0)
}

private let progressCallback: shim_progress_callback = { context, _, _, _, sent in
  unsafe transfer(context)?.requestBodyMoved(Int64(sent))
  return 0
}

private let socketCallback: shim_sockopt_callback = { context, _, _ in
  unsafe transfer(context)?.socketWasMade()
  return CURL_SOCKOPT_OK
}

private let sslContextCallback: shim_ssl_ctx_callback = { _, sslContext, context in
  guard let transfer = unsafe transfer(context), let sslContext = unsafe sslContext,
    unsafe transfer.configure(sslContext: sslContext)
  else { return CURLE_ABORTED_BY_CALLBACK }
  return CURLE_OK
}

private let gateCallback: shim_prereq_callback = { context, remote, _, port, _ in
  let address = unsafe remote.map { unsafe String(cString: $0) }
  let isPermitted = unsafe transfer(context)?.mayBeSent(address: address, port: port) ?? false
  return isPermitted ? shim_CURL_PREREQFUNC_OK() : shim_CURL_PREREQFUNC_ABORT()
}
