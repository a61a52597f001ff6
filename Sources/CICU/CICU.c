// SPDX-License-Identifier: MIT
// Part of Grille: the door to ICU, which is loaded when it is first needed.
#include "CICU.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/unorm2.h>
#include <unicode/utext.h>
#include <unicode/uvernum.h>
#include <unicode/uversion.h>

// ICU's headers rename every function to a name with the version; the two steps let that macro act
// before the name becomes a string.
#define NAME_AFTER_MACROS(name) #name
#define NAME(name) NAME_AFTER_MACROS(name)
#define LIBRARY "libicuuc.so." NAME(U_ICU_VERSION_MAJOR_NUM)

#define EACH_FUNCTION(F)                                                                              \
  F(u_getVersion) F(ubrk_open) F(ubrk_close) F(ubrk_setUText) F(ubrk_next) F(utext_openUTF8)          \
  F(utext_close) F(uidna_openUTS46) F(uidna_close) F(uidna_nameToASCII_UTF8)                          \
  F(uidna_nameToUnicodeUTF8) F(ubidi_open) F(ubidi_close) F(ubidi_setPara) F(ubidi_getLevels)         \
  F(ubidi_getParaLevel) F(u_charMirror) F(u_charDirection) F(unorm2_getNFCInstance)                   \
  F(unorm2_getNFDInstance) F(unorm2_normalize)

// One pointer per function, with the type that ICU's header declares.
#define DECLARE(name) static __typeof__(&name) p_##name;
EACH_FUNCTION(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int loaded = 0;

static void load(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  int missing = 0;
#define RESOLVE(name)                                                                                 \
  *(void **)&p_##name = dlsym(library, NAME(name));                                                   \
  if (!p_##name) missing = 1;
  EACH_FUNCTION(RESOLVE)
  loaded = !missing;
}

int shim_icu_load(void) {
  pthread_once(&once, load);
  return loaded;
}

const char *shim_u_getVersion(void) {
  static __thread char text[U_MAX_VERSION_STRING_LENGTH];
  text[0] = 0;
  if (shim_icu_load()) {
    UVersionInfo version;
    p_u_getVersion(version);
    snprintf(text, sizeof text, "%u.%u", version[0], version[1]);
  }
  return text;
}

UBreakIterator *shim_ubrk_open_line(int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UBreakIterator *iterator = p_ubrk_open(UBRK_LINE, "", NULL, 0, &code);
  *error = U_FAILURE(code) ? code : 0;
  return iterator;
}

void shim_ubrk_close(UBreakIterator *iterator) { p_ubrk_close(iterator); }

void shim_ubrk_setUTF8(UBreakIterator *iterator, const uint8_t *text, int64_t length, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UText view = UTEXT_INITIALIZER;
  p_utext_openUTF8(&view, (const char *)text, length, &code);
  p_ubrk_setUText(iterator, &view, &code);
  p_utext_close(&view);
  *error = U_FAILURE(code) ? code : 0;
}

int32_t shim_ubrk_next(UBreakIterator *iterator) { return p_ubrk_next(iterator); }

UIDNA *shim_uidna_openUTS46(int strict, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  uint32_t options = UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
                     UIDNA_NONTRANSITIONAL_TO_UNICODE;
  if (strict) options |= UIDNA_USE_STD3_RULES;
  UIDNA *idna = p_uidna_openUTS46(options, &code);
  *error = U_FAILURE(code) ? code : 0;
  return idna;
}

void shim_uidna_close(UIDNA *idna) { p_uidna_close(idna); }

int32_t shim_uidna_nameToASCII(const UIDNA *idna, const uint8_t *name, int32_t length, uint8_t *destination,
                               int32_t capacity, uint32_t *errors, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  int32_t count = p_uidna_nameToASCII_UTF8(idna, (const char *)name, length, (char *)destination, capacity,
                                           &info, &code);
  *errors = info.errors;
  *error = U_FAILURE(code) ? code : 0;
  return count;
}

int32_t shim_uidna_nameToUnicode(const UIDNA *idna, const uint8_t *name, int32_t length,
                                 uint8_t *destination, int32_t capacity, uint32_t *errors, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  int32_t count = p_uidna_nameToUnicodeUTF8(idna, (const char *)name, length, (char *)destination, capacity,
                                            &info, &code);
  *errors = info.errors;
  *error = U_FAILURE(code) ? code : 0;
  return count;
}

uint32_t shim_uidna_ignorable_errors(void) {
  return UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG |
         UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;
}

UBiDi *shim_ubidi_open(void) { return p_ubidi_open(); }

void shim_ubidi_close(UBiDi *bidi) { p_ubidi_close(bidi); }

void shim_ubidi_setPara(UBiDi *bidi, const uint16_t *text, int32_t length, uint8_t level, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  p_ubidi_setPara(bidi, (const UChar *)text, length, level, NULL, &code);
  *error = U_FAILURE(code) ? code : 0;
}

const uint8_t *shim_ubidi_getLevels(UBiDi *bidi, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  const UBiDiLevel *levels = p_ubidi_getLevels(bidi, &code);
  *error = U_FAILURE(code) ? code : 0;
  return levels;
}

uint8_t shim_ubidi_getParaLevel(const UBiDi *bidi) { return p_ubidi_getParaLevel(bidi); }

uint32_t shim_u_charMirror(uint32_t scalar) { return (uint32_t)p_u_charMirror((UChar32)scalar); }

int shim_u_needsBidi(uint32_t scalar) {
  switch (p_u_charDirection((UChar32)scalar)) {
  case U_RIGHT_TO_LEFT:
  case U_RIGHT_TO_LEFT_ARABIC:
  case U_ARABIC_NUMBER:
  case U_RIGHT_TO_LEFT_EMBEDDING:
  case U_RIGHT_TO_LEFT_OVERRIDE:
  case U_RIGHT_TO_LEFT_ISOLATE:
    return 1;
  default:
    return 0;
  }
}

int32_t shim_unorm2_normalize(int composed, const uint16_t *text, int32_t length, uint16_t *destination,
                              int32_t capacity, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  const UNormalizer2 *form = composed ? p_unorm2_getNFCInstance(&code) : p_unorm2_getNFDInstance(&code);
  int32_t count = p_unorm2_normalize(form, (const UChar *)text, length, (UChar *)destination, capacity, &code);
  *error = U_FAILURE(code) ? code : 0;
  return count;
}
