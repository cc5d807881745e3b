/* analyze.c -- searches that tell what they find while they run. */
#include <stdlib.h>

#include "gtp/commands/analysis_options.h"
#include "gtp/commands/analysis_text.h"
#include "gtp/player/state.h"
#include "gtp/player/think.h"

typedef struct analysis_run {
    gtp_engine *e;
    analysis_style style;
    gtp_analysis_options options;
} analysis_run;

/* Prints what is known now; false: nobody reads it any more, or no memory. */
static bool print_analysis(const analysis_run *run)
{
    gtp_engine *e = run->e;
    const gtp_analysis_options *o = &run->options;
    analysis_options options = {.max_moves = o->max_moves, /* clients expect a move at least */
                                .min_moves = o->min_moves > 0 ? o->min_moves : 1};
    analysis_extras extras = {o->ownership, o->moves_ownership, o->pv_visits, o->root_info};
    char *text = NULL;
    size_t n = 0;
    if (search_analyze(e->search, &options, &e->analysis, NULL) != GO_OK)
        return true;
    if (e->analysis.n_moves == 0)
        return true;
    FILE *line = open_memstream(&text, &n);
    if (!line)
        return false;
    analysis_text_write(line, &e->analysis, e->game->board.size, run->style, &extras);
    bool fine = fclose(line) == 0 && gtp_stream_line(e, text, n);
    free(text);
    return fine;
}

static bool report(void *user, search *s)
{
    (void)s;
    return print_analysis(user);
}

/* Reads the options and the knowledge, whatever may fail; then sends "=".
 * *limits is what the search has to heed.                                    */
static go_status begin(analysis_run *run, const gtp_request *r, search_limits *limits,
                       go_error *err)
{
    go_status status = gtp_analysis_options_read(&run->options, run->e, r, err);
    if (status == GO_OK)
        status = gtp_prepare(run->e, err);
    if (status != GO_OK)
        return status;
    *limits = gtp_analysis_limits(&run->options);
    limits->report = report;
    limits->user = run;
    gtp_begin_stream(run->e, r);
    return GO_OK;
}

/* A line of input ends it, whatever it says. */
static go_status analyze(gtp_engine *e, const gtp_request *r, analysis_style style,
                         go_error *err)
{
    analysis_run run = {.e = e, .style = style};
    search_limits limits;
    go_status status = begin(&run, r, &limits, err);
    if (status == GO_OK)
        status = gtp_think_on(e, run.options.c, limits, err);
    if (status != GO_OK)
        return status;
    if (print_analysis(&run)) /* else nobody reads it: the end, see gtp_run */
        gtp_input_wait(e->input); /* when there was nothing more to find */
    return GO_OK;
}

static go_status genmove_analyze(gtp_engine *e, const gtp_request *r, analysis_style style,
                                 FILE *out, go_error *err)
{
    analysis_run run = {.e = e, .style = style};
    search_limits limits;
    search_decision d;
    go_status status = begin(&run, r, &limits, err);
    if (status == GO_OK)
        status = gtp_think(e, run.options.c, limits, &d, err);
    if (status != GO_OK)
        return status;
    print_analysis(&run); /* CGOS takes the last line */
    fputs("play ", out);
    return gtp_play_decision(e, run.options.c, &d, out, err);
}

static go_status cmd_lz_analyze(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)out;
    return analyze(e, r, ANALYSIS_LZ, err);
}

static go_status cmd_kata_analyze(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)out;
    return analyze(e, r, ANALYSIS_KATA, err);
}

static go_status cmd_lz_genmove(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    return genmove_analyze(e, r, ANALYSIS_LZ, out, err);
}

static go_status cmd_kata_genmove(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    return genmove_analyze(e, r, ANALYSIS_KATA, out, err);
}

const gtp_command gtp_analyze_commands[] = {
    {"lz-analyze", cmd_lz_analyze, 0, "[COLOUR] [CENTISECONDS] [KEY VALUE...]"},
    {"lz-genmove_analyze", cmd_lz_genmove, 0, "[COLOUR] [CENTISECONDS] [KEY VALUE...]"},
    {"kata-analyze", cmd_kata_analyze, 0, "[COLOUR] [CENTISECONDS] [KEY VALUE...]"},
    {"kata-genmove_analyze", cmd_kata_genmove, 0, "[COLOUR] [CENTISECONDS] [KEY VALUE...]"},
    {0}};
