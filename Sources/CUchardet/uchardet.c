// SPDX-License-Identifier: MIT
// Part of Grille: loads libuchardet on first use and holds its functions.
#include "CUchardet.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <uchardet/uchardet.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;
static struct {
  __typeof__(&uchardet_new) new;
  __typeof__(&uchardet_delete) delete;
  __typeof__(&uchardet_handle_data) handle_data;
  __typeof__(&uchardet_data_end) data_end;
  __typeof__(&uchardet_get_charset) get_charset;
} functions;

static void load(void) {
  void *library = dlopen("libuchardet.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  functions.new = (__typeof__(&uchardet_new))dlsym(library, "uchardet_new");
  functions.delete = (__typeof__(&uchardet_delete))dlsym(library, "uchardet_delete");
  functions.handle_data =
      (__typeof__(&uchardet_handle_data))dlsym(library, "uchardet_handle_data");
  functions.data_end = (__typeof__(&uchardet_data_end))dlsym(library, "uchardet_data_end");
  functions.get_charset =
      (__typeof__(&uchardet_get_charset))dlsym(library, "uchardet_get_charset");
  is_loaded = functions.new && functions.delete && functions.handle_data && functions.data_end &&
              functions.get_charset;
}

int shim_uchardet_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

int shim_uchardet_detect(const unsigned char *bytes, size_t count, char *name, size_t capacity) {
  if (!shim_uchardet_load() || capacity == 0) return 0;
  uchardet_t detector = functions.new();
  if (!detector) return 0;
  int found = 0;
  if (functions.handle_data(detector, (const char *)bytes, count) == 0) {
    functions.data_end(detector);
    const char *charset = functions.get_charset(detector);
    size_t length = charset ? strlen(charset) : 0;
    if (length > 0 && length < capacity) {
      memcpy(name, charset, length + 1);
      found = 1;
    }
  }
  functions.delete(detector);
  return found;
}
