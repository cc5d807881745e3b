/* bench_lead.c -- `katachi bench lead`: what a search says of a game before its end. */
#include <math.h>

#include "base/interrupt.h"
#include "base/plural.h"
#include "base/progress.h"
#include "cli/bench/counted_games.h"
#include "cli/commands.h"
#include "cli/corpus_input.h"
#include "cli/prediction_show.h"
#include "mcts/search.h"
#include "mcts/search_settings.h"

enum { MOST_PLACES = 16, USUAL_PLAYOUTS = 1000 };

typedef struct place_list {
    int n;
    int before[MOST_PLACES]; /* moves before the end */
} place_list;

typedef struct bench_lead_settings {
    corpus_input input;
    search_settings search;
    counted_choice choice;
    place_list places;
    bool json, quiet;
} bench_lead_settings;

/* "40,20,0" */
static go_status parse_places(const char *text, void *field, go_error *err)
{
    place_list *places = field;
    places->n = options_read_list(text, 0, 1000, places->before, MOST_PLACES);
    return places->n ? GO_OK
                     : go_fail(err, GO_EINVAL, "a number from 0 to 1000, or up to %d of them joined "
                               "by commas, such as 40,20,0", MOST_PLACES);
}

#define AT(field) offsetof(bench_lead_settings, field)
static const option bench_lead_options[] = {
    OPT_CUSTOM("before", 0, "N,...", "80,40,20,10,0", AT(places), parse_places,
               "search the positions N moves before the last passes"),
    OPTION_JSON(bench_lead_settings, json),
    OPTION_QUIET(bench_lead_settings, quiet),
    {0}};
static const option_group bench_lead_groups[] = {
    {NULL, bench_lead_options, 0},
    {"Finished games", counted_options, AT(choice)},
    {"Choosing games", corpus_input_options, AT(input)},
    {"The search", search_options, AT(search)},
    {0}};

/* The positions so many moves before the end. */
typedef struct lead_sums {
    int positions, winners, contradictions;
    cluster_sums error, bias; /* their sizes, and themselves; a position of each game */
    double brier;             /* sum */
} lead_sums;

typedef struct lead_bench {
    const bench_lead_settings *s;
    search *engine;
    search_limits limits;
    search_analysis analysis;
    int games;
    lead_sums at[MOST_PLACES];
} lead_bench;

/* ---- one position ---- */

static bool not_interrupted(void *user, search *s)
{
    (void)user, (void)s;
    return !interrupt_requested();
}

static void count(lead_sums *sums, const search_analysis *a, double margin)
{
    const double sign = a->to_move == BLACK ? 1 : -1, error = sign * a->lead - margin;
    const double won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    const double black = a->to_move == BLACK ? a->winrate : 1 - a->winrate;
    sums->positions++;
    cluster_add_game(&sums->error, 1, fabs(error));
    cluster_add_game(&sums->bias, 1, error);
    sums->brier += (black - won) * (black - won);
    sums->winners += (black - 0.5) * (won - 0.5) > 0;
    sums->contradictions += search_at_odds(a->winrate, a->lead);
}

static go_status look(lead_bench *b, const game_record *record, double margin, int place,
                      go_error *err)
{
    const int moves = counted_moves(record) - b->s->places.before[place];
    game *g = moves >= 0 ? counted_replay(record, moves) : NULL;
    if (!g)
        return GO_OK;
    search_clear(b->engine);
    go_status status = search_run(b->engine, g, g->to_move, &b->limits, err);
    if (status == GO_OK && interrupt_requested()) /* the search is not complete */
        status = GO_EINTR;
    if (status == GO_OK)
        status = search_analyze(b->engine, NULL, &b->analysis, err);
    if (status == GO_OK)
        count(&b->at[place], &b->analysis, margin);
    game_destroy(g);
    return status;
}

static go_status look_at_all(lead_bench *b, corpus *c, progress *bar, go_error *err)
{
    game_record *record;
    double margin;
    go_status status = GO_OK;
    while (status == GO_OK && !interrupt_requested() &&
           (!b->s->choice.games || b->games < b->s->choice.games) &&
           (status = counted_next(c, &b->s->choice, &record, &margin, err)) == GO_OK) {
        for (int i = 0; i < b->s->places.n && status == GO_OK; i++)
            status = look(b, record, margin, i, err);
        game_record_destroy(record);
        if (status == GO_OK)
            progress_set(bar, ++b->games);
    }
    return status == GO_END || status == GO_EINTR ? GO_OK : status;
}

/* ---- output ---- */

/* "1.23 (+-0.12)": a mean and half the width of its 95 % interval, which is unknown for a single
 * position.                                                                   */
