/* read_stream.h -- a file piece by piece, decompressed when it is .gz, .zst, .xz
 * (whatever libarchive knows; recognised by content, not by name).                 */
#ifndef KATACHI_BASE_IO_READ_STREAM_H
#define KATACHI_BASE_IO_READ_STREAM_H

#include <stddef.h>

#include "base/status.h"

typedef struct read_stream read_stream;

/* Opens it.  `path` is borrowed until the end.  On error *out is NULL.
 * GO_EIO: cannot be opened.  GO_EFORMAT: damaged compression.  GO_ENOMEM.     */
go_status read_stream_open(read_stream **out, const char *path, go_error *err);

/* The next bytes, at most `room`; *got is 0 only at the end.
 * GO_EFORMAT: damaged or cut short.                                          */
go_status read_stream_next(read_stream *s, char *to, size_t room, size_t *got, go_error *err);

void read_stream_close(read_stream *s); /* accepts NULL */

#endif
