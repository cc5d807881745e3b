/* atomic_file.h -- output files that are either complete or not there.
 *
 * What is written goes to a new file in the same folder; the commit flushes it
 * to the disk and renames it over the old one.  After any error, a full disk
 * included, the old file (or none) is there unchanged and nothing else is
 * left.  The name decides on compression: ".gz" and ".zst" are compressed on
 * the way.  A path through a symbolic link replaces the file it points to.
 *
 * "-" is standard output, and devices and pipes (/dev/stdout, /dev/full) are
 * written to directly, since there is no file to replace.                    */
#ifndef KATACHI_BASE_IO_ATOMIC_FILE_H
#define KATACHI_BASE_IO_ATOMIC_FILE_H

#include <stdio.h>

#include "base/status.h"

typedef struct atomic_file atomic_file;

/* Begins an output file. On error *out is NULL and the sentence names `path`. */
go_status atomic_file_open(atomic_file **out, const char *path, go_error *err);

/* The stream to write to.  Errors may be ignored while writing: they stick and
 * come out at the commit.  Do not close it.                                  */
FILE *atomic_file_stream(atomic_file *file);

/* Makes the file appear under its name, and ends `file` in any case.
 * GO_EIO: something could not be written; nothing was changed.               */
go_status atomic_file_commit(atomic_file *file, go_error *err);

/* Gives the output up and ends `file`, which may be NULL. */
void atomic_file_discard(atomic_file *file);

#endif
