// SPDX-License-Identifier: MIT
// Part of Grille: the Japanese encoding whose tables come from ICU.

import CICU

/// Decodes and encodes EUC-JP as the Encoding standard defines it.
///
/// Characters are cut here, so that errors come out as the standard says; ICU only maps them. One
/// converter serves one stream and one thread at a time.
package final class EUCJPConverter {
  private let converter: Converter
  /// Lead bytes whose character continues in the next chunk.
  private var pending: [UInt8] = []

  /// Loads ICU and opens its converter; nil when the library is not installed.
  package init?() {
    guard let converter = Converter() else { return nil }
    self.converter = converter
  }

  // encoding.spec.whatwg.org/#euc-jp-decoder
  /// Appends the UTF-8 form of a chunk; each malformed sequence becomes one U+FFFD.
  package func decode(_ bytes: Span<UInt8>, into result: inout [UInt8], isFinal: Bool) {
    // Whole characters that wait for ICU, which is asked once for many.
    var run: [UInt8] = []
    for index in bytes.indices {
      let byte = bytes[index]
      if pending.isEmpty {
        switch byte {
        case 0x00..<0x80:
          flush(&run, to: &result)
          result.append(byte)
        case 0x8E, 0x8F, 0xA1...0xFE:
          pending.append(byte)
        default:
          flush(&run, to: &result)
          UTF8Decoding.append(0xFFFD, to: &result)
        }
      } else if 0xA1...0xFE ~= byte {
        take(trail: byte, run: &run, result: &result)
      } else {
        flush(&run, to: &result)
        pending.removeAll(keepingCapacity: true)
        UTF8Decoding.append(0xFFFD, to: &result)
        if byte < 0x80 { result.append(byte) }
      }
    }
    flush(&run, to: &result)
    if isFinal, !pending.isEmpty {
      pending.removeAll()
      UTF8Decoding.append(0xFFFD, to: &result)
    }
  }

  // encoding.spec.whatwg.org/#euc-jp-encoder
  /// The bytes of a scalar, or nil where the encoding has none.
  package func encode(_ scalar: UInt32) -> [UInt8]? {
    switch scalar {
    case 0..<0x80: return [UInt8(scalar)]
    case 0xA5: return [0x5C]
    case 0x203E: return [0x7E]
    case 0xFF61...0xFF9F: return [0x8E, UInt8(scalar - 0xFF61 + 0xA1)]
    default: break
    }
    let wanted = scalar == 0x2212 ? 0xFF0D : scalar
    guard wanted < 0x10000, let bytes = converter.encode(UInt16(wanted)) else { return nil }
    // Only JIS X 0208 is written; its supplement is read.
    guard bytes.count == 2, bytes[0] >= 0xA1, bytes[1] >= 0xA1 else { return nil }
    return bytes
  }

  private func take(trail: UInt8, run: inout [UInt8], result: inout [UInt8]) {
    if pending.count == 1, pending[0] == 0x8F {
      pending.append(trail)
      return
    }
    if pending[0] == 0x8E {
      flush(&run, to: &result)
      let isKana = trail <= 0xDF
      UTF8Decoding.append(isKana ? 0xFF61 - 0xA1 + UInt32(trail) : 0xFFFD, to: &result)
    } else {
      run.append(contentsOf: pending)
      run.append(trail)
    }
    pending.removeAll(keepingCapacity: true)
  }

  private func flush(_ run: inout [UInt8], to result: inout [UInt8]) {
    guard !run.isEmpty else { return }
    for unit in converter.decode(run) { UTF8Decoding.append(UInt32(unit), to: &result) }
    run.removeAll(keepingCapacity: true)
  }
}

/// Owns ICU's converter.
@safe
private final class Converter {
  private let handle: OpaquePointer

  init?() {
    guard shim_icu_load() == 1 else { return nil }
    var error: Int32 = 0
    guard let handle = unsafe shim_ucnv_open("euc-jp", &error) else { return nil }
    unsafe self.handle = handle
  }

  deinit {
    unsafe shim_ucnv_close(handle)
  }

  /// UTF-16 of whole characters; none of this encoding's lies beyond the basic plane.
  func decode(_ bytes: [UInt8]) -> ArraySlice<UInt16> {
    var units = [UInt16](repeating: 0, count: bytes.count + 1)
    var error: Int32 = 0
    let count = unsafe shim_ucnv_toUChars(
      handle, &units, Int32(units.count), bytes, Int32(bytes.count), &error)
    return error == 0 ? units[..<min(Int(count), units.count)] : []
  }

  func encode(_ unit: UInt16) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 8)
    var error: Int32 = 0
    let count = unsafe shim_ucnv_fromUChars(handle, &bytes, Int32(bytes.count), [unit], 1, &error)
    return error == 0 && count > 0 && count <= 8 ? Array(bytes[..<Int(count)]) : nil
  }
}
