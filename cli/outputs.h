/* outputs.h -- files to write must not be files that are read, nor hold work of another kind, nor
 * be mixed with one another.
 *
 * An output replaces any file of that name (base/io/atomic_file.h), so a command that
 * reads and writes the same file would lose its input.  Files are compared by device
 * and inode, so links and other spellings of a path are recognised.  Standard output, "-", has
 * one thing: a file, the JSON object of --json, or text for people.           */
#ifndef KATACHI_CLI_OUTPUTS_H
#define KATACHI_CLI_OUTPUTS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

/* What an output holds.  A file of another of the kinds that took work to make is not replaced. */
typedef enum output_kind {
    OUTPUT_OTHER,
    OUTPUT_GAMES,
    OUTPUT_GAMMAS,
    OUTPUT_NETWORK,
    OUTPUT_CHECKPOINT,
    OUTPUT_BOOK,
    OUTPUT_MATCH, /* its settings or its results; no single output is of this kind */
    OUTPUT_READ /* what is there is read first, and then known */
} output_kind;

typedef struct cli_output {
    const char *option; /* for the sentence: "--svg"; NULL ends a list */
    const char *path;   /* NULL: not wanted */
    output_kind kind;
} cli_output;

/* GO_EINVAL when two outputs are one file, or when two of them, or one of them and the object
 * of --json, would both go to standard output.                                */
go_status cli_outputs_apart(const cli_output *outputs, bool json, go_error *err);

/* Is it the name of a regular file, there or not, and not that of standard output?  NULL: no. */
bool cli_output_is_file(const char *path);

/* Is one of them standard output? */
bool cli_outputs_piped(const cli_output *outputs);

/* Where a command that writes these outputs prints its text: standard output, or standard error
 * when one of them is standard output.                                        */
FILE *cli_outputs_text(const cli_output *outputs);

/* GO_EINVAL when an output is one of the `n` inputs (NULL, "-", files or folders, which
 * stand for the collections in them).  "-" and devices as outputs are always fine. */
go_status cli_outputs_spare(const cli_output *outputs, const char *const *inputs, int n,
                            go_error *err);

/* GO_EINVAL when a file of the name of an output plainly holds another kind of thing. */
go_status cli_outputs_suit(const cli_output *outputs, go_error *err);

/* The same, and fails if one of them cannot be written, before the long work and not after it;
 * writes nothing.                                                             */
go_status cli_outputs_try(const cli_output *outputs, go_error *err);

/* The checkpoint of work whose result goes to `output`: the file of --checkpoint, else that of the
 * output with `ending`.  An output that is no file has none (NULL), unless it is named; GO_EINVAL
 * if --resume then wants one, if it is to be standard output, or if there is one that would be lost
 * without --resume.  Where --resume finds none, work that was interrupted early starts from the
 * beginning: *resume becomes false, and unless `quiet` (another rank says it) a line on standard
 * error says so; GO_EIO if the output is there, because that work is complete, or if the checkpoint
 * cannot be read.  *out may point into `buffer`.                              */
enum { CHECKPOINT_PATH = 4096 };
go_status cli_checkpoint(const char **out, char buffer[CHECKPOINT_PATH], const char *named,
                         const char *output, const char *ending, bool *resume, bool quiet,
                         go_error *err);

/* Removes the checkpoint of work that is complete; NULL: there is none.  Of a link, the file is
 * removed that it leads to.  A device or a pipe stays: it holds no checkpoint, and a run as root
 * would remove /dev/null.                                                     */
void cli_checkpoint_done(const char *path);

#endif
