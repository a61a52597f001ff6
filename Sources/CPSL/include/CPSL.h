// SPDX-License-Identifier: MIT
// Part of Grille: the door to libpsl, which is loaded on first use.
#ifndef GRILLE_CPSL_H
#define GRILLE_CPSL_H

#ifdef __cplusplus
extern "C" {
#endif

// Loads the library and its built-in list once, from any thread; 1 if both are there. State: hence a C file.
int shim_psl_load(void);

// psl_is_public_suffix on the built-in list; 0 also if it is not loaded.
int shim_psl_is_public_suffix(const char *domain);

// psl_registrable_domain on the built-in list: a pointer into `domain`, or NULL.
const char *shim_psl_registrable_domain(const char *domain);

#ifdef __cplusplus
}
#endif
#endif
