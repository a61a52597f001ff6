// SPDX-License-Identifier: MIT
// Part of Grille: the door to ncurses.
#ifndef GRILLE_CNCURSES_H
#define GRILLE_CNCURSES_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
#include <stdint.h>

// tigetstr answers (char *)-1 for a name that is no string, which Swift cannot compare with.
static inline const char *_Nullable shim_tigetstr(const char *_Nonnull name) {
  const char *text = tigetstr((char *)name);
  return text == (const char *)-1 ? NULL : text;
}

// tparm is variadic.
static inline const char *_Nullable shim_tparm(const char *_Nonnull format, long first, long second) {
  return tparm((char *)format, first, second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

// tigetflag and tigetnum take a char pointer that is not const.
static inline int shim_tigetflag(const char *_Nonnull name) { return tigetflag((char *)name); }
static inline int shim_tigetnum(const char *_Nonnull name) { return tigetnum((char *)name); }

// A macro of an enum-like constant with a cast.
static inline int shim_key_code_yes(void) { return KEY_CODE_YES; }

#endif
