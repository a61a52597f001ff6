// SPDX-License-Identifier: MIT
// Part of Grille: libcurl's functions, found in the shared library at run time.
#define _GNU_SOURCE
#include "CLibcurl.h"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/eventfd.h>

// With gcc the header wraps these in type-checking macros, which would hide the functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// Each pointer has the type of the header's own declaration, so a changed signature stops the build.
static struct {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_version) version;
  __typeof__(&curl_version_info) version_info;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_easy_pause) easy_pause;
  __typeof__(&curl_easy_strerror) easy_strerror;
  __typeof__(&curl_easy_setopt) easy_setopt;
  __typeof__(&curl_easy_getinfo) easy_getinfo;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free_all;
  __typeof__(&curl_multi_init) multi_init;
  __typeof__(&curl_multi_cleanup) multi_cleanup;
  __typeof__(&curl_multi_add_handle) multi_add_handle;
  __typeof__(&curl_multi_remove_handle) multi_remove_handle;
  __typeof__(&curl_multi_perform) multi_perform;
  __typeof__(&curl_multi_poll) multi_poll;
  __typeof__(&curl_multi_setopt) multi_setopt;
  __typeof__(&curl_multi_info_read) multi_info_read;
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int state = 0;
static char reason[256] = "";

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *text = dlerror();
    snprintf(reason, sizeof reason, "%s", text ? text : "libcurl.so.4 could not be opened");
    return;
  }
#define FIND(name)                                                               \
  *(void **)&curl.name = dlsym(library, "curl_" #name);                          \
  if (!curl.name) {                                                              \
    snprintf(reason, sizeof reason, "libcurl.so.4 has no function curl_" #name); \
    return;                                                                      \
  }
  FIND(global_init)
  FIND(version)
  FIND(version_info)
  FIND(easy_init)
  FIND(easy_cleanup)
  FIND(easy_pause)
  FIND(easy_strerror)
  FIND(easy_setopt)
  FIND(easy_getinfo)
  FIND(slist_append)
  FIND(slist_free_all)
  FIND(multi_init)
  FIND(multi_cleanup)
  FIND(multi_add_handle)
  FIND(multi_remove_handle)
  FIND(multi_perform)
  FIND(multi_poll)
  FIND(multi_setopt)
  FIND(multi_info_read)
#undef FIND
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    snprintf(reason, sizeof reason, "libcurl could not be initialised");
    return;
  }
  state = 1;
}

int shim_curl_load(void) {
  pthread_once(&once, load);
  return state;
}

const char *shim_curl_load_error(void) { return reason; }

const char *shim_curl_version(void) { return state == 1 ? curl.version() : NULL; }

int shim_curl_features(void) {
  return state == 1 ? curl.version_info(CURLVERSION_NOW)->features : 0;
}

CURL *shim_curl_easy_init(void) { return curl.easy_init(); }
void shim_curl_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }
CURLcode shim_curl_easy_pause(CURL *easy, int bitmask) { return curl.easy_pause(easy, bitmask); }
const char *shim_curl_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }

CURLcode shim_curl_easy_setopt_long(CURL *easy, CURLoption option, long value) {
  return curl.easy_setopt(easy, option, value);
}
CURLcode shim_curl_easy_setopt_off_t(CURL *easy, CURLoption option, int64_t value) {
  return curl.easy_setopt(easy, option, (curl_off_t)value);
}
CURLcode shim_curl_easy_setopt_string(CURL *easy, CURLoption option, const char *value) {
  return curl.easy_setopt(easy, option, value);
}
CURLcode shim_curl_easy_setopt_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl.easy_setopt(easy, option, value);
}
CURLcode shim_curl_easy_setopt_slist(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl.easy_setopt(easy, option, value);
}

// Sets a callback and the context it is called with.
#define WITH_CONTEXT(function_option, context_option)                        \
  CURLcode code = curl.easy_setopt(easy, function_option, function);         \
  return code != CURLE_OK ? code : curl.easy_setopt(easy, context_option, context);

