/* net_test.c -- `katachi net test`: how well networks predict games. */
#include <stdlib.h>
#include <string.h>

#include "base/ending.h"
#include "base/interrupt.h"
#include "base/plural.h"
#include "base/text_json.h"
#include "cli/commands.h"
#include "cli/corpus_input.h"
#include "cli/phase_bar.h"
#include "cli/prediction_show.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"
#include "nn/session.h"
#include "nn_train/predict.h"

typedef struct net_test_settings {
    corpus_input input;
    const char *backend;
    int threads, batch, max_games;
    bool json, quiet;
} net_test_settings;

#define FIELD(field) offsetof(net_test_settings, field)

static const option net_test_options[] = {
    OPT_TEXT("backend", 'b', "NAME", NULL, FIELD(backend),
        "one of `katachi devices`; default: the first available", .word = nn_backend_word),
    OPT_INT("batch", 0, "N", "0", 0, NN_MAX_BATCH, FIELD(batch),
        "positions evaluated together; 0: 128 on a GPU, else 8"),
    OPT_INT("max-games", 'n', "N", "0", 0, 1e9, FIELD(max_games),
        "use only the first N games; 0: all"),
    OPTION_THREADS(net_test_settings, threads),
    OPTION_QUIET(net_test_settings, quiet),
    OPTION_JSON(net_test_settings, json),
    {0}};
static const option_group net_test_groups[] = {
    {NULL, net_test_options, 0},
    {"Choosing games", corpus_input_options, FIELD(input)},
    {0}};

/* What a network scored, and on which games. */
typedef struct net_result {
    const char *name;    /* as the user wrote it */
    int blocks, channels;
    int64_t unsuitable;  /* games on boards that it cannot play */
    network_stats all;
    network_stats *size[BOARD_MAX_SIZE + 1]; /* NULL: no games of that size */
} net_result;

typedef struct net_test_job {
    net_test_settings s;
    const nn_backend *backend;
    int threads;
    nn_store games;
    corpus_counts counts;
    phase_bar bar;
    int n_nets;
    net_result *net; /* [n_nets] */
} net_test_job;

/* ---- reading ---- */

/* The first argument is a network; more of them follow as long as their names are such. */
static int count_networks(char **argument, int n)
{
    static const char *const endings[] = {".bin", ".bin.gz", ".txt", ".txt.gz"};
    int networks = 1;
    for (; networks < n; networks++) {
        const char *name = argument[networks];
        bool found = nn_net_comes_along(name);
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
            found |= ending_at(name, endings[i]) > 0;
        if (!found)
            break;
    }
    return networks;
}

static go_status read_games(net_test_job *j, const char *const *inputs, int n_inputs,
                            go_error *err)
{
    rules unnamed;
    rules_by_name("chinese", &unnamed);
    const playable_options o = {.size = j->s.input.filter.size,
                                .filter = &j->s.input.filter,
                                .charset = j->s.input.charset,
                                .strict = j->s.input.strict,
                                .max_games = j->s.max_games,
                                .on_broken = phase_bar_broken,
                                .progress = phase_bar_show,
                                .user = &j->bar};
    go_status status = nn_store_read(&j->games, NULL, inputs, n_inputs, &o, &unnamed, NULL,
                                     &j->counts, err);
    phase_bar_end(&j->bar);
    return status;
}

static int64_t games_of(const nn_store *s, int size)
{
    int64_t n = 0;
    for (int64_t i = 0; i < s->n_games; i++)
        n += nn_store_game(s, i)->size == size;
    return n;
}

/* ---- measuring ---- */

/* The network for boards of one size, which *m may already be. */
static go_status load(nn_model **m, char path[DATA_FILE_PATH], const char *name, int size,
                      go_error *err)
{
    char found[DATA_FILE_PATH];
    GO_TRY(nn_net_find(name, size, found, err));
    if (*m && strcmp(found, path) == 0)
        return GO_OK;
    nn_model_destroy(*m);
    *m = NULL;
    snprintf(path, DATA_FILE_PATH, "%s", found);
    return nn_model_read(m, path, err);
}

static go_status measure_size(net_test_job *j, net_result *r, const nn_model *m, int size,
                              go_error *err)
{
    const nn_predict_options how = {.backend = j->backend, .batch = j->s.batch, .size = size};
    const games_run run = {j->threads, phase_bar_show, &j->bar};
    network_stats *own = r->size[size] = calloc(1, sizeof *own);
    if (!own)
        return go_fail(err, GO_ENOMEM, "out of memory for the results");
    r->blocks = m->blocks;
    r->channels = m->trunk_channels;
    GO_TRY(nn_predict_games(own, NULL, m, &j->games, &how, &run, err));
    const double seconds = r->all.moves.seconds + own->moves.seconds;
    prediction_stats_add(&r->all.moves, &own->moves);
    outcome_stats_add(&r->all.ends, &own->ends);
    r->all.moves.seconds = seconds;
    return GO_OK;
}

