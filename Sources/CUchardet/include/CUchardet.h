// SPDX-License-Identifier: MIT
// Part of Grille: the door to libuchardet, which is loaded on first use.
#ifndef GRILLE_CUCHARDET_H
#define GRILLE_CUCHARDET_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Loads the library once, from any thread; 1 if it is there. State: hence a C file.
int shim_uchardet_load(void);

// Guesses the encoding of the bytes and writes its name as a C string into `name`;
// 1 if there is a guess. One call for new, handle_data, data_end, get_charset and delete.
int shim_uchardet_detect(const unsigned char *bytes, size_t count, char *name, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
