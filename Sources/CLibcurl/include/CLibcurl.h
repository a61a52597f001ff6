// SPDX-License-Identifier: MIT
// Part of Grille: the typed door to libcurl, which is loaded on first use.
#ifndef GRILLE_CLIBCURL_H
#define GRILLE_CLIBCURL_H

#include <curl/curl.h>
#include <stdint.h>

// Why forwarding functions at all: libcurl costs 13 ms of start-up when it is linked, so it is
// opened when the first network address is asked for; and its option functions are variadic,
// which Swift cannot call. Every function below checks its arguments' types against curl's header.

// Opens libcurl and initialises it once for the process, from any thread. Returns 1 when every
// function was found.
int shim_curl_load(void);

// Says why the last shim_curl_load() returned 0. Never NULL.
const char *_Nonnull shim_curl_load_error(void);

// Text such as "libcurl/7.88.1 OpenSSL/3.0.22 zlib/1.2.13 nghttp2/1.52.0".
const char *_Nullable shim_curl_version(void);

// Bits of CURL_VERSION_* the loaded library offers.
int shim_curl_features(void);

// MARK: Easy handles.
CURL *_Nullable shim_curl_easy_init(void);
void shim_curl_easy_cleanup(CURL *_Nonnull easy);
CURLcode shim_curl_easy_pause(CURL *_Nonnull easy, int bitmask);
const char *_Nonnull shim_curl_easy_strerror(CURLcode code);

// One setter for each kind of argument, since curl_easy_setopt is variadic.
CURLcode shim_curl_easy_setopt_long(CURL *_Nonnull easy, CURLoption option, long value);
CURLcode shim_curl_easy_setopt_off_t(CURL *_Nonnull easy, CURLoption option, int64_t value);
CURLcode shim_curl_easy_setopt_string(
    CURL *_Nonnull easy, CURLoption option, const char *_Nullable value);
CURLcode shim_curl_easy_setopt_pointer(
    CURL *_Nonnull easy, CURLoption option, const void *_Nullable value);
CURLcode shim_curl_easy_setopt_slist(
    CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value);

typedef size_t (*shim_data_callback)(
    char *_Nullable data, size_t size, size_t count, void *_Nullable context);
typedef int (*shim_seek_callback)(void *_Nullable context, curl_off_t offset, int origin);
typedef int (*shim_progress_callback)(
    void *_Nullable context, curl_off_t downTotal, curl_off_t down, curl_off_t upTotal,
    curl_off_t up);
typedef CURLcode (*shim_ssl_ctx_callback)(
    CURL *_Nonnull easy, void *_Nullable sslContext, void *_Nullable context);
typedef int (*shim_prereq_callback)(
    void *_Nullable context, char *_Nullable remoteAddress, char *_Nullable localAddress,
    int remotePort, int localPort);
typedef int (*shim_sockopt_callback)(
    void *_Nullable context, curl_socket_t socket, curlsocktype purpose);

// Setters for callbacks: a function pointer may not travel as void*.
CURLcode shim_curl_easy_setopt_write_function(
    CURL *_Nonnull easy, shim_data_callback _Nonnull function, void *_Nullable context);
CURLcode shim_curl_easy_setopt_header_function(
    CURL *_Nonnull easy, shim_data_callback _Nonnull function, void *_Nullable context);
CURLcode shim_curl_easy_setopt_read_function(
    CURL *_Nonnull easy, shim_data_callback _Nonnull function, void *_Nullable context);
CURLcode shim_curl_easy_setopt_seek_function(
    CURL *_Nonnull easy, shim_seek_callback _Nonnull function, void *_Nullable context);
CURLcode shim_curl_easy_setopt_progress_function(
    CURL *_Nonnull easy, shim_progress_callback _Nonnull function, void *_Nullable context);
CURLcode shim_curl_easy_setopt_ssl_ctx_function(
    CURL *_Nonnull easy, shim_ssl_ctx_callback _Nonnull function, void *_Nullable context);
CURLcode shim_curl_easy_setopt_prereq_function(
    CURL *_Nonnull easy, shim_prereq_callback _Nonnull function, void *_Nullable context);
CURLcode shim_curl_easy_setopt_sockopt_function(
    CURL *_Nonnull easy, shim_sockopt_callback _Nonnull function, void *_Nullable context);

