// SPDX-License-Identifier: MIT
// Part of Grille: the door to the GSS-API, which is loaded on first use.
#ifndef GRILLE_CGSSAPI_H
#define GRILLE_CGSSAPI_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// The name of whom the default ticket is made out to, written to `name` with a NUL; 0 if there is no
// ticket that counts now, or the name is longer than `capacity`. From any thread; reads the ticket
// cache. State: hence a C file.
int shim_gss_ticket_holder(char *_Nonnull name, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
