// SQLite, as SQL uses it. Macros and variadic functions that Swift cannot import become functions here.
#ifndef SSADMIN_CSQLITE_H
#define SSADMIN_CSQLITE_H

#include <sqlite3.h>

// Text and blobs are copied by SQLite before the call returns: their Swift buffers do not outlive it.
static inline int ssadmin_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int ssadmin_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
