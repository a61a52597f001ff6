// SPDX-License-Identifier: MIT
// Part of Grille: loads libpsl on first use and holds its functions.
#include "CPSL.h"
#include <dlfcn.h>
#include <libpsl.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const psl_ctx_t *list;
static __typeof__(&psl_is_public_suffix) is_public_suffix;
static __typeof__(&psl_registrable_domain) registrable_domain;

static void load(void) {
  void *library = dlopen("libpsl.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  // The distribution's current list if its file is there, else the one built into the library.
  __typeof__(&psl_latest) latest = (__typeof__(&psl_latest))dlsym(library, "psl_latest");
  __typeof__(&psl_builtin) builtin = (__typeof__(&psl_builtin))dlsym(library, "psl_builtin");
  is_public_suffix =
      (__typeof__(&psl_is_public_suffix))dlsym(library, "psl_is_public_suffix");
  registrable_domain =
      (__typeof__(&psl_registrable_domain))dlsym(library, "psl_registrable_domain");
  if (!is_public_suffix || !registrable_domain) return;
  if (latest) list = latest(NULL);
  if (!list && builtin) list = builtin();
}

int shim_psl_load(void) {
  pthread_once(&once, load);
  return list != NULL;
}

int shim_psl_is_public_suffix(const char *domain) {
  return shim_psl_load() ? is_public_suffix(list, domain) : 0;
}

const char *shim_psl_registrable_domain(const char *domain) {
  return shim_psl_load() ? registrable_domain(list, domain) : NULL;
}
