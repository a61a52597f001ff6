// SPDX-License-Identifier: MIT
// Part of Grille: OpenSSL's headers, with typed functions for what its macros hide from Swift.
#ifndef GRILLE_COPENSSL_SHIM_H
#define GRILLE_COPENSSL_SHIM_H

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/objects.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/pkcs7.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// SSL_CTX_ctrl macros: Swift imports no function-like macro.
static inline int shim_SSL_CTX_set_min_proto_version(SSL_CTX *ctx, int version) {
  return (int)SSL_CTX_set_min_proto_version(ctx, version);
}
static inline int shim_SSL_CTX_set_max_proto_version(SSL_CTX *ctx, int version) {
  return (int)SSL_CTX_set_max_proto_version(ctx, version);
}
static inline void shim_SSL_CTX_set_tlsext_status_type_ocsp(SSL_CTX *ctx) {
  SSL_CTX_set_tlsext_status_type(ctx, TLSEXT_STATUSTYPE_ocsp);
}
static inline void shim_SSL_CTX_set_tlsext_status_cb(SSL_CTX *ctx, int (*callback)(SSL *, void *)) {
  SSL_CTX_set_tlsext_status_cb(ctx, callback);
}
static inline void shim_SSL_CTX_set_tlsext_status_arg(SSL_CTX *ctx, void *argument) {
  SSL_CTX_set_tlsext_status_arg(ctx, argument);
}
static inline void shim_SSL_CTX_set_max_cert_list(SSL_CTX *ctx, long bytes) {
  SSL_CTX_set_max_cert_list(ctx, bytes);
}
static inline int shim_SSL_CTX_add1_chain_cert(SSL_CTX *ctx, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(ctx, certificate);
}
static inline void shim_SSL_CTX_set_dh_auto(SSL_CTX *ctx) { SSL_CTX_set_dh_auto(ctx, 1); }
static inline void shim_SSL_CTX_set_mode(SSL_CTX *ctx, long mode) { SSL_CTX_set_mode(ctx, mode); }
static inline void shim_SSL_CTX_set_session_cache_off(SSL_CTX *ctx) {
  SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
}

// Options are computed by a macro.
static const uint64_t shim_SSL_OP_NO_RENEGOTIATION = SSL_OP_NO_RENEGOTIATION;
static const uint64_t shim_SSL_OP_NO_COMPRESSION = SSL_OP_NO_COMPRESSION;
static const uint64_t shim_SSL_OP_NO_TICKET = SSL_OP_NO_TICKET;

// CRYPTO_get_ex_new_index macro.
static inline int shim_SSL_CTX_get_ex_new_index(CRYPTO_EX_free *release) {
  return SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, release);
}

// SSL_ctrl macros.
static inline int shim_SSL_set_min_proto_version(SSL *ssl, int version) {
  return (int)SSL_set_min_proto_version(ssl, version);
}
// 2 stands for a group of 1024 bits.
static inline void shim_SSL_set_weak_dh(SSL *ssl) { SSL_set_dh_auto(ssl, 2); }
static inline void shim_SSL_set0_verify_cert_store(SSL *ssl, X509_STORE *store) {
  SSL_set0_verify_cert_store(ssl, store);
}
static inline int shim_SSL_set_max_proto_version(SSL *ssl, int version) {
  return (int)SSL_set_max_proto_version(ssl, version);
}
static inline int shim_SSL_set_tlsext_host_name(SSL *ssl, const char *name) {
  return (int)SSL_set_tlsext_host_name(ssl, name);
}
static inline long shim_SSL_get_tlsext_status_ocsp_resp(SSL *ssl, const unsigned char **bytes) {
  return SSL_get_tlsext_status_ocsp_resp(ssl, bytes);
}
static inline long shim_SSL_set_tlsext_status_ocsp_resp(SSL *ssl, unsigned char *bytes, long count) {
  return SSL_set_tlsext_status_ocsp_resp(ssl, bytes, count);
}
static inline int shim_SSL_get_peer_tmp_key_bits(SSL *ssl) {
  EVP_PKEY *key = NULL;
  if (SSL_get_peer_tmp_key(ssl, &key) != 1 || key == NULL) return 0;
  int bits = EVP_PKEY_get_bits(key);
  EVP_PKEY_free(key);
  return bits;
}
static inline int shim_SSL_get_negotiated_group(SSL *ssl) {
  return (int)SSL_get_negotiated_group(ssl);
}

