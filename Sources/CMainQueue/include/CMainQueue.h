// SPDX-License-Identifier: MIT
// Part of Grille: the main queue of Dispatch as something a poll loop can wait for.
#ifndef GRILLE_CMAINQUEUE_H
#define GRILLE_CMAINQUEUE_H

/// The descriptor that becomes readable when work waits in the main queue, or -1.
int shim_main_queue_handle(void);

/// Runs what waits in the main queue; call on the main thread only.
void shim_main_queue_drain(void);

#endif