CURLcode shim_curl_easy_setopt_write_function(
    CURL *easy, shim_data_callback function, void *context) {
  WITH_CONTEXT(CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA)
}
CURLcode shim_curl_easy_setopt_header_function(
    CURL *easy, shim_data_callback function, void *context) {
  WITH_CONTEXT(CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA)
}
CURLcode shim_curl_easy_setopt_read_function(
    CURL *easy, shim_data_callback function, void *context) {
  WITH_CONTEXT(CURLOPT_READFUNCTION, CURLOPT_READDATA)
}
CURLcode shim_curl_easy_setopt_seek_function(
    CURL *easy, shim_seek_callback function, void *context) {
  WITH_CONTEXT(CURLOPT_SEEKFUNCTION, CURLOPT_SEEKDATA)
}
CURLcode shim_curl_easy_setopt_progress_function(
    CURL *easy, shim_progress_callback function, void *context) {
  WITH_CONTEXT(CURLOPT_XFERINFOFUNCTION, CURLOPT_XFERINFODATA)
}
CURLcode shim_curl_easy_setopt_ssl_ctx_function(
    CURL *easy, shim_ssl_ctx_callback function, void *context) {
  WITH_CONTEXT(CURLOPT_SSL_CTX_FUNCTION, CURLOPT_SSL_CTX_DATA)
}
CURLcode shim_curl_easy_setopt_prereq_function(
    CURL *easy, shim_prereq_callback function, void *context) {
  WITH_CONTEXT(CURLOPT_PREREQFUNCTION, CURLOPT_PREREQDATA)
}
CURLcode shim_curl_easy_setopt_sockopt_function(
    CURL *easy, shim_sockopt_callback function, void *context) {
  WITH_CONTEXT(CURLOPT_SOCKOPTFUNCTION, CURLOPT_SOCKOPTDATA)
}

CURLcode shim_curl_easy_getinfo_long(CURL *easy, CURLINFO info, long *value) {
  return curl.easy_getinfo(easy, info, value);
}
CURLcode shim_curl_easy_getinfo_off_t(CURL *easy, CURLINFO info, int64_t *value) {
  curl_off_t result = 0;
  CURLcode code = curl.easy_getinfo(easy, info, &result);
  *value = result;
  return code;
}
CURLcode shim_curl_easy_getinfo_string(CURL *easy, CURLINFO info, const char **value) {
  char *result = NULL;
  CURLcode code = curl.easy_getinfo(easy, info, &result);
  *value = result;
  return code;
}
void *shim_curl_easy_getinfo_ssl(CURL *easy) {
  struct curl_tlssessioninfo *session = NULL;
  if (curl.easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
  return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}
void *shim_curl_easy_getinfo_private(CURL *easy) {
  char *context = NULL;
  return curl.easy_getinfo(easy, CURLINFO_PRIVATE, &context) == CURLE_OK ? context : NULL;
}

struct curl_slist *shim_curl_slist_append(struct curl_slist *list, const char *text) {
  return curl.slist_append(list, text);
}
void shim_curl_slist_free_all(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *shim_curl_multi_init(void) { return curl.multi_init(); }
CURLMcode shim_curl_multi_cleanup(CURLM *multi) { return curl.multi_cleanup(multi); }
CURLMcode shim_curl_multi_add_handle(CURLM *multi, CURL *easy) {
  return curl.multi_add_handle(multi, easy);
}
CURLMcode shim_curl_multi_remove_handle(CURLM *multi, CURL *easy) {
  return curl.multi_remove_handle(multi, easy);
}
CURLMcode shim_curl_multi_perform(CURLM *multi, int *running) {
  return curl.multi_perform(multi, running);
}
CURLMcode shim_curl_multi_poll(CURLM *multi, int wakeDescriptor, int milliseconds) {
  struct curl_waitfd extra = {.fd = wakeDescriptor, .events = CURL_WAIT_POLLIN, .revents = 0};
  return curl.multi_poll(multi, &extra, 1, milliseconds, NULL);
}
CURLMcode shim_curl_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
  return curl.multi_setopt(multi, option, value);
}
CURL *shim_curl_multi_next_done(CURLM *multi, CURLcode *result) {
  CURLMsg *message;
  int left = 0;
  while ((message = curl.multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

int shim_wake_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
void shim_thread_set_name(const char *name) { pthread_setname_np(pthread_self(), name); }

void shim_wait_readable(int descriptor) {
  struct pollfd item = {.fd = descriptor, .events = POLLIN, .revents = 0};
  poll(&item, 1, -1);
}