static go_status measure(net_test_job *j, net_result *r, go_error *err)
{
    nn_model *m = NULL;
    char path[DATA_FILE_PATH] = "";
    go_error unsuitable = {0};
    go_status status = GO_OK;
    for (int size = BOARD_MIN_SIZE; size <= j->games.largest && status == GO_OK; size++) {
        const int64_t found = games_of(&j->games, size);
        if (!found)
            continue;
        status = load(&m, path, r->name, size, err);
        if (status != GO_OK)
            break;
        if (nn_model_plays(m, size, &unsuitable) == GO_OK)
            status = measure_size(j, r, m, size, err);
        else
            r->unsuitable += found;
    }
    phase_bar_end(&j->bar);
    nn_model_destroy(m);
    if (status == GO_OK && r->all.moves.games == 0)
        return go_fail(err, unsuitable.status, "%s", unsuitable.message);
    return status;
}

/* ---- text ---- */

static bool is_known(const cluster_sums *s)
{
    return s->n > 0;
}

static void print_ends(const outcome_stats *e)
{
    if (!is_known(&e->all[OUTCOME_VALUE_BRIER]))
        printf("\nno game tells who won under which komi\n");
    else
        printf("\n%20s  %10s  %8s   %s\n", "", "positions", "mean", "95 % interval");
    for (int m = 0; m < N_OUTCOMES; m++) {
        char text[INTERVAL_TEXT];
        const prediction_interval v = cluster_mean(&e->all[m]);
        if (is_known(&e->all[m]))
            printf("%20s  %10.0f  %8.4f   %s\n", outcome_name((outcome_measure)m), e->all[m].n,
                   v.mean, prediction_show_interval(text, &v, 1, 4, ""));
    }
}

static void print_end_stages(const outcome_stats *e)
{
    printf("\n%10s", "moves");
    for (int m = 0; m < N_OUTCOMES; m++)
        printf("  %19s", is_known(&e->all[m]) ? outcome_name((outcome_measure)m) : "");
    putchar('\n');
    for (int i = 0; i < PREDICTION_STAGES; i++) {
        char name[24];
        if (!is_known(&e->stage[i][OUTCOME_VALUE_BRIER]))
            continue;
        printf("%10s", prediction_stage_name(i, name));
        for (int m = 0; m < N_OUTCOMES; m++) {
            if (is_known(&e->stage[i][m]))
                printf("  %19.4f", cluster_mean(&e->stage[i][m]).mean);
            else
                printf("  %19s", "");
        }
        putchar('\n');
    }
}

static void print_calibration(const outcome_stats *e)
{
    if (!is_known(&e->all[OUTCOME_VALUE_BRIER]))
        return;
    printf("\n%15s  %10s  %10s  %9s   %s\n", "win rate", "positions", "predicted", "won",
           "95 % interval");
    for (int b = 0; b < OUTCOME_BINS; b++) {
        char text[INTERVAL_TEXT], range[32];
        const outcome_bin *bin = &e->bin[b];
        const prediction_interval v = cluster_result_share(&bin->observed);
        snprintf(range, sizeof range, "%d - %d %%", b * 100 / OUTCOME_BINS,
                 (b + 1) * 100 / OUTCOME_BINS);
        if (bin->observed.n > 0)
            printf("%15s  %10.0f  %8.1f %%  %7.1f %%   %s\n", range, bin->observed.n,
                   100 * bin->predicted / bin->observed.n, 100 * v.mean,
                   prediction_show_interval(text, &v, 100, 1, " %"));
    }
}

static void print_row(const char *name, const network_stats *s)
{
    const prediction_sums *p = &s->moves.all;
    const cluster_sums *e = s->ends.all;
    printf("%10lld  %6.2f  %6.2f  %6.2f  %6.2f  %12.3f", (long long)p->positions,
           100 * prediction_top(p, 1), 100 * prediction_top(p, 5), 100 * prediction_top(p, 10),
           100 * prediction_top(p, 20), prediction_mean_log(p));
    for (int m = OUTCOME_VALUE_BRIER; m <= OUTCOME_OWNER_BRIER; m++) {
        const int width = m == OUTCOME_OWNER_BRIER ? 10 : 7;
        if (m == OUTCOME_SCORE_LOG || m == OUTCOME_VALUE_LOG)
            continue;
        if (is_known(&e[m]))
            printf("  %*.4f", width, cluster_mean(&e[m]).mean);
        else
            printf("  %*s", width, "-");
    }
    printf("  %s\n", name);
}

