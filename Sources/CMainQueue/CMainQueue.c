// SPDX-License-Identifier: MIT
// Part of Grille: the main queue of Dispatch as something a poll loop can wait for.
#include "CMainQueue.h"

// libdispatch exports both for run loops other than its own; no public header declares them.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int shim_main_queue_handle(void) { return _dispatch_get_main_queue_handle_4CF(); }

void shim_main_queue_drain(void) { _dispatch_main_queue_callback_4CF(0); }
