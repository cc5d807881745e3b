/* corpus_commands.h -- what the children of `katachi corpus` share. */
#ifndef KATACHI_CLI_CORPUS_CORPUS_COMMANDS_H
#define KATACHI_CLI_CORPUS_CORPUS_COMMANDS_H

#include "base/progress.h"
#include "cli/cli.h"
#include "cli/corpus_input.h"

extern const cli_command cli_corpus_stats, cli_corpus_list, cli_corpus_check,
    cli_corpus_split, cli_corpus_convert;

/* A run over the inputs, one game after the other. */
typedef struct corpus_run {
    corpus *corpus;
    progress *bar; /* NULL: quiet */
} corpus_run;

go_status corpus_run_begin(corpus_run *run, corpus_input *in, char **argv, int n_inputs,
                           bool replay, bool quiet, go_error *err);

/* The next game, as corpus_next; GO_EINTR when the user has interrupted. */
go_status corpus_run_next(corpus_run *run, game_record **game, go_error *err);

/* Ends the bar, prints the summary and closes the corpus; the counts go to
 * *counts.  Returns `status`, or GO_EEMPTY when no game was delivered.       */
go_status corpus_run_end(corpus_run *run, go_status status, corpus_counts *counts,
                         go_error *err);

/* Shows how far the corpus is. */
void corpus_run_show(corpus_run *run);

#endif