static void print_head(const char *what)
{
    printf("\n%10s  %6s  %6s  %6s  %6s  %12s  %7s  %7s  %10s  %s\n", "positions", "top-1", "top-5",
           "top-10", "top-20", "log-evidence", "Brier", "lead", "ownership", what);
}

static void print_sizes(const net_result *r)
{
    int sizes = 0;
    for (int size = 0; size <= BOARD_MAX_SIZE; size++)
        sizes += r->size[size] != NULL;
    if (sizes < 2)
        return;
    print_head("board");
    for (int size = 0; size <= BOARD_MAX_SIZE; size++) {
        char name[16];
        snprintf(name, sizeof name, "%dx%d", size, size);
        if (r->size[size])
            print_row(name, r->size[size]);
    }
}

static void print_net(const net_test_job *j, const net_result *r)
{
    const prediction_stats *e = &r->all.moves;
    printf("\nnetwork: %s, %d block%s, %d channels, by %s\n", r->name, r->blocks,
           plural_s(r->blocks), r->channels, j->backend->name);
    if (r->unsuitable)
        printf("%lld game%s left out, on boards that it cannot play\n", (long long)r->unsuitable,
               plural_s(r->unsuitable));
    printf("%.0f positions a second on %d thread%s\n", prediction_show_rate(e), j->threads,
           j->threads > 1 ? "s" : "");
    prediction_show_all(e);
    prediction_show_stages(e);
    print_ends(&r->all.ends);
    print_end_stages(&r->all.ends);
    print_calibration(&r->all.ends);
    print_sizes(r);
}

static int print_text(const net_test_job *j)
{
    const store_knowledge k = nn_store_knows(&j->games);
    printf("%lld game%s, %lld position%s (%lld game%s left out, %lld broken)\n", (long long)k.games,
           plural_s(k.games), (long long)k.moves, plural_s(k.moves), (long long)j->counts.filtered,
           plural_s(j->counts.filtered), (long long)j->counts.broken);
    prediction_show_repeats(j->counts.repeats);
    printf("the winner of %lld is known, the score of %lld, the owners of the points of %lld\n",
           (long long)k.winner, (long long)k.score, (long long)k.ownership);
    for (int i = 0; i < j->n_nets; i++)
        print_net(j, &j->net[i]);
    if (j->n_nets > 1)
        print_head("network");
    for (int i = 0; i < j->n_nets && j->n_nets > 1; i++)
        print_row(j->net[i].name, &j->net[i].all);
    return EXIT_OK;
}

/* ---- JSON ---- */

static json_t *ends_json(const cluster_sums e[N_OUTCOMES])
{
    json_t *object = json_object();
    for (int m = 0; m < N_OUTCOMES; m++) {
        const prediction_interval v = cluster_mean(&e[m]);
        if (is_known(&e[m]))
            json_object_set_new(object, outcome_key((outcome_measure)m),
                                json_pack("{s:I, s:f, s:o}", "positions", (json_int_t)e[m].n,
                                          "mean", v.mean, "interval",
                                          prediction_show_interval_json(&v)));
    }
    return object;
}

static json_t *calibration_json(const outcome_stats *e)
{
    json_t *bins = json_array();
    for (int b = 0; b < OUTCOME_BINS; b++) {
        const outcome_bin *bin = &e->bin[b];
        const prediction_interval v = cluster_result_share(&bin->observed);
        if (bin->observed.n > 0)
            json_array_append_new(bins, json_pack("{s:I, s:f, s:f, s:o}", "positions",
                                                  (json_int_t)bin->observed.n, "predicted",
                                                  bin->predicted / bin->observed.n, "won", v.mean,
                                                  "interval", prediction_show_interval_json(&v)));
    }
    return bins;
}

static json_t *stats_json(const network_stats *s)
{
    json_t *object = json_object(), *stage;
    size_t i;
    prediction_show_json(object, &s->moves);
    json_object_set_new(object, "ends", ends_json(s->ends.all));
    json_object_set_new(object, "calibration", calibration_json(&s->ends));
    json_array_foreach(json_object_get(object, "stages"), i, stage) {
        const json_int_t first = json_integer_value(json_object_get(stage, "first_move"));
        json_object_set_new(stage, "ends",
                            ends_json(s->ends.stage[prediction_stage((int)first - 1)]));
    }
    return object;
}

static json_t *net_json(const net_result *r)
{
    json_t *object = json_pack("{s:o, s:i, s:i, s:I}", "network", text_json(r->name),
                               "blocks", r->blocks, "channels", r->channels, "unsuitable", (json_int_t)r->unsuitable);
    json_t *stats = stats_json(&r->all), *sizes = json_array();
    json_object_update(object, stats);
    json_decref(stats);
    for (int size = 0; size <= BOARD_MAX_SIZE; size++) {
        if (!r->size[size])
            continue;
        json_t *one = stats_json(r->size[size]);
        json_object_set_new(one, "size", json_integer(size));
        json_array_append_new(sizes, one);
    }
    json_object_set_new(object, "sizes", sizes);
    return object;
}

