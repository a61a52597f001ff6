// SPDX-License-Identifier: MIT
// Part of Grille: loads the GSS-API on first use and asks it for the default ticket.
#include "CGSSAPI.h"

#include <dlfcn.h>
#include <gssapi/gssapi.h>
#include <pthread.h>
#include <string.h>

// Each pointer has the type of the header's own declaration, so a changed signature stops the build.
static struct {
  __typeof__(&gss_acquire_cred) acquire_cred;
  __typeof__(&gss_inquire_cred) inquire_cred;
  __typeof__(&gss_display_name) display_name;
  __typeof__(&gss_release_buffer) release_buffer;
  __typeof__(&gss_release_cred) release_cred;
  __typeof__(&gss_release_name) release_name;
} gss;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded = 0;

static void load(void) {
  // The library that libcurl is linked with.
  void *library = dlopen("libgssapi_krb5.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name)                                             \
  *(void **)&gss.name = dlsym(library, "gss_" #name); \
  if (!gss.name) return;
  FIND(acquire_cred)
  FIND(inquire_cred)
  FIND(display_name)
  FIND(release_buffer)
  FIND(release_cred)
  FIND(release_name)
#undef FIND
  is_loaded = 1;
}

// RFC 2744 §5.2, §5.21, §5.10
int shim_gss_ticket_holder(char *name, size_t capacity) {
  pthread_once(&once, load);
  if (!is_loaded) return 0;
  OM_uint32 minor, lifetime = 0;
  gss_cred_id_t credential = GSS_C_NO_CREDENTIAL;
  if (GSS_ERROR(gss.acquire_cred(&minor, GSS_C_NO_NAME, GSS_C_INDEFINITE, GSS_C_NO_OID_SET,
                                 GSS_C_INITIATE, &credential, NULL, NULL)))
    return 0;
  gss_name_t holder = GSS_C_NO_NAME;
  gss_buffer_desc text = GSS_C_EMPTY_BUFFER;
  int is_known = 0;
  if (!GSS_ERROR(gss.inquire_cred(&minor, credential, &holder, &lifetime, NULL, NULL)) &&
      lifetime > 0 && !GSS_ERROR(gss.display_name(&minor, holder, &text, NULL)) &&
      text.length > 0 && text.length < capacity) {
    memcpy(name, text.value, text.length);
    name[text.length] = 0;
    is_known = 1;
  }
  gss.release_buffer(&minor, &text);
  if (holder) gss.release_name(&minor, &holder);
  gss.release_cred(&minor, &credential);
  return is_known;
}