// Stacks are typed by macros alone.
static inline int shim_sk_X509_num(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *shim_sk_X509_value(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}
static inline STACK_OF(X509) *shim_sk_X509_new(void) { return sk_X509_new_null(); }
static inline int shim_sk_X509_push(STACK_OF(X509) *stack, X509 *certificate) {
  return sk_X509_push(stack, certificate);
}
static inline void shim_sk_X509_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }
static inline void shim_sk_X509_pop_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }
static inline int shim_sk_X509_NAME_num(const STACK_OF(X509_NAME) *stack) {
  return sk_X509_NAME_num(stack);
}
static inline X509_NAME *shim_sk_X509_NAME_value(const STACK_OF(X509_NAME) *stack, int index) {
  return sk_X509_NAME_value(stack, index);
}
static inline int shim_sk_GENERAL_NAME_num(const GENERAL_NAMES *names) {
  return sk_GENERAL_NAME_num(names);
}
static inline GENERAL_NAME *shim_sk_GENERAL_NAME_value(const GENERAL_NAMES *names, int index) {
  return sk_GENERAL_NAME_value(names, index);
}
static inline void shim_GENERAL_NAMES_free(GENERAL_NAMES *names) { GENERAL_NAMES_free(names); }
static inline int shim_sk_ASN1_OBJECT_num(const STACK_OF(ASN1_OBJECT) *stack) {
  return sk_ASN1_OBJECT_num(stack);
}
static inline ASN1_OBJECT *shim_sk_ASN1_OBJECT_value(const STACK_OF(ASN1_OBJECT) *stack, int index) {
  return sk_ASN1_OBJECT_value(stack, index);
}
static inline void shim_sk_ASN1_OBJECT_pop_free(STACK_OF(ASN1_OBJECT) *stack) {
  sk_ASN1_OBJECT_pop_free(stack, ASN1_OBJECT_free);
}

// GENERAL_NAME holds an anonymous union that Swift imports without names.
static inline const ASN1_STRING *shim_GENERAL_NAME_string(const GENERAL_NAME *name) {
  switch (name->type) {
  case GEN_DNS: case GEN_EMAIL: case GEN_URI: return name->d.ia5;
  case GEN_IPADD: return name->d.iPAddress;
  default: return NULL;
  }
}
static inline X509_NAME *shim_GENERAL_NAME_directory(const GENERAL_NAME *name) {
  return name->type == GEN_DIRNAME ? name->d.directoryName : NULL;
}
static inline int shim_GENERAL_NAME_type(const GENERAL_NAME *name) { return name->type; }