static int print_json(const net_test_job *j)
{
    json_t *nets = json_array();
    for (int i = 0; i < j->n_nets; i++)
        json_array_append_new(nets, net_json(&j->net[i]));
    const store_knowledge k = nn_store_knows(&j->games);
    return cli_print_json(
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s, s:i, s:o}", "games",
                  (json_int_t)k.games, "positions", (json_int_t)k.moves, "filtered",
                  (json_int_t)j->counts.filtered, "broken", (json_int_t)j->counts.broken, "repeats",
                  (json_int_t)j->counts.repeats, "winner_known", (json_int_t)k.winner,
                  "score_known", (json_int_t)k.score, "ownership_known", (json_int_t)k.ownership,
                  "backend", j->backend->name, "threads", j->threads, "networks", nets));
}

/* ---- the command ---- */

/* Networks are looked at before the games: a wrong name is told at once. */
static go_status check_networks(const net_test_job *j, go_error *err)
{
    for (int i = 0; i < j->n_nets; i++) {
        nn_model *m = NULL;
        char path[DATA_FILE_PATH] = "";
        if (nn_net_is_own(j->net[i].name))
            continue;
        GO_TRY(load(&m, path, j->net[i].name, 0, err));
        nn_model_destroy(m);
    }
    return GO_OK;
}

static go_status run_job(net_test_job *j, char **argument, int n, go_error *err)
{
    j->n_nets = count_networks(argument, n);
    if (j->n_nets == n)
        return go_fail(err, GO_EINVAL, "no games given; name them after the network%s",
                       n > 1 ? "s" : "");
    j->net = calloc((size_t)j->n_nets, sizeof *j->net);
    if (!j->net)
        return go_fail(err, GO_ENOMEM, "out of memory for the results");
    for (int i = 0; i < j->n_nets; i++)
        j->net[i].name = argument[i];
    GO_TRY(nn_backend_choose(&j->backend, j->s.backend, err));
    GO_TRY(j->backend->available(j->backend, err));
    GO_TRY(check_networks(j, err));
    GO_TRY(read_games(j, (const char *const *)argument + j->n_nets, n - j->n_nets, err));
    for (int i = 0; i < j->n_nets; i++)
        GO_TRY(measure(j, &j->net[i], err));
    return GO_OK;
}

static void destroy(net_test_job *j)
{
    for (int i = 0; i < j->n_nets && j->net; i++)
        for (int size = 0; size <= BOARD_MAX_SIZE; size++)
            free(j->net[i].size[size]);
    free(j->net);
    nn_store_free(&j->games);
}

static int run_net_test(int argc, char **argv)
{
    net_test_job j = {0};
    go_error err = {0};
    int code, n;
    if (!cli_begin(&cli_net_test, argc, argv, &j.s, &n, &code))
        return code;
    j.threads = cli_threads(j.s.threads);
    j.bar.quiet = j.s.quiet;
    interrupt_catch();
    go_status status = run_job(&j, argv + 1, n, &err);
    phase_bar_end(&j.bar);
    code = status != GO_OK ? cli_fail(&err) : j.s.json ? print_json(&j) : print_text(&j);
    destroy(&j);
    return code;
}

const cli_command cli_net_test = {
    .spec =
        {.name = "test",
         .sentence = "measures how well networks predict games",
         .inputs = "NET... INPUT...",
         .min_inputs = 2,
         .groups = net_test_groups,
         .description =
             "Evaluates every position of the games with a network and compares its answers with "
             "the game: the move played, ranked among all legal moves, with the same table as "
             "`katachi predict` for gammas; the winner (Brier score and log-loss), the final "
             "score and the owners of points, where the games record them; and its calibration: "
             "of the positions to which it gave a win rate of 60 to 70 %, say, how many were "
             "won. The first argument is a network, and so are the following ones that end in "
             ".bin, .bin.gz, .txt or .txt.gz or are the name of an installed network (own, "
             "own-9x9, people-9x9, ...); the rest are SGF files, folders, archives, compressed "
             "files, or \"-\" for standard input. The intervals treat games, not positions, as "
             "independent.",
         .examples = "  katachi net test my.bin.gz other-games.sgf\n"
                     "  katachi net test own my.bin.gz --size 9 --max-games 200 games/\n"
                     "  katachi net test --json my.bin.gz games.sgf.zst"},
    .run = run_net_test,
};
