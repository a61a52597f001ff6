// SPDX-License-Identifier: MIT
// Part of Grille: the main queue of Dispatch as something a poll loop can wait for.
#include "CMainQueue.h"

#include <stdint.h>
#include <unistd.h>

// libdispatch exports both for run loops other than its own; no public header declares them.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int shim_main_queue_handle(void) { return _dispatch_get_main_queue_handle_4CF(); }

void shim_main_queue_drain(void) {
  // The handle is an eventfd that stays readable until somebody reads it, and the callback does not. It is
  // read first, so that work which comes meanwhile makes it readable again.
  uint64_t count;
  ssize_t ignored = read(_dispatch_get_main_queue_handle_4CF(), &count, sizeof count);
  (void)ignored;
  _dispatch_main_queue_callback_4CF(0);
}
