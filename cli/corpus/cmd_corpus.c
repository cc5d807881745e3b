/* cmd_corpus.c -- `katachi corpus`: collections of games counted, listed,
 * checked, split and written out clean.                                      */
#include "base/interrupt.h"
#include "cli/commands.h"
#include "cli/corpus/corpus_commands.h"

static const cli_command *const corpus_children[] = {
    &cli_corpus_stats, &cli_corpus_list, &cli_corpus_check, &cli_corpus_split,
    &cli_corpus_convert, NULL};

const cli_command cli_corpus = {
    .spec = {.name = "corpus",
             .sentence = "looks into collections of games, checks, splits and cleans them"},
    .children = corpus_children,
};

go_status corpus_run_begin(corpus_run *run, corpus_input *in, char **argv, int n_inputs,
                           bool replay, bool quiet, go_error *err)
{
    *run = (corpus_run){0};
    interrupt_catch();
    go_status status = corpus_input_open(in, &run->corpus, (const char *const *)argv + 1,
                                         n_inputs, replay, err);
    if (status == GO_OK && !quiet)
        run->bar = progress_start(stderr, "reading", "bytes",
                                  corpus_counted(run->corpus)->bytes_total);
    return status;
}

void corpus_run_show(corpus_run *run)
{
    if (!run->bar)
        return;
    corpus_counts now = corpus_progress(run->corpus);
    progress_set(run->bar, now.bytes_read);
    progress_note(run->bar, "%lld games", (long long)now.games);
}

go_status corpus_run_next(corpus_run *run, game_record **game, go_error *err)
{
    const corpus_counts *c = corpus_counted(run->corpus);
    if ((c->games + c->filtered) % 256 == 0)
        corpus_run_show(run);
    if (interrupt_requested())
        return go_fail(err, GO_EINTR, "interrupted; nothing was written");
    return corpus_next(run->corpus, game, err);
}

go_status corpus_run_end(corpus_run *run, go_status status, corpus_counts *counts,
                         go_error *err)
{
    *counts = (corpus_counts){0};
    if (!run->corpus)
        return status;
    corpus_run_show(run);
    progress_end(run->bar);
    *counts = *corpus_counted(run->corpus);
    corpus_close(run->corpus);
    if (status == GO_OK || status == GO_END) {
        corpus_input_summary(counts);
        status = corpus_input_check(counts, err);
    }
    return status;
}
