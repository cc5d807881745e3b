/* append_file.h -- a file that grows by whole pieces and belongs to one process.
 *
 * A piece that does not fit on the disk leaves no trace.  A process that is killed while it
 * appends leaves part of a piece at the end: whoever continues finds the last whole piece and
 * cuts off what follows.                                                      */
#ifndef KATACHI_BASE_IO_APPEND_FILE_H
#define KATACHI_BASE_IO_APPEND_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct append_file append_file;

/* Opens the file, or makes it, for this process alone, until append_file_close or the end of
 * the process.  GO_EINVAL: another process has it; GO_EIO; GO_ENOMEM.         */
go_status append_file_open(append_file **out, const char *path, go_error *err);

int64_t append_file_length(const append_file *f);

/* Drops what is beyond `length`, which is at most the present one.  GO_EIO. */
go_status append_file_cut(append_file *f, int64_t length, go_error *err);

/* Appends n bytes.  GO_EIO, with the file as it was: a full disk, say, or a file that was deleted.
 */
go_status append_file_add(append_file *f, const void *bytes, size_t n, go_error *err);

/* Makes sure that what was appended survives a power failure.  GO_EIO. */
go_status append_file_sync(append_file *f, go_error *err);

void append_file_close(append_file *f); /* accepts NULL */

#endif
