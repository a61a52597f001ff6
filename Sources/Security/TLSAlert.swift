// SPDX-License-Identifier: MIT
// Part of Grille: the alerts of the TLS protocol.

/// One TLS alert seen on a connection.
package struct TLSAlert: Hashable, Sendable {
  /// The description's number (RFC 8446 §6), such as 40 for handshake_failure.
  package let number: UInt8
  /// True if the server sent it, false if we did.
  package let isReceived: Bool
  /// True for a fatal one.
  package let isFatal: Bool

  /// Describes an alert.
  package init(number: UInt8, isReceived: Bool, isFatal: Bool) {
    self.number = number
    self.isReceived = isReceived
    self.isFatal = isFatal
  }

  /// The standard's name; OpenSSL 3.0 has none for 116.
  package var name: String {
    switch number {
    case 0: "close_notify"
    case 10: "unexpected_message"
    case 20: "bad_record_mac"
    case 22: "record_overflow"
    case 40: "handshake_failure"
    case 42: "bad_certificate"
    case 43: "unsupported_certificate"
    case 44: "certificate_revoked"
    case 45: "certificate_expired"
    case 46: "certificate_unknown"
    case 47: "illegal_parameter"
    case 48: "unknown_ca"
    case 49: "access_denied"
    case 50: "decode_error"
    case 51: "decrypt_error"
    case 70: "protocol_version"
    case 71: "insufficient_security"
    case 80: "internal_error"
    case 86: "inappropriate_fallback"
    case 90: "user_canceled"
    case 109: "missing_extension"
    case 110: "unsupported_extension"
    case 112: "unrecognized_name"
    case 113: "bad_certificate_status_response"
    case 115: "unknown_psk_identity"
    case 116: "certificate_required"
    case 120: "no_application_protocol"
    default: "alert \(number)"
    }
  }

  /// True if the alert speaks of the receiver's certificate: ours, when received.
  package var concernsCertificate: Bool {
    (42...46).contains(number) || number == 48 || number == 116
  }
}