// One getter for each kind of result. Strings belong to the handle and die with it.
CURLcode shim_curl_easy_getinfo_long(
    CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value);
CURLcode shim_curl_easy_getinfo_off_t(
    CURL *_Nonnull easy, CURLINFO info, int64_t *_Nonnull value);
CURLcode shim_curl_easy_getinfo_string(
    CURL *_Nonnull easy, CURLINFO info, const char *_Nullable *_Nonnull value);
// The live SSL* of the handle's connection, NULL when there is none or TLS is not OpenSSL's.
void *_Nullable shim_curl_easy_getinfo_ssl(CURL *_Nonnull easy);
// The context last given with the write function, as CURLINFO_PRIVATE is set to it too.
void *_Nullable shim_curl_easy_getinfo_private(CURL *_Nonnull easy);

// MARK: Lists.
struct curl_slist *_Nullable shim_curl_slist_append(
    struct curl_slist *_Nullable list, const char *_Nonnull text);
void shim_curl_slist_free_all(struct curl_slist *_Nullable list);

// MARK: The multi handle.
CURLM *_Nullable shim_curl_multi_init(void);
CURLMcode shim_curl_multi_cleanup(CURLM *_Nonnull multi);
CURLMcode shim_curl_multi_add_handle(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode shim_curl_multi_remove_handle(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode shim_curl_multi_perform(CURLM *_Nonnull multi, int *_Nonnull running);
// Waits for sockets, for `wakeDescriptor` becoming readable, or for the time.
CURLMcode shim_curl_multi_poll(CURLM *_Nonnull multi, int wakeDescriptor, int milliseconds);
CURLMcode shim_curl_multi_setopt_long(CURLM *_Nonnull multi, CURLMoption option, long value);
// Next finished handle and its result, or NULL (CURLMsg holds a union Swift reads badly).
CURL *_Nullable shim_curl_multi_next_done(CURLM *_Nonnull multi, CURLcode *_Nonnull result);

// MARK: The thread.
// A descriptor that wakes shim_curl_multi_poll: Glibc's module has no <sys/eventfd.h>.
int shim_wake_open(void);
// Waits without end for a descriptor: `struct pollfd` has no one module it belongs to.
void shim_wait_readable(int descriptor);
// Names the calling thread for debuggers: the function needs _GNU_SOURCE.
void shim_thread_set_name(const char *_Nonnull name);

// Values which are macros with casts, which Swift does not import.
static inline size_t shim_CURL_WRITEFUNC_PAUSE(void) { return CURL_WRITEFUNC_PAUSE; }
static inline size_t shim_CURL_READFUNC_ABORT(void) { return CURL_READFUNC_ABORT; }
static inline int shim_CURLPAUSE_CONT(void) { return CURLPAUSE_CONT; }
static inline int shim_CURL_PREREQFUNC_OK(void) { return CURL_PREREQFUNC_OK; }
static inline int shim_CURL_PREREQFUNC_ABORT(void) { return CURL_PREREQFUNC_ABORT; }
static inline int shim_CURL_SEEKFUNC_OK(void) { return CURL_SEEKFUNC_OK; }
static inline int shim_CURL_SEEKFUNC_FAIL(void) { return CURL_SEEKFUNC_FAIL; }
static inline long shim_CURL_HTTP_VERSION_2TLS(void) { return CURL_HTTP_VERSION_2TLS; }
static inline long shim_CURLHEADER_SEPARATE(void) { return CURLHEADER_SEPARATE; }
// Whether a SOCKS proxy wants a name and a password, or others than it was told.
static inline int shim_CURLPX_wants_login(long code) {
  return code == CURLPX_NO_AUTH || code == CURLPX_USER_REJECTED;
}
static inline long shim_CURLAUTH_BASIC(void) { return (long)CURLAUTH_BASIC; }
static inline long shim_CURLAUTH_NTLM(void) { return (long)CURLAUTH_NTLM; }
static inline long shim_CURLAUTH_NEGOTIATE(void) { return (long)CURLAUTH_NEGOTIATE; }
static inline long shim_CURL_HTTP_VERSION_1_1(void) { return CURL_HTTP_VERSION_1_1; }
static inline long shim_CURL_SSLVERSION_TLSv1_2(void) { return CURL_SSLVERSION_TLSv1_2; }
static inline long shim_CURLPIPE_MULTIPLEX(void) { return CURLPIPE_MULTIPLEX; }

#endif
