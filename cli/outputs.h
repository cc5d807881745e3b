/* outputs.h -- files to write must not be files that are read.
 *
 * An output takes the place of whatever has its name (base/io/atomic_file.h), so a
 * command that is given the same file to read and to write would lose what it
 * reads.  Files are compared by device and inode: links and other spellings of
 * a path do not hide them.                                                    */
#ifndef KATACHI_CLI_OUTPUTS_H
#define KATACHI_CLI_OUTPUTS_H

#include "base/status.h"

typedef struct cli_output {
    const char *option; /* for the sentence: "--svg"; NULL ends a list */
    const char *path;   /* NULL: not asked for */
} cli_output;

/* GO_EINVAL when two outputs are one file. */
go_status cli_outputs_apart(const cli_output *outputs, go_error *err);

/* GO_EINVAL when an output is one of the `n` inputs, which may be NULL, "-" or
 * folders: of a folder, every file that is read as a collection.  "-" and devices
 * as outputs, which are not replaced, are never at fault.                     */
go_status cli_outputs_spare(const cli_output *outputs, const char *const *inputs, int n,
                            go_error *err);

#endif
