// SPDX-License-Identifier: MIT
// Part of Grille: loads SQLite on first use and holds its functions.
#include "CSQLite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

// Each pointer has the type of the header's own declaration, so a changed signature stops the build.
static struct {
  __typeof__(&sqlite3_libversion_number) libversion_number;
  __typeof__(&sqlite3_open_v2) open_v2;
  __typeof__(&sqlite3_close_v2) close_v2;
  __typeof__(&sqlite3_busy_timeout) busy_timeout;
  __typeof__(&sqlite3_extended_errcode) extended_errcode;
  __typeof__(&sqlite3_errmsg) errmsg;
  __typeof__(&sqlite3_changes64) changes64;
  __typeof__(&sqlite3_prepare_v2) prepare_v2;
  __typeof__(&sqlite3_step) step;
  __typeof__(&sqlite3_finalize) finalize;
  __typeof__(&sqlite3_bind_parameter_count) bind_parameter_count;
  __typeof__(&sqlite3_bind_null) bind_null;
  __typeof__(&sqlite3_bind_int64) bind_int64;
  __typeof__(&sqlite3_bind_double) bind_double;
  __typeof__(&sqlite3_bind_text) bind_text;
  __typeof__(&sqlite3_bind_blob) bind_blob;
  __typeof__(&sqlite3_bind_zeroblob) bind_zeroblob;
  __typeof__(&sqlite3_column_count) column_count;
  __typeof__(&sqlite3_column_type) column_type;
  __typeof__(&sqlite3_column_int64) column_int64;
  __typeof__(&sqlite3_column_double) column_double;
  __typeof__(&sqlite3_column_text) column_text;
  __typeof__(&sqlite3_column_blob) column_blob;
  __typeof__(&sqlite3_column_bytes) column_bytes;
} sqlite;

static void load(void) {
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name)                                            \
  *(void **)&sqlite.name = dlsym(library, "sqlite3_" #name); \
  if (!sqlite.name) return;
  FIND(libversion_number)
  FIND(open_v2)
  FIND(close_v2)
  FIND(busy_timeout)
  FIND(extended_errcode)
  FIND(errmsg)
  FIND(changes64)
  FIND(prepare_v2)
  FIND(step)
  FIND(finalize)
  FIND(bind_parameter_count)
  FIND(bind_null)
  FIND(bind_int64)
  FIND(bind_double)
  FIND(bind_text)
  FIND(bind_blob)
  FIND(bind_zeroblob)
  FIND(column_count)
  FIND(column_type)
  FIND(column_int64)
  FIND(column_double)
  FIND(column_text)
  FIND(column_blob)
  FIND(column_bytes)
#undef FIND
  is_loaded = 1;
}

int shim_sqlite_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

int shim_sqlite_version_number(void) { return is_loaded ? sqlite.libversion_number() : 0; }

int shim_sqlite_open(const char *path, sqlite3 **database) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
  int code = sqlite.open_v2(path, database, flags, NULL);
  if (code != SQLITE_OK && *database) {
    code = sqlite.extended_errcode(*database);
    sqlite.close_v2(*database);
    *database = NULL;
  }
  return code;
}

void shim_sqlite_close(sqlite3 *database) { sqlite.close_v2(database); }

int shim_sqlite_busy_timeout(sqlite3 *database, int milliseconds) {
  return sqlite.busy_timeout(database, milliseconds);
}

int shim_sqlite_extended_errcode(sqlite3 *database) { return sqlite.extended_errcode(database); }
const char *shim_sqlite_errmsg(sqlite3 *database) { return sqlite.errmsg(database); }
int64_t shim_sqlite_changes(sqlite3 *database) { return sqlite.changes64(database); }

int shim_sqlite_prepare(
    sqlite3 *database, const char *text, int length, sqlite3_stmt **statement) {
  return sqlite.prepare_v2(database, text, length, statement, NULL);
}

int shim_sqlite_step(sqlite3_stmt *statement) { return sqlite.step(statement); }
void shim_sqlite_finalize(sqlite3_stmt *statement) { sqlite.finalize(statement); }

int shim_sqlite_parameter_count(sqlite3_stmt *statement) {
  return sqlite.bind_parameter_count(statement);
}
int shim_sqlite_bind_null(sqlite3_stmt *statement, int index) {
  return sqlite.bind_null(statement, index);
}
int shim_sqlite_bind_integer(sqlite3_stmt *statement, int index, int64_t value) {
  return sqlite.bind_int64(statement, index, value);
}
int shim_sqlite_bind_real(sqlite3_stmt *statement, int index, double value) {
  return sqlite.bind_double(statement, index, value);
}
int shim_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int length) {
  return sqlite.bind_text(statement, index, bytes, length, SQLITE_TRANSIENT);
}
int shim_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  // A NULL pointer would bind the null value instead of no bytes.
  if (length == 0) return sqlite.bind_zeroblob(statement, index, 0);
  return sqlite.bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

int shim_sqlite_column_count(sqlite3_stmt *statement) { return sqlite.column_count(statement); }
int shim_sqlite_column_type(sqlite3_stmt *statement, int index) {
  return sqlite.column_type(statement, index);
}
int64_t shim_sqlite_column_integer(sqlite3_stmt *statement, int index) {
  return sqlite.column_int64(statement, index);
}
double shim_sqlite_column_real(sqlite3_stmt *statement, int index) {
  return sqlite.column_double(statement, index);
}
const unsigned char *shim_sqlite_column_text(sqlite3_stmt *statement, int index) {
  return sqlite.column_text(statement, index);
}
const void *shim_sqlite_column_blob(sqlite3_stmt *statement, int index) {
  return sqlite.column_blob(statement, index);
}
int shim_sqlite_column_bytes(sqlite3_stmt *statement, int index) {
  return sqlite.column_bytes(statement, index);
}
