/* atomic_file.h -- output files that appear complete or not at all.
 *
 * Output goes to a new file in the same folder; the commit flushes it to disk
 * and renames it over the old one.  After any error, a full disk included, the
 * old file is unchanged and no other file remains.  Names that end in ".gz" or
 * ".zst" are compressed.  A symbolic link is followed: its target is replaced, or
 * made if it is not there.
 *
 * "-" is standard output, and so are other names of the file or pipe that it leads to, such as
 * /dev/stdout: what is in that file already is not ours to replace.  Devices and pipes
 * (/dev/full) are written to directly, since there is no file to replace.     */
#ifndef KATACHI_BASE_IO_ATOMIC_FILE_H
#define KATACHI_BASE_IO_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

typedef struct atomic_file atomic_file;

/* Begins an output file. On error *out is NULL and the sentence names `path`.  GO_EINVAL: it is
 * empty; GO_EIO; GO_ENOMEM.                                                   */
go_status atomic_file_open(atomic_file **out, const char *path, go_error *err);

/* The stream to write to; do not close it.  Write errors may be ignored: the commit
 * reports them.                                                               */
FILE *atomic_file_stream(atomic_file *file);

/* Puts the file in place under its name; frees `file` in any case.  GO_EIO: a write
 * failed; nothing was changed.                                                */
go_status atomic_file_commit(atomic_file *file, go_error *err);

/* The same for n files that belong together: none is put in place before all are on the disk. */
go_status atomic_file_commit_all(atomic_file *const *files, int n, go_error *err);

/* Is it "-", or another name of the file or pipe that standard output is? */
bool atomic_file_is_stdout(const char *path);

/* Is it there, but no regular file: a device, a pipe, a folder? */
bool atomic_file_is_special(const char *path);

/* The path of the regular file that an output of this name replaces or makes, without links at its
 * end; the caller frees it.  NULL, with errno: links that lead in a circle, or out of memory. */
char *atomic_file_target(const char *path);

/* Is it the name of a new file that waits for its commit, or that a killed program left? */
bool atomic_file_is_unfinished(const char *name);

/* Drops the output and frees `file`, which may be NULL. */
void atomic_file_discard(atomic_file *file);

#endif
