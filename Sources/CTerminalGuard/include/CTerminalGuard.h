// SPDX-License-Identifier: MIT
// Part of Grille: gives the terminal back when the process dies, and reports signals as bytes.
#ifndef GRILLE_CTERMINALGUARD_H
#define GRILLE_CTERMINALGUARD_H

#include <stddef.h>
#include <stdint.h>

/// Prepares for `descriptor`: remembers its modes and installs the handlers for fatal signals and
/// for exit. Call before anything changes the modes.
void terminal_guard_install(int descriptor);

/// Copies what is written to the terminal when the process dies; at most 512 bytes are kept.
void terminal_guard_set_reset(const uint8_t *_Nonnull bytes, size_t count);

/// Says whether the terminal is ours now (1), so that it must be given back, or not (0).
void terminal_guard_arm(int armed);

/// Puts back the handlers that were there before.
void terminal_guard_remove(void);

/// Starts to report SIGWINCH, SIGTSTP and SIGCONT; answers a descriptor that does not block and yields one
/// byte with the signal's number for each, or -1.
int terminal_signals_open(void);

/// Puts back the handlers that were there before and closes the descriptor.
void terminal_signals_close(void);

/// Stops the process group, as the terminal's own suspend key would, and returns when it is continued.
void terminal_signals_stop_group(void);

#endif
