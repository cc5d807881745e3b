/* file_walk.h -- the files behind a list of inputs, one after the other.
 *
 * An input is a file, "-" (standard input), or a folder: its files with the
 * ending of a game record, a compressed file or an archive, recursively, in
 * the order of their names (bytes); hidden ones are left out.  Memory holds
 * the names of the folders on the path to the current file.                  */
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

/* Files of other endings met in folders so far. */
int64_t file_walk_ignored(const file_walk *walk);

/* Size of all files together; 0 when it cannot be known (standard input, a
 * pipe).  Walks all folders once.                                            */
go_status file_walk_bytes(const char *const *inputs, int n, int64_t *bytes, go_error *err);

/* Is this the name of a game record (.sgf, .mgt in any case)? */
bool file_is_record(const char *name);

/* Is it that of a file which is read when it lies in an input folder: a record,
 * a compressed file or an archive?                                           */
bool file_is_collection(const char *name);

#endif
