// SPDX-License-Identifier: MIT
// Part of Grille: the typed door to SQLite, which is loaded on first use.
#ifndef GRILLE_CSQLITE_H
#define GRILLE_CSQLITE_H

#include <sqlite3.h>
#include <stdint.h>

// Why forwarding functions at all: a program that shows a local file needs no database, so the
// library is opened with the first profile that is read. Each function checks its arguments' types
// against SQLite's own header, and none may be called before shim_sqlite_load() has returned 1.

// Opens the library once, from any thread; 1 if every function is there. State: hence a C file.
int shim_sqlite_load(void);

// The number of the loaded library, such as 3040001; 0 before it is loaded.
int shim_sqlite_version_number(void);

// sqlite3_open_v2 for reading and writing an existing file, or one to be made, with the locks that
// let several threads use one handle. Where SQLite gives a handle with the error, it is closed.
int shim_sqlite_open(const char *_Nonnull path, sqlite3 *_Nullable *_Nonnull database);

// sqlite3_close_v2; a statement that is left open keeps the handle until it is finalized.
void shim_sqlite_close(sqlite3 *_Nonnull database);

// sqlite3_busy_timeout.
int shim_sqlite_busy_timeout(sqlite3 *_Nonnull database, int milliseconds);

// sqlite3_extended_errcode and sqlite3_errmsg of the last call on the handle.
int shim_sqlite_extended_errcode(sqlite3 *_Nonnull database);
const char *_Nonnull shim_sqlite_errmsg(sqlite3 *_Nonnull database);

// sqlite3_changes64: rows changed by the last statement that changes rows.
int64_t shim_sqlite_changes(sqlite3 *_Nonnull database);

// sqlite3_prepare_v2 for the first statement of the text; NULL for a comment alone.
int shim_sqlite_prepare(
    sqlite3 *_Nonnull database, const char *_Nonnull text, int length,
    sqlite3_stmt *_Nullable *_Nonnull statement);

// sqlite3_step, sqlite3_reset and sqlite3_finalize.
int shim_sqlite_step(sqlite3_stmt *_Nonnull statement);
void shim_sqlite_finalize(sqlite3_stmt *_Nonnull statement);

// Binding, parameters counted from 1. Text and bytes are copied: SQLITE_TRANSIENT is a cast macro,
// which Swift cannot name.
int shim_sqlite_parameter_count(sqlite3_stmt *_Nonnull statement);
int shim_sqlite_bind_null(sqlite3_stmt *_Nonnull statement, int index);
int shim_sqlite_bind_integer(sqlite3_stmt *_Nonnull statement, int index, int64_t value);
int shim_sqlite_bind_real(sqlite3_stmt *_Nonnull statement, int index, double value);
int shim_sqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull bytes, int length);
int shim_sqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int length);

// Columns of the row at hand, counted from 0. Pointers die with the next step.
int shim_sqlite_column_count(sqlite3_stmt *_Nonnull statement);
int shim_sqlite_column_type(sqlite3_stmt *_Nonnull statement, int index);
int64_t shim_sqlite_column_integer(sqlite3_stmt *_Nonnull statement, int index);
double shim_sqlite_column_real(sqlite3_stmt *_Nonnull statement, int index);
const unsigned char *_Nullable shim_sqlite_column_text(
    sqlite3_stmt *_Nonnull statement, int index);
const void *_Nullable shim_sqlite_column_blob(sqlite3_stmt *_Nonnull statement, int index);
int shim_sqlite_column_bytes(sqlite3_stmt *_Nonnull statement, int index);

#endif
