/* cmd_predict.c -- `katachi predict`: how well gammas predict the moves of games. */

#include "base/interrupt.h"
#include "cli/commands.h"
#include "cli/corpus_input.h"
#include "cli/phase_bar.h"
#include "mm_train/data/corpus_games.h"
#include "mm_train/evaluate.h"
#include "patterns/gammas/gammas.h"

typedef struct predict_settings {
    corpus_input input;
    const char *gammas;
    int features, threads, max_games;
    bool json, quiet;
} predict_settings;

static const option predict_options[] = {
    OPT_TEXT("gammas", 'g', "FILE", NULL, offsetof(predict_settings, gammas),
        "predict with these gammas; default: those installed with katachi"),
    OPT_CHOICE("features", 'f', FEATURE_SET_WORDS, "large", offsetof(predict_settings, features),
        "which of the installed gammas to use"),
    OPT_INT("max-games", 'n', "N", "0", 0, 1e9, offsetof(predict_settings, max_games),
        "use only the first N games; 0: all"),
    OPTION_THREADS(predict_settings, threads),
    OPTION_QUIET(predict_settings, quiet),
    OPTION_JSON(predict_settings, json),
    {0}};
static const option_group predict_groups[] = {
    {NULL, predict_options, 0},
    {"Choosing games", corpus_input_options, offsetof(predict_settings, input)},
    {0}};

/* Everything that is shown. */
typedef struct predict_result {
    const predict_settings *s;
    gammas *g;
    corpus_counts counts;
    prediction_stats e;
    int threads, size;
} predict_result;

/* ---- the measures, for both kinds of output ---- */

static const struct measure_name {
    const char *json, *text;
    bool share;
} measures[N_MEASURES] = {
    [MEASURE_TOP1] = {"top1", "top-1", true},
    [MEASURE_TOP5] = {"top5", "top-5", true},
    [MEASURE_TOP10] = {"top10", "top-10", true},
    [MEASURE_TOP20] = {"top20", "top-20", true},
    [MEASURE_RANK] = {"mean_rank", "mean rank", false},
    [MEASURE_LOG] = {"mean_log_evidence", "log-evidence", false},
};

static double speed_of(const prediction_stats *e)
{
    return e->seconds > 0 ? (double)e->all.positions / e->seconds : 0;
}

/* ---- JSON ---- */

static void add_stats(json_t *object, const prediction_sums *s)
{
    json_t *intervals = json_object();
    json_object_set_new(object, "positions", json_integer(s->positions));
    for (int m = 0; m < N_MEASURES; m++) {
        prediction_interval i = prediction_mean(s, (evaluate_measure)m);
        json_object_set_new(object, measures[m].json, json_real(i.mean));
        json_object_set_new(intervals, measures[m].json, json_pack("[f, f]", i.low, i.high));
    }
    json_object_set_new(object, "intervals", intervals);
}

static int print_json(const predict_result *r)
{
    const prediction_stats *e = &r->e;
    json_t *curve = json_array(), *stages = json_array();
    for (int n = 1; n <= EVALUATE_RANKS; n++)
        json_array_append_new(curve, json_real(prediction_top(&e->all, n)));
    for (int i = 0; i < EVALUATE_STAGES; i++) {
        if (!e->stage[i].positions)
            continue;
        json_t *stage = json_pack("{s:i}", "first_move", i * EVALUATE_STAGE + 1);
        json_object_set_new(stage, "last_move",
                            i + 1 < EVALUATE_STAGES ? json_integer((i + 1) * EVALUATE_STAGE)
                                                    : json_null());
        add_stats(stage, &e->stage[i]);
        json_array_append_new(stages, stage);
    }
    json_t *object = json_pack("{s:I}", "games", (json_int_t)e->games);
    add_stats(object, &e->all);
    json_t *rest = json_pack("{s:f, s:f, s:i, s:i, s:I, s:I, s:s, s:o, s:o}",
                             "positions_per_second", speed_of(e), "seconds", e->seconds, "threads",
                             r->threads, "size", r->size, "filtered",
                             (json_int_t)r->counts.filtered, "broken",
                             (json_int_t)r->counts.broken, "features", r->g->v->set.name, "curve",
                             curve, "stages", stages);
    json_object_update(object, rest);
    json_decref(rest);
    return cli_print_json(object);
}

/* ---- text ---- */

