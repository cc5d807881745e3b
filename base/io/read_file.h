/* read_file.h -- a whole file in memory, decompressed when it is .gz, .zst, .xz
 * (whatever libarchive knows; recognised by content, not by name).                 */
#ifndef KATACHI_BASE_IO_READ_FILE_H
#define KATACHI_BASE_IO_READ_FILE_H

#include <stddef.h>

#include "base/status.h"

/* Reads at most `max` bytes; the text ends in a 0 that *n does not count.
 *   *text  out  owned by the caller (free)
 * GO_EIO: cannot be opened or read.  GO_EFORMAT: damaged or cut short
 * compression, or larger than max.                                           */
go_status read_file(const char *path, size_t max, char **text, size_t *n, go_error *err);

#endif
