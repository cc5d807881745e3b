/* file_walk.h -- the files behind a list of inputs, one after the other.
 *
 * An input is a file, "-" (standard input), or a folder.  Of a folder, regular files that
 * file_is_collection accepts are read recursively in the order of their names (bytes),
 * except hidden ones.  Memory holds the names in the folders on the current path. */
#ifndef KATACHI_SGF_CORPUS_STREAMS_FILE_WALK_H
#define KATACHI_SGF_CORPUS_STREAMS_FILE_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct file_walk file_walk;

/* Checks that all inputs exist and can be read; the strings are copied. */
go_status file_walk_create(file_walk **out, const char *const *inputs, int n, go_error *err);
void file_walk_destroy(file_walk *walk); /* accepts NULL */

/* The next file; the path stays valid until the next call.  GO_END: no more. */
go_status file_walk_next(file_walk *walk, const char **path, go_error *err);

/* Files with other endings met in folders so far, without outputs that are being written. */
int64_t file_walk_ignored(const file_walk *walk);

/* Size of all files together; 0 if unknown (standard input, a pipe).  Walks all
 * folders once.                                                               */
go_status file_walk_bytes(const char *const *inputs, int n, int64_t *bytes, go_error *err);

/* Is this the name of a game record (.sgf, .mgt in any case)? */
bool file_is_record(const char *name);

/* Is this the name of a file that is read from input folders: a record, a compressed
 * file or an archive?                                                         */
bool file_is_collection(const char *name);

#endif