static const char *mean_text(const cluster_sums *sums, char out[40])
{
    const prediction_interval v = cluster_mean(sums);
    if (prediction_interval_known(&v))
        snprintf(out, 40, "%8.2f (+-%.2f)", v.mean, v.high - v.mean);
    else
        snprintf(out, 40, "%8.2f (-)", v.mean);
    return out;
}

static void print_text(const lead_bench *b)
{
    printf("%d game%s\n\n", b->games, plural_s(b->games));
    puts("moves before              mean error       mean of the       right    Brier   win rate "
         "and lead");
    puts("the end      positions    of the lead      errors            winner   score   of "
         "opposite signs");
    for (int i = 0; i < b->s->places.n; i++) {
        const lead_sums *s = &b->at[i];
        const double n = s->positions;
        char error[40], bias[40];
        if (s->positions)
            printf("%7d %14d %s %s %8.1f %% %8.3f %13.1f %%\n", b->s->places.before[i],
                   s->positions, mean_text(&s->error, error), mean_text(&s->bias, bias),
                   100 * s->winners / n, s->brier / n, 100 * s->contradictions / n);
    }
}

static json_t *place_json(const lead_sums *s, int before)
{
    const double n = s->positions;
    const prediction_interval error = cluster_mean(&s->error), bias = cluster_mean(&s->bias);
    return json_pack("{s:i, s:i, s:f, s:o, s:f, s:o, s:f, s:f, s:f}", "before", before, "positions",
                     s->positions, "mean_error", error.mean, "mean_error_95",
                     prediction_show_interval_json(&error), "bias", bias.mean, "bias_95",
                     prediction_show_interval_json(&bias), "winner", s->winners / n, "brier",
                     s->brier / n, "contradictions", s->contradictions / n);
}

static int print_json(const lead_bench *b)
{
    json_t *list = json_array();
    for (int i = 0; i < b->s->places.n; i++)
        if (b->at[i].positions)
            json_array_append_new(list, place_json(&b->at[i], b->s->places.before[i]));
    return cli_print_json(json_pack("{s:i, s:o}", "games", b->games, "places", list));
}

static int run_bench_lead(int argc, char **argv)
{
    bench_lead_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_bench_lead, argc, argv, &s, &n_inputs, &code))
        return code;
    go_error err;
    corpus *c = NULL;
    lead_bench b = {.s = &s, .limits = search_limits_full(&s.search)};
    if (!b.limits.playouts && !b.limits.visits && b.limits.seconds <= 0)
        b.limits.playouts = USUAL_PLAYOUTS;
    b.limits.exact = true;
    b.limits.report = not_interrupted;
    b.limits.report_seconds = 0.1;
    interrupt_catch();
    go_status status = search_create(&b.engine, &s.search, &err);
    if (status == GO_OK)
        status = corpus_input_open(&s.input, &c, (const char *const *)argv + 1, n_inputs, false,
                                   &err);
    if (status == GO_OK) {
        progress *bar = s.quiet ? NULL
                                : progress_start(stderr, "searching", "games", s.choice.games);
        status = look_at_all(&b, c, bar, &err);
        progress_end(bar);
    }
    if (status == GO_OK && !b.games && !interrupt_requested())
        status = counted_none(&s.choice, &err);
    code = EXIT_OK;
    if (status != GO_OK)
        code = cli_fail(&err);
    else if (s.json)
        code = print_json(&b);
    else
        print_text(&b);
    if (interrupt_requested())
        fprintf(stderr, "katachi: interrupted after %d game%s\n", b.games, plural_s(b.games));
    search_analysis_release(&b.analysis);
    corpus_close(c);
    search_destroy(b.engine);
    return interrupt_requested() ? EXIT_FAILED : code;
}

const cli_command cli_bench_lead = {
    .spec = {.name = "lead",
             .sentence = "leads before the end of games against their results",
             .inputs = "GAMES...",
             .min_inputs = 1,
             .groups = bench_lead_groups,
             .help = &search_help,
             .idle = search_options_of_games,
             .description =
                 "Searches positions some moves before the end of every game that was counted, and "
                 "compares the lead and the win rate with the result in the record. The error of "
                 "a lead is also that of the moves that were still played. In brackets are half the "
                 "widths of 95 % intervals. Without --playouts, --visits or --move-time, each "
                 "position gets 1000 playouts.",
             .examples = "katachi bench lead --games 100 games.sgf.gz\n"
                         "katachi bench lead --before 60,30 --net own --visits 200 games.sgf.gz"},
    .run = run_bench_lead,
};
