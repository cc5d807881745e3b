/* outputs.h -- files to write must not be files that are read.
 *
 * An output replaces any file of that name (base/io/atomic_file.h), so a command that
 * reads and writes the same file would lose its input.  Files are compared by device
 * and inode, so links and other spellings of a path are recognised.           */
#ifndef KATACHI_CLI_OUTPUTS_H
#define KATACHI_CLI_OUTPUTS_H

#include "base/status.h"

typedef struct cli_output {
    const char *option; /* for the sentence: "--svg"; NULL ends a list */
    const char *path;   /* NULL: not wanted */
} cli_output;

/* GO_EINVAL when two outputs are one file. */
go_status cli_outputs_apart(const cli_output *outputs, go_error *err);

/* GO_EINVAL when an output is one of the `n` inputs (NULL, "-", files or folders, which
 * stand for the collections in them).  "-" and devices as outputs are always fine. */
go_status cli_outputs_spare(const cli_output *outputs, const char *const *inputs, int n,
                            go_error *err);

#endif
