// SPDX-License-Identifier: MIT
// Part of Grille: copies strings, numbers, times and object names out of OpenSSL.
import COpenSSL
import Glibc

/// Conversions from OpenSSL's types to values; nothing here keeps a pointer.
enum OpenSSLText {
  /// The bytes of an ASN.1 string or integer.
  static func bytes(of string: UnsafePointer<ASN1_STRING>?) -> [UInt8] {
    guard let string = unsafe string, let data = unsafe ASN1_STRING_get0_data(string) else {
      return []
    }
    let count = unsafe Int(ASN1_STRING_length(string))
    return unsafe Array(UnsafeBufferPointer(start: data, count: count))
  }

  /// The text of an ASN.1 string of any type; "#" and hexadecimal digits if it is none.
  static func text(of string: UnsafePointer<ASN1_STRING>?) -> String {
    guard let string = unsafe string else { return "" }
    var memory: UnsafeMutablePointer<UInt8>?
    let count = unsafe ASN1_STRING_to_UTF8(&memory, string)
    guard count >= 0, let memory = unsafe memory else {
      return unsafe "#" + MessageDigest.hexadecimal(bytes(of: string))
    }
    defer { unsafe shim_OPENSSL_free(memory) }
    return text(ofBytes: unsafe Array(UnsafeBufferPointer(start: memory, count: Int(count))))
  }

  /// UTF-8 bytes as text, NUL included; "#" and hexadecimal digits if they are not UTF-8.
  static func text(ofBytes bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self) ?? "#" + MessageDigest.hexadecimal(bytes)
  }

  /// A certificate's time as seconds since 1970; the earliest moment if it is damaged.
  static func moment(of time: UnsafePointer<ASN1_TIME>?) -> Int64 {
    var parts = unsafe tm()
    guard let time = unsafe time, unsafe ASN1_TIME_to_tm(time, &parts) == 1 else { return .min }
    return unsafe UnixTime.moment(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// An object identifier in dots.
  static func objectIdentifier(of object: OpaquePointer?) -> String {
    guard let object = unsafe object else { return "" }
    var buffer = [CChar](repeating: 0, count: 128)
    let count = unsafe OBJ_obj2txt(&buffer, Int32(buffer.count), object, 1)
    guard count > 0 else { return "" }
    let digits = buffer.prefix(min(Int(count), buffer.count - 1)).map { UInt8(bitPattern: $0) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The URIs among names, in their order; those that are not ASCII are left out.
  static func uris(in names: OpaquePointer?) -> [String] {
    guard let names = unsafe names else { return [] }
    var result: [String] = []
    for index in 0..<max(0, unsafe shim_sk_GENERAL_NAME_num(names)) {
      guard let name = unsafe shim_sk_GENERAL_NAME_value(names, index),
        let text = unsafe uri(of: name)
      else { continue }
      result.append(text)
    }
    return result
  }

  /// The URI of a name; nil if it is another kind or not ASCII.
  static func uri(of name: UnsafePointer<GENERAL_NAME>) -> String? {
    guard unsafe shim_GENERAL_NAME_type(name) == GEN_URI else { return nil }
    let bytes = unsafe bytes(of: shim_GENERAL_NAME_string(name))
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The short name of an object, such as "CN"; its identifier in dots if it has none.
  static func label(of object: OpaquePointer?) -> String {
    guard let object = unsafe object else { return "" }
    let number = unsafe OBJ_obj2nid(object)
    return unsafe number == NID_undef ? objectIdentifier(of: object) : shortName(ofNID: number)
  }

  /// OpenSSL's short name for one of its object numbers.
  static func shortName(ofNID number: Int32) -> String {
    guard let name = unsafe OBJ_nid2sn(number) else { return "" }
    return unsafe String(cString: name)
  }

  /// OpenSSL's long name for one of its object numbers.
  static func longName(ofNID number: Int32) -> String {
    guard let name = unsafe OBJ_nid2ln(number) else { return "" }
    return unsafe String(cString: name)
  }

  /// The curve of an elliptic-curve key, such as "prime256v1".
  static func groupName(of key: OpaquePointer) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    var count = 0
    guard unsafe EVP_PKEY_get_group_name(key, &buffer, buffer.count, &count) == 1 else { return "" }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
