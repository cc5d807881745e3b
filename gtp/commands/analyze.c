/* analyze.c -- searches that report while they run. */
#include <stdlib.h>
#include <string.h>

#include "gtp/commands/analysis_options.h"
#include "gtp/commands/analysis_text.h"
#include "gtp/commands/command.h"
#include "gtp/player/reply.h"
#include "gtp/player/think.h"
#include "gtp/text/policy.h"

typedef struct analysis_run {
    gtp_engine *e;
    analysis_style style;
    gtp_analysis_options options;
} analysis_run;

/* Prints the results so far; false: nobody is reading any more, or out of memory. */
static bool print_analysis(const analysis_run *run)
{
    gtp_engine *e = run->e;
    const gtp_analysis_options *o = &run->options;
    analysis_options options = {.max_moves = o->max_moves, /* clients expect at least a move */
                                .min_moves = o->min_moves > 0 ? o->min_moves : 1,
                                .symmetric = true};
    char *text = NULL;
    size_t n = 0;
    go_status status = search_analyze(e->search, &options, &e->analysis, NULL);
    if (status != GO_OK || e->analysis.n_moves == 0)
        return true;
    policy_normalise(&e->analysis, e->game);
    FILE *line = open_memstream(&text, &n);
    if (!line)
        return false;
    analysis_text_write(line, &e->analysis, e->game->board.size, run->style, &o->extras);
    bool fine = fclose(line) == 0 && gtp_stream_line(e, text, n);
    free(text);
    return fine;
}

static bool report(void *user, search *s)
{
    (void)s;
    return print_analysis(user);
}

/* Does everything that may fail (options, gammas, network), then sends "=".  `limits`: how much to
 * search.                                                                     */
static go_status begin(analysis_run *run, gtp_engine *e, search_limits limits,
                       const gtp_request *r, go_error *err)
{
    run->e = e;
    run->style = strncmp(r->command, "lz-", 3) == 0 ? ANALYSIS_LZ : ANALYSIS_KATA;
    GO_TRY(gtp_analysis_options_read(&run->options, e, &limits, r, err));
    GO_TRY(gtp_prepare(e, err)); /* which settles the evaluator */
    run->options.extras.supposed = analysis_supposed(&search_configured(e->search)->evaluate);
    run->options.limits.report = report;
    run->options.limits.user = run;
    gtp_begin_stream(e, r);
    return GO_OK;
}

/* Any line of input ends it. */
static go_status cmd_analyze(GTP_ARGS)
{
    analysis_run run;
    GO_TRY(begin(&run, e, (search_limits){0}, r, err));
    run.options.limits.wide_root = e->settings.wide_analysis;
    GO_TRY(gtp_think_on(e, run.options.c, run.options.limits, err));
    if (print_analysis(&run)) /* otherwise nobody is reading: gtp_run ends */
        gtp_input_wait(e->input); /* if the search had nothing left to find */
    return GO_OK;
}

static go_status cmd_genmove_analyze(GTP_ARGS)
{
    analysis_run run;
    search_decision d;
    GO_TRY(begin(&run, e, search_limits_default(&e->now), r, err));
    GO_TRY(gtp_think(e, run.options.c, run.options.limits, &d, err));
    print_analysis(&run); /* CGOS takes the last line */
    fputs("play ", out);
    return gtp_play_decision(e, run.options.c, &d, out, err);
}

/* The same without playing the move. */
static go_status cmd_search_analyze(GTP_ARGS)
{
    analysis_run run;
    search_decision d;
    GO_TRY(begin(&run, e, search_limits_default(&e->now), r, err));
    GO_TRY(gtp_think(e, run.options.c, run.options.limits, &d, err));
    print_analysis(&run);
    fputs("play ", out);
    gtp_write_decision(e, &d, out);
    return GO_OK;
}

static go_status cmd_search_analyze_cancellable(GTP_ARGS)
{
    analysis_run run;
    search_decision d;
    GO_TRY(begin(&run, e, search_limits_default(&e->now), r, err));
    run.options.limits.stop = gtp_input_arrived(e->input);
    GO_TRY(gtp_think(e, run.options.c, run.options.limits, &d, err));
    print_analysis(&run);
    fputs("play ", out);
    if (atomic_load(run.options.limits.stop))
        fputs("cancelled", out);
    else
        gtp_write_decision(e, &d, out);
    return GO_OK;
}

#define USAGE "[COLOUR] [CENTISECONDS] [KEY VALUE...]"

const gtp_command gtp_analyze_commands[] = {
    {"lz-analyze", cmd_analyze, 0, USAGE},
    {"lz-genmove_analyze", cmd_genmove_analyze, 0, USAGE},
    {"kata-analyze", cmd_analyze, 0, USAGE},
    {"kata-genmove_analyze", cmd_genmove_analyze, 0, USAGE},
    {"kata-search_analyze", cmd_search_analyze, 0, USAGE},
    {"kata-search_analyze_cancellable", cmd_search_analyze_cancellable, 0, USAGE},
    {0}};

/* KataGo's for Sabaki, which prefers them to the others where it finds them. */
const gtp_command gtp_unlisted_commands[] = {
    {"analyze", cmd_analyze, 0, USAGE},
    {"genmove_analyze", cmd_genmove_analyze, 0, USAGE},
    {0}};
