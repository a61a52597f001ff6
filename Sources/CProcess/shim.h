// SPDX-License-Identifier: MIT
// Part of Grille: what a process may ask of the system about itself.
#ifndef GRILLE_CPROCESS_H
#define GRILLE_CPROCESS_H

#include <sys/prctl.h>
#include <sys/resource.h>

/// prctl takes its arguments as variadics, and setrlimit an enumeration that Swift does not accept.
/// Returns 0, or -1 if the system refused one of the two.
static inline int shim_forbid_core_dumps(void) {
  struct rlimit none = {0, 0};
  int limit = setrlimit(RLIMIT_CORE, &none);
  int dumpable = prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
  return limit == 0 && dumpable == 0 ? 0 : -1;
}

#endif
