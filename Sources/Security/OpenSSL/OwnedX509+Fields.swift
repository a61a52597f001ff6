// SPDX-License-Identifier: MIT
// Part of Grille: reads a certificate's fields into values.
import COpenSSL

extension OwnedX509 {
  /// Reads every field a decision or a viewer needs.
  func readFields() -> Certificate.Fields {
    var fields = Certificate.Fields()
    // X509_get_extension_flags fills the cache that the usage and path-length getters read.
    let flags = unsafe X509_get_extension_flags(pointer)
    fields.version = unsafe Int(X509_get_version(pointer)) + 1
    fields.serialNumber = unsafe OpenSSLText.bytes(of: X509_get0_serialNumber(pointer))
    fields.subject = unsafe DistinguishedName(copying: X509_get_subject_name(pointer))
    fields.issuer = unsafe DistinguishedName(copying: X509_get_issuer_name(pointer))
    fields.notValidBefore = unsafe OpenSSLText.moment(of: X509_get0_notBefore(pointer))
    fields.notValidAfter = unsafe OpenSSLText.moment(of: X509_get0_notAfter(pointer))
    fields.subjectAlternativeNames = readAlternativeNames()
    fields.publicKey = readPublicKey()
    readSignature(into: &fields)
    fields.isAuthority = flags & UInt32(EXFLAG_CA) != 0
    let pathLength = unsafe X509_get_pathlen(pointer)
    fields.pathLength = pathLength >= 0 ? Int(pathLength) : nil
    if flags & UInt32(EXFLAG_KUSAGE) != 0 {
      fields.keyUsage = unsafe .init(rawValue: X509_get_key_usage(pointer))
    }
    if flags & UInt32(EXFLAG_XKUSAGE) != 0 {
      fields.extendedKeyUsage = readExtendedKeyUsage()
    }
    fields.demandsStapledProof = readDemandOfStaple()
    readAuthorityInformation(into: &fields)
    fields.revocationListLocations = readRevocationListLocations()
    return fields
  }

  /// RFC 7633: a list of TLS extensions, of which 5 is the status request.
  private func readDemandOfStaple() -> Bool {
    let index = unsafe X509_get_ext_by_NID(pointer, NID_tlsfeature, -1)
    guard index >= 0 else { return false }
    let value = unsafe OpenSSLText.bytes(
      of: X509_EXTENSION_get_data(X509_get_ext(pointer, index)))
    return value.indices.dropLast(2).contains { value[$0...].starts(with: [0x02, 0x01, 0x05]) }
  }

  private func readAlternativeNames() -> [SubjectAlternativeName] {
    guard let names = unsafe shim_X509_get_subject_alt_names(pointer) else { return [] }
    defer { unsafe shim_GENERAL_NAMES_free(names) }
    var result: [SubjectAlternativeName] = []
    for index in 0..<(unsafe shim_sk_GENERAL_NAME_num(names)) {
      guard let name = unsafe shim_sk_GENERAL_NAME_value(names, index) else { continue }
      result.append(unsafe SubjectAlternativeName(copying: name))
    }
    return result
  }

  private func readPublicKey() -> PublicKeyInformation {
    let information = unsafe X509_get_X509_PUBKEY(pointer)
    let derBytes = unsafe derEncoding { unsafe i2d_X509_PUBKEY(information, $0) }
    var object: OpaquePointer?
    unsafe X509_PUBKEY_get0_param(&object, nil, nil, nil, information)
    let name = unsafe OpenSSLText.label(of: object)
    guard let key = unsafe X509_get0_pubkey(pointer) else {
      return PublicKeyInformation(algorithm: .other(name), bitCount: 0, derBytes: derBytes)
    }
    return unsafe PublicKeyInformation(copying: key, derBytes: derBytes, named: name)
  }

  private func readSignature(into fields: inout Certificate.Fields) {
    let signature = unsafe X509_get_signature_nid(pointer)
    fields.signatureAlgorithm = OpenSSLText.longName(ofNID: signature)
    var digest: Int32 = 0
    // Unlike the signature's name this also finds the digest among RSA-PSS parameters.
    if unsafe X509_get_signature_info(pointer, &digest, nil, nil, nil) == 1, digest != NID_undef {
      fields.signatureDigest = OpenSSLText.shortName(ofNID: digest)
    }
  }

  private func readExtendedKeyUsage() -> [String] {
    guard let purposes = unsafe shim_X509_get_extended_key_usage(pointer) else { return [] }
    defer { unsafe shim_sk_ASN1_OBJECT_pop_free(purposes) }
    return (0..<(unsafe shim_sk_ASN1_OBJECT_num(purposes))).map {
      unsafe OpenSSLText.objectIdentifier(of: shim_sk_ASN1_OBJECT_value(purposes, $0))
    }
  }
}

extension DistinguishedName {
  /// Copies a name out of a certificate or a list of acceptable issuers.
  init(copying name: OpaquePointer?) {
    var attributes: [Attribute] = []
    for index in 0..<max(0, unsafe X509_NAME_entry_count(name)) {
      guard let entry = unsafe X509_NAME_get_entry(name, index) else { continue }
      let object = unsafe X509_NAME_ENTRY_get_object(entry)
      attributes.append(
        Attribute(
          objectIdentifier: unsafe OpenSSLText.objectIdentifier(of: object),
          label: unsafe OpenSSLText.label(of: object),
          value: unsafe OpenSSLText.text(of: X509_NAME_ENTRY_get_data(entry))))
    }
    self.init(
      attributes: attributes, derBytes: unsafe derEncoding { unsafe i2d_X509_NAME(name, $0) })
  }
}

extension SubjectAlternativeName {
  /// Copies one GENERAL_NAME.
  init(copying name: UnsafeMutablePointer<GENERAL_NAME>) {
    let type = unsafe shim_GENERAL_NAME_type(name)
    let bytes = unsafe OpenSSLText.bytes(of: shim_GENERAL_NAME_string(name))
    self =
      switch type {
      case GEN_DNS: .dnsName(OpenSSLText.text(ofBytes: bytes))
      case GEN_IPADD: .ipAddress(bytes)
      case GEN_EMAIL: .emailAddress(OpenSSLText.text(ofBytes: bytes))
      case GEN_URI: .uri(OpenSSLText.text(ofBytes: bytes))
      case GEN_DIRNAME:
        .directoryName(unsafe DistinguishedName(copying: shim_GENERAL_NAME_directory(name)))
      default: .other(Int(type))
      }
  }
}
