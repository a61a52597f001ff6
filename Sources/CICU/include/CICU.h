// SPDX-License-Identifier: MIT
// Part of Grille: the door to ICU, which is loaded when it is first needed.
//
// Only plain C types appear here: ICU renames its functions by macros that carry its version, and its
// types clash with those of Foundation's own copy. Error results are ICU's UErrorCode numbers.
#ifndef GRILLE_CICU_H
#define GRILLE_CICU_H

#include <stdint.h>

typedef struct UBreakIterator UBreakIterator;
typedef struct UIDNA UIDNA;
typedef struct UBiDi UBiDi;

/// Loads ICU once; answers 1 when every function is there, else 0. Safe from any thread.
int shim_icu_load(void);

/// Version of the loaded library, such as "72.1"; empty when it is not loaded.
const char *_Nonnull shim_u_getVersion(void);

// All functions below need a successful shim_icu_load() before.

/// A line-break iterator for the root locale; ubrk_open names the kind by an enum Swift would rename.
UBreakIterator *_Nullable shim_ubrk_open_line(int32_t *_Nonnull error);
void shim_ubrk_close(UBreakIterator *_Nonnull iterator);
/// Puts the iterator on UTF-8 bytes that must outlive its use; wraps the UText that ICU copies.
void shim_ubrk_setUTF8(UBreakIterator *_Nonnull iterator, const uint8_t *_Nonnull text, int64_t length,
                       int32_t *_Nonnull error);
/// The byte index of the next boundary, -1 at the end.
int32_t shim_ubrk_next(UBreakIterator *_Nonnull iterator);

/// UTS 46 with CheckBidi, CheckContextJ and nontransitional processing both ways, and with
/// UseSTD3ASCIIRules when `strict`.
UIDNA *_Nullable shim_uidna_openUTS46(int strict, int32_t *_Nonnull error);
void shim_uidna_close(UIDNA *_Nonnull idna);
/// Converts a whole domain; the error bits of UIDNAInfo (a struct with reserved fields) go to `errors`.
int32_t shim_uidna_nameToASCII(const UIDNA *_Nonnull idna, const uint8_t *_Nonnull name, int32_t length,
                               uint8_t *_Nonnull destination, int32_t capacity,
                               uint32_t *_Nonnull errors, int32_t *_Nonnull error);
int32_t shim_uidna_nameToUnicode(const UIDNA *_Nonnull idna, const uint8_t *_Nonnull name, int32_t length,
                                 uint8_t *_Nonnull destination, int32_t capacity,
                                 uint32_t *_Nonnull errors, int32_t *_Nonnull error);
/// The error bits that the URL standard ignores: empty labels, lengths and hyphens.
uint32_t shim_uidna_ignorable_errors(void);

UBiDi *_Nullable shim_ubidi_open(void);
void shim_ubidi_close(UBiDi *_Nonnull bidi);
/// Analyses one paragraph of UTF-16; level 0 left to right, 1 right to left, 0xFE from the text.
void shim_ubidi_setPara(UBiDi *_Nonnull bidi, const uint16_t *_Nonnull text, int32_t length, uint8_t level,
                        int32_t *_Nonnull error);
/// The embedding level of each UTF-16 unit; valid until the next call with `bidi`.
const uint8_t *_Nullable shim_ubidi_getLevels(UBiDi *_Nonnull bidi, int32_t *_Nonnull error);
uint8_t shim_ubidi_getParaLevel(const UBiDi *_Nonnull bidi);
/// The mirror image of a bracket, or the scalar itself.
uint32_t shim_u_charMirror(uint32_t scalar);
/// Whether a scalar's class asks for the bidi algorithm: R, AL, AN or an explicit control.
int shim_u_needsBidi(uint32_t scalar);

/// Normalises UTF-16 to NFC when `composed`, else to NFD, of which ICU has an instance each.
int32_t shim_unorm2_normalize(int composed, const uint16_t *_Nonnull text, int32_t length,
                              uint16_t *_Nonnull destination, int32_t capacity,
                              int32_t *_Nonnull error);

#endif
