/* read_file.h -- reads files whole or piece by piece, decompressed when they are
 * .gz, .zst, .xz, .bz2, .lzma, .lz4 or .Z (recognised by content, not name).  */
#ifndef KATACHI_BASE_IO_READ_FILE_H
#define KATACHI_BASE_IO_READ_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Reads a file of at most `max` bytes; the text ends in a 0 that *n does not count.
 *   *text  out  owned by the caller (free)
 * GO_EIO: cannot be opened or read.  GO_EFORMAT: larger than max, or damaged or
 * truncated compression.                                                      */
go_status read_file(const char *path, size_t max, char **text, size_t *n, go_error *err);

/* Whether a file, open for reading, holds gzip's format.  No for a pipe, whose first bytes cannot
 * be looked at without taking them.                                           */
bool read_file_is_gz(int file);

/* Lets libarchive undo the compressions that it knows itself; for others it would run programs,
 * at the will of whoever made the file.                                       */
struct archive;
void read_file_filters(struct archive *archive);

/* ---- piece by piece ---- */

typedef struct read_stream read_stream;

/* `path` is borrowed until read_stream_close.  On error *out is NULL.
 * GO_EIO: cannot be opened or read.  GO_EFORMAT: damaged compression.  GO_ENOMEM. */
go_status read_stream_open(read_stream **out, const char *path, go_error *err);

/* The same for standard input, which `name` is borrowed to call. */
go_status read_stream_standard_input(read_stream **out, const char *name, go_error *err);

/* The next bytes, at most `room`; *got is 0 only at the end.  GO_EFORMAT: damaged
 * or truncated; GO_EIO; GO_ENOMEM.                                            */
go_status read_stream_next(read_stream *s, char *to, size_t room, size_t *got, go_error *err);

void read_stream_close(read_stream *s); /* accepts NULL */

#endif
