/* corpus_commands.h -- what the children of `katachi corpus` share. */
#ifndef KATACHI_CLI_CORPUS_CORPUS_COMMANDS_H
#define KATACHI_CLI_CORPUS_CORPUS_COMMANDS_H

#include "base/progress.h"
#include "cli/cli.h"
#include "cli/corpus_input.h"
#include "sgf_corpus/game_hash.h"

extern const cli_command cli_corpus_stats, cli_corpus_list, cli_corpus_check,
    cli_corpus_split, cli_corpus_convert;

/* The option --dedupe; `field` of `settings` is an int, a dedupe_mode. */
#define OPTION_DEDUPE(settings, field)                                                             \
    OPT_CHOICE(                                                                                    \
        "dedupe", 0, CHOICE_WORDS(DEDUPE_MODES), "no", offsetof(settings, field),                  \
        "leave out games that have occurred before, in any orientation: with the same moves, "     \
        "or the same opening (50 moves, 30 up to 9x9; or six later moves)")

/* A run over the inputs, one game after the other. */
typedef struct corpus_run {
    bool replay, quiet; /* set by the caller, like the next */
    int dedupe_by;      /* dedupe_mode; DEDUPE_NO: duplicates are kept */

    corpus *corpus;
    progress *bar; /* NULL: quiet */
    dedupe *seen_before;
    int64_t duplicates; /* left out */
} corpus_run;

go_status corpus_run_begin(corpus_run *run, corpus_input *in, char **argv, int n_inputs,
                           go_error *err);

/* The next game, as corpus_next, without duplicates; GO_EINTR: the user interrupted. */
go_status corpus_run_next(corpus_run *run, game_record **game, go_error *err);

/* Ends the bar, prints the summary, copies the counts to *counts and frees what the
 * run owns.  Returns `status`, or GO_EEMPTY if no game was delivered.         */
go_status corpus_run_end(corpus_run *run, go_status status, corpus_counts *counts,
                         go_error *err);

/* Updates the bar. */
void corpus_run_show(corpus_run *run);

#endif