static void print_stages(const prediction_stats *e)
{
    printf("\n%10s  %10s", "moves", "positions");
    for (int m = 0; m < N_MEASURES; m++)
        printf("  %*s", measures[m].share ? 6 : m == MEASURE_RANK ? 9 : 12, measures[m].text);
    putchar('\n');
    for (int i = 0; i < EVALUATE_STAGES; i++) {
        const prediction_sums *s = &e->stage[i];
        char name[32];
        int first = i * EVALUATE_STAGE + 1;
        if (!s->positions)
            continue;
        if (i + 1 < EVALUATE_STAGES)
            snprintf(name, sizeof name, "%d-%d", first, first + EVALUATE_STAGE - 1);
        else
            snprintf(name, sizeof name, "%d+", first);
        printf("%10s  %10lld", name, (long long)s->positions);
        for (int m = 0; m < N_MEASURES; m++) {
            prediction_interval v = prediction_mean(s, (evaluate_measure)m);
            if (measures[m].share)
                printf("  %6.2f", 100 * v.mean);
            else if (m == MEASURE_RANK)
                printf("  %9.2f", v.mean);
            else
                printf("  %12.3f  (+-%.3f)", v.mean, v.high - v.mean);
        }
        putchar('\n');
    }
}

static int print_text(const predict_result *r)
{
    const prediction_stats *e = &r->e;
    printf("%lld games on %dx%d, %lld positions (%lld games left out, %lld broken)\n",
           (long long)e->games, r->size, r->size, (long long)e->all.positions,
           (long long)r->counts.filtered, (long long)r->counts.broken);
    printf("gammas: %s, %d for %dx%d\n", r->g->v->set.name, r->g->n, r->g->v->board_size,
           r->g->v->board_size);
    printf("%.0f positions a second on %d thread%s\n", speed_of(e), r->threads,
           r->threads > 1 ? "s" : "");
    printf("\n%14s  %10s   %s\n", "", "all moves", "95 % interval");
    for (int m = 0; m < N_MEASURES; m++) {
        prediction_interval i = prediction_mean(&e->all, (evaluate_measure)m);
        if (measures[m].share)
            printf("%14s  %8.2f %%   %.2f .. %.2f %%\n", measures[m].text, 100 * i.mean,
                   100 * i.low, 100 * i.high);
        else
            printf("%14s  %10.3f   %.3f .. %.3f%s\n", measures[m].text, i.mean, i.low, i.high,
                   m == MEASURE_LOG ? " nats a move" : "");
    }
    print_stages(e);
    return cli_finish(EXIT_OK);
}

/* ---- the command ---- */

static go_status predict(predict_result *r, const char *const *inputs, int n_inputs,
                         go_error *err)
{
    const predict_settings *s = r->s;
    phase_bar bar = {.quiet = s->quiet};
    games gs = {0};
    GO_TRY(s->gammas ? gammas_read(&r->g, s->gammas, err) : GO_OK);
    int size = s->input.filter.size;
    corpus_games_options how = {.size = size ? size : r->g ? r->g->v->board_size : 0,
                                .filter = &s->input.filter, .charset = s->input.charset,
                                .strict = s->input.strict, .max_games = s->max_games,
                                .on_broken = phase_bar_broken,
                                .progress = phase_bar_show, .user = &bar};
    go_status status = corpus_games_read(&gs, NULL, inputs, n_inputs, &how, &r->counts, err);
    if (status == GO_OK) {
        if (!r->g)
            status = gammas_read_or_find(&r->g, NULL, feature_sets[s->features].name, gs.size, err);
        if (status == GO_OK)
            status = evaluate_games(&r->e, r->g, &gs,
                                    &(games_run){r->threads, phase_bar_show, &bar}, err);
        games_free(&gs);
    }
    phase_bar_end(&bar);
    r->size = gs.size;
    return status;
}

static int run_predict(int argc, char **argv)
{
    predict_settings s = {0};
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_predict, argc, argv, &s, &n_inputs, &code))
        return code;
    interrupt_catch();
    predict_result r = {.s = &s, .threads = cli_threads(s.threads)};
    if (predict(&r, (const char *const *)(argv + 1), n_inputs, &err) != GO_OK)
        code = cli_fail(&err);
    else
        code = s.json ? print_json(&r) : print_text(&r);
    gammas_destroy(r.g);
    return code;
}

const cli_command cli_predict = {
    .spec = {.name = "predict",
             .sentence = "measures how well gammas predict the moves of games",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = predict_groups,
             .description =
                 "Ranks all legal moves by their probability under the gammas, for every move of "
                 "the games. top-N is the share of moves played that were among the first N; "
                 "log-evidence is the mean natural logarithm of the probability of the move "
                 "played. The intervals treat games, not moves, as independent. An input is an SGF "
                 "file, a folder, an archive, a compressed file, or \"-\" for standard input. "
                 "Without --gammas, only games of the size of the first one are used, and the file "
                 "SET-NxN.gammas.zst is looked for in ./data, in $XDG_DATA_HOME/katachi and where "
                 "katachi was installed.",
             .examples = "  katachi predict games.sgf\n"
                         "  katachi predict --gammas my.gammas --json games.sgf.zst"},
    .run = run_predict,
};