// BASIC_CONSTRAINTS is reached through X509_get_ext_d2i, which returns void *.
static inline GENERAL_NAMES *shim_X509_get_subject_alt_names(const X509 *certificate) {
  return (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}
static inline STACK_OF(ASN1_OBJECT) *shim_X509_get_extended_key_usage(const X509 *certificate) {
  return (STACK_OF(ASN1_OBJECT) *)X509_get_ext_d2i(certificate, NID_ext_key_usage, NULL, NULL);
}

// Typed results of X509_get_ext_d2i, and fields of the structures behind them.
static inline AUTHORITY_INFO_ACCESS *shim_X509_get_info_access(const X509 *certificate) {
  return (AUTHORITY_INFO_ACCESS *)X509_get_ext_d2i(certificate, NID_info_access, NULL, NULL);
}
static inline int shim_sk_ACCESS_DESCRIPTION_num(const AUTHORITY_INFO_ACCESS *list) {
  return sk_ACCESS_DESCRIPTION_num(list);
}
static inline const ACCESS_DESCRIPTION *
shim_sk_ACCESS_DESCRIPTION_value(const AUTHORITY_INFO_ACCESS *list, int index) {
  return sk_ACCESS_DESCRIPTION_value(list, index);
}
static inline int shim_ACCESS_DESCRIPTION_method(const ACCESS_DESCRIPTION *description) {
  return OBJ_obj2nid(description->method);
}
static inline const GENERAL_NAME *
shim_ACCESS_DESCRIPTION_location(const ACCESS_DESCRIPTION *description) {
  return description->location;
}
static inline CRL_DIST_POINTS *shim_X509_get_crl_distribution_points(const X509 *certificate) {
  return (CRL_DIST_POINTS *)X509_get_ext_d2i(certificate, NID_crl_distribution_points, NULL, NULL);
}
static inline int shim_sk_DIST_POINT_num(const CRL_DIST_POINTS *points) {
  return sk_DIST_POINT_num(points);
}
static inline const DIST_POINT *
shim_sk_DIST_POINT_value(const CRL_DIST_POINTS *points, int index) {
  return sk_DIST_POINT_value(points, index);
}
// The names of a point; NULL for one relative to the issuer, or of other issuers' lists.
static inline const GENERAL_NAMES *shim_DIST_POINT_full_name(const DIST_POINT *point) {
  if (point->distpoint == NULL || point->distpoint->type != 0 || point->CRLissuer != NULL) {
    return NULL;
  }
  return point->distpoint->name.fullname;
}

// The scope of a revocation list, of which Swift sees no field.
static inline ISSUING_DIST_POINT *shim_X509_CRL_get_scope(const X509_CRL *crl) {
  return (ISSUING_DIST_POINT *)X509_CRL_get_ext_d2i(
      crl, NID_issuing_distribution_point, NULL, NULL);
}
// True if the list covers all reasons and is no list of attributes or of other issuers.
static inline int shim_ISSUING_DIST_POINT_is_plain(const ISSUING_DIST_POINT *scope) {
  return scope->onlysomereasons == NULL && scope->indirectCRL <= 0 && scope->onlyattr <= 0;
}
static inline int shim_ISSUING_DIST_POINT_only_users(const ISSUING_DIST_POINT *scope) {
  return scope->onlyuser > 0;
}
static inline int shim_ISSUING_DIST_POINT_only_authorities(const ISSUING_DIST_POINT *scope) {
  return scope->onlyCA > 0;
}
static inline int shim_ISSUING_DIST_POINT_has_point(const ISSUING_DIST_POINT *scope) {
  return scope->distpoint != NULL;
}
static inline const GENERAL_NAMES *
shim_ISSUING_DIST_POINT_full_name(const ISSUING_DIST_POINT *scope) {
  if (scope->distpoint == NULL || scope->distpoint->type != 0) return NULL;
  return scope->distpoint->name.fullname;
}
// X509_REVOKED_get_ext_d2i returns void *; -1 if the entry gives no reason.
static inline long shim_X509_REVOKED_reason(const X509_REVOKED *entry) {
  ASN1_ENUMERATED *value =
      (ASN1_ENUMERATED *)X509_REVOKED_get_ext_d2i(entry, NID_crl_reason, NULL, NULL);
  if (value == NULL) return -1;
  long reason = ASN1_ENUMERATED_get(value);
  ASN1_ENUMERATED_free(value);
  return reason;
}

// The certificates of a PKCS #7 bundle, whose fields sit in a union; the caller frees them.
static inline STACK_OF(X509) *shim_PKCS7_certificates(const unsigned char *bytes, size_t count) {
  const unsigned char *cursor = bytes;
  PKCS7 *bundle = d2i_PKCS7(NULL, &cursor, (long)count);
  if (bundle == NULL) return NULL;
  STACK_OF(X509) *certificates = NULL;
  if (PKCS7_type_is_signed(bundle) && bundle->d.sign != NULL && bundle->d.sign->cert != NULL) {
    certificates = X509_chain_up_ref(bundle->d.sign->cert);
  }
  PKCS7_free(bundle);
  return certificates;
}

// A PKCS #12 file read into a library context; d2i takes the context from the object it fills.
static inline PKCS12 *shim_PKCS12_read(
    OSSL_LIB_CTX *library, const unsigned char *bytes, size_t count) {
  const unsigned char *cursor = bytes;
  PKCS12 *file = PKCS12_init_ex(NID_pkcs7_data, library, NULL);
  if (file == NULL) return NULL;
  if (d2i_PKCS12(&file, &cursor, (long)count) == NULL) {
    PKCS12_free(file);
    return NULL;
  }
  return file;
}
static inline int shim_sk_PKCS7_num(const STACK_OF(PKCS7) *stack) { return sk_PKCS7_num(stack); }
static inline PKCS7 *shim_sk_PKCS7_value(const STACK_OF(PKCS7) *stack, int index) {
  return sk_PKCS7_value(stack, index);
}
static inline void shim_sk_PKCS7_pop_free(STACK_OF(PKCS7) *stack) {
  sk_PKCS7_pop_free(stack, PKCS7_free);
}
static inline int shim_sk_PKCS12_SAFEBAG_num(const STACK_OF(PKCS12_SAFEBAG) *stack) {
  return sk_PKCS12_SAFEBAG_num(stack);
}
static inline PKCS12_SAFEBAG *
shim_sk_PKCS12_SAFEBAG_value(const STACK_OF(PKCS12_SAFEBAG) *stack, int index) {
  return sk_PKCS12_SAFEBAG_value(stack, index);
}
static inline void shim_sk_PKCS12_SAFEBAG_pop_free(STACK_OF(PKCS12_SAFEBAG) *stack) {
  sk_PKCS12_SAFEBAG_pop_free(stack, PKCS12_SAFEBAG_free);
}

// PKCS7_type_is_… macros, and the union behind them.
static inline int shim_PKCS7_is_data(const PKCS7 *safe) { return PKCS7_type_is_data(safe); }
static inline const X509_ALGOR *shim_PKCS7_encryption(const PKCS7 *safe) {
  if (!PKCS7_type_is_encrypted(safe) || safe->d.encrypted == NULL
      || safe->d.encrypted->enc_data == NULL) {
    return NULL;
  }
  return safe->d.encrypted->enc_data->algorithm;
}

// An attribute's value sits in a union; NULL if the bag has none of that string type.
static inline const ASN1_STRING *
shim_PKCS12_SAFEBAG_attribute(const PKCS12_SAFEBAG *bag, int attribute, int type) {
  const ASN1_TYPE *value = PKCS12_SAFEBAG_get0_attr(bag, attribute);
  return value != NULL && value->type == type ? value->value.asn1_string : NULL;
}

// The reason is computed by a macro.
static const int shim_ERR_R_UNSUPPORTED = ERR_R_UNSUPPORTED;

// OPENSSL_clear_free is a macro that adds file and line.
static inline void shim_OPENSSL_clear_free(void *memory, size_t count) {
  OPENSSL_clear_free(memory, count);
}

// X509_LOOKUP_ctrl macros.
static inline int shim_X509_STORE_add_hashed_directory(X509_STORE *store, const char *path) {
  X509_LOOKUP *lookup = X509_STORE_add_lookup(store, X509_LOOKUP_hash_dir());
  return lookup != NULL && X509_LOOKUP_add_dir(lookup, path, X509_FILETYPE_PEM) > 0;
}
static inline int shim_X509_STORE_CTX_set_app_data(X509_STORE_CTX *ctx, void *data) {
  return X509_STORE_CTX_set_app_data(ctx, data);
}
static inline void *shim_X509_STORE_CTX_get_app_data(X509_STORE_CTX *ctx) {
  return X509_STORE_CTX_get_app_data(ctx);
}

// BIO_ctrl macros.
static inline long shim_BIO_get_mem_data(BIO *bio, unsigned char **bytes) {
  return BIO_get_mem_data(bio, (char **)bytes);
}
static inline int shim_BIO_set_nonclosing_eof(BIO *bio) { return (int)BIO_set_mem_eof_return(bio, -1); }

// EVP_PKEY_Q_keygen is variadic.
static inline EVP_PKEY *shim_EVP_RSA_gen(unsigned int bits) { return EVP_RSA_gen(bits); }
static inline EVP_PKEY *shim_EVP_EC_gen(const char *curve) { return EVP_EC_gen(curve); }
static inline EVP_PKEY *shim_EVP_ED25519_gen(void) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
}

// OPENSSL_free is a macro that adds file and line.
static inline void shim_OPENSSL_free(void *memory) { OPENSSL_free(memory); }
static inline void *shim_OPENSSL_memdup(const void *memory, size_t count) {
  return OPENSSL_memdup(memory, count);
}

#endif
