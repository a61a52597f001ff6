// SPDX-License-Identifier: MIT
// Part of Grille: one libcurl easy handle, owned.

import CLibcurl

/// An easy handle with typed options; used on the network thread alone, for one request.
@safe final class CurlEasyHandle {
  /// The C handle; valid as long as this object.
  let pointer: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Makes a handle; nil when memory is short.
  init?() {
    guard let pointer = unsafe shim_curl_easy_init() else {
      unsafe errorText.deallocate()
      return nil
    }
    unsafe self.pointer = pointer
    unsafe errorText.initialize(repeating: 0)
    unsafe shim_curl_easy_setopt_pointer(
      pointer, CURLOPT_ERRORBUFFER, UnsafeRawPointer(errorText.baseAddress))
  }

  deinit {
    unsafe shim_curl_easy_cleanup(pointer)
    unsafe lists.forEach { unsafe shim_curl_slist_free_all($0) }
    unsafe errorText.deallocate()
  }

  /// Sets a number or flag.
  func set(_ option: CURLoption, _ value: Int) {
    unsafe shim_curl_easy_setopt_long(pointer, option, value)
  }

  /// Sets a size.
  func set(_ option: CURLoption, size: Int64) {
    unsafe shim_curl_easy_setopt_off_t(pointer, option, size)
  }

  /// Sets a text, which libcurl copies; nil restores the default.
  func set(_ option: CURLoption, _ value: String?) {
    unsafe shim_curl_easy_setopt_string(pointer, option, value)
  }

  /// Sets a list of texts, which this object keeps alive.
  func set(_ option: CURLoption, _ values: [String]) {
    set(option, lines: values.map { Array($0.utf8) })
  }

  /// Sets a list of lines as they are on the wire, which this object keeps alive.
  func set(_ option: CURLoption, lines: [[UInt8]]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      let text = line.map { CChar(bitPattern: $0) } + [0]
      if let longer = unsafe shim_curl_slist_append(list, text) { unsafe list = longer }
    }
    guard let list = unsafe list else { return }
    unsafe lists.append(list)
    unsafe shim_curl_easy_setopt_slist(pointer, option, list)
  }

  /// Sets the request's body, which libcurl copies.
  func setBody(_ bytes: [UInt8]) {
    set(CURLOPT_POSTFIELDSIZE_LARGE, size: Int64(bytes.count))
    _ = unsafe bytes.withUnsafeBytes { buffer in
      // libcurl takes NULL as "read from the callback", so an empty body needs some address.
      if let base = buffer.baseAddress {
        unsafe shim_curl_easy_setopt_pointer(pointer, CURLOPT_COPYPOSTFIELDS, base)
      } else {
        unsafe shim_curl_easy_setopt_string(pointer, CURLOPT_COPYPOSTFIELDS, "")
      }
    }
  }

  /// A number known of the transfer, 0 when unknown.
  func number(_ info: CURLINFO) -> Int {
    var value = 0
    unsafe shim_curl_easy_getinfo_long(pointer, info, &value)
    return value
  }

  /// A size or a time in microseconds, 0 when unknown.
  func size(_ info: CURLINFO) -> Int64 {
    var value: Int64 = 0
    unsafe shim_curl_easy_getinfo_off_t(pointer, info, &value)
    return value
  }

  /// A text known of the transfer.
  func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe shim_curl_easy_getinfo_string(pointer, info, &value) == CURLE_OK,
      let value = unsafe value
    else { return nil }
    return unsafe String(cString: value)
  }

  /// The live `SSL *` of the connection; nil without TLS.
  var ssl: UnsafeMutableRawPointer? { unsafe shim_curl_easy_getinfo_ssl(pointer) }

  /// Lets a transfer whose write callback asked for a pause go on.
  func resume() { unsafe shim_curl_easy_pause(pointer, shim_CURLPAUSE_CONT()) }

  /// libcurl's words for what went wrong.
  func errorDescription(for code: CURLcode) -> String {
    if let base = unsafe errorText.baseAddress, unsafe base.pointee != 0 {
      return unsafe String(cString: base)
    }
    return unsafe String(cString: shim_curl_easy_strerror(code))
  }
}
