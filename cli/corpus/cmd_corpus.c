/* cmd_corpus.c -- `katachi corpus`: counts, lists, checks, splits and cleans
 * collections of games.                                                       */
#include "base/interrupt.h"
#include "base/plural.h"
#include "cli/commands.h"
#include "cli/corpus/corpus_commands.h"

static const cli_command *const corpus_children[] = {
    &cli_corpus_stats, &cli_corpus_list, &cli_corpus_check, &cli_corpus_split,
    &cli_corpus_convert, NULL};

const cli_command cli_corpus = {
    .spec = {.name = "corpus",
             .sentence = "counts, lists, checks, splits and cleans collections of games"},
    .children = corpus_children,
};

static void show(void *shown)
{
    corpus_run_show(shown);
}

go_status corpus_run_begin(corpus_run *run, corpus_input *in, char **argv, int n_inputs,
                           go_error *err)
{
    interrupt_catch();
    if (run->dedupe_by) {
        run->seen_before = dedupe_create((dedupe_mode)run->dedupe_by);
        if (!run->seen_before)
            return go_fail(err, GO_ENOMEM, "out of memory for fingerprints");
    }
    in->show = show;
    in->shown = run;
    GO_TRY(corpus_input_open(in, &run->corpus, (const char *const *)argv + 1, n_inputs,
                             run->replay, err));
    if (!run->quiet)
        run->bar = progress_start(stderr, "reading", "bytes",
                                  corpus_counted(run->corpus)->bytes_total);
    return GO_OK;
}

void corpus_run_show(corpus_run *run)
{
    if (!run->bar)
        return;
    corpus_counts now = corpus_progress(run->corpus);
    progress_set(run->bar, now.bytes_read);
    progress_note(run->bar, "%lld game%s", (long long)now.games, plural_s(now.games));
}

go_status corpus_run_next(corpus_run *run, game_record **game, go_error *err)
{
    for (bool seen = false;;) {
        GO_TRY(corpus_next(run->corpus, game, err));
        go_status status = GO_OK;
        if (run->seen_before)
            status = dedupe_add(run->seen_before, *game, &seen, err);
        if (status == GO_OK && !seen)
            return GO_OK;
        game_record_destroy(*game);
        if (status != GO_OK)
            return status;
        run->duplicates++;
    }
}

go_status corpus_run_end(corpus_run *run, go_status status, corpus_counts *counts,
                         go_error *err)
{
    *counts = (corpus_counts){0};
    dedupe_destroy(run->seen_before);
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
