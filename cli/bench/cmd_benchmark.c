/* cmd_benchmark.c -- `katachi benchmark`: how fast this machine searches, and with how many
 * threads it does so best.                                                    */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/plural.h"
#include "base/text_json.h"
#include "base/usable_memory.h"
#include "cli/commands.h"
#include "cli/config_file.h"
#include "mcts/search.h"
#include "nn/formats/own_net.h"
#include "nn/session.h"

enum {
    MOVES = 3,        /* searched in a row for a rate */
    MOST_RATES = 32,
    MOST_THREADS = 256
};

/* Fewer threads are taken when they are as fast but for this part: each one more makes
 * decisions on older news.                                                    */
static const double as_fast = 0.97;
/* More threads than processors pay only where positions go to a GPU in batches. */
static const double still_grows = 1.1;
/* Of the processors' time, if nothing else runs. */
static const double least_share = 0.8;

typedef struct benchmark_settings {
    int size;
    const char *net;
    double seconds;
    bool write, json, quiet;
} benchmark_settings;

typedef struct search_rate {
    int threads;
    double per_second; /* playouts, each of which is a visit of the root */
    double bytes;      /* of the tree, for each */
    double share;      /* of its threads' time that it had a processor */
} search_rate;

typedef struct rates {
    const char *name;  /* of what judges positions */
    int n, best;
    bool busy;         /* other programs had the processors, too */
    search_rate rate[MOST_RATES];
} rates;

#define AT(field) offsetof(benchmark_settings, field)
static const option benchmark_options[] = {
    OPT_INT("size", 0, "N", "19", BOARD_MIN_SIZE, BOARD_MAX_SIZE, AT(size), "board size"),
    OPT_TEXT("net", 0, "FILE", "own", AT(net),
             "measure the search with this network, too; none: only playouts", .words = "none",
             .word = nn_net_word),
    OPT_SECONDS("seconds", 't', "TIME", "4s", 0.01, 3600, AT(seconds),
                "time for each number of threads"),
    OPT_FLAG("write", 0, NULL, AT(write),
             "save the best number of threads in your configuration file, as the default of all "
             "commands"),
    OPTION_JSON(benchmark_settings, json),
    OPTION_QUIET(benchmark_settings, quiet),
    {0}};

/* ---- measuring ---- */

static bool not_interrupted(void *user, search *s)
{
    (void)user, (void)s;
    return !interrupt_requested();
}

static go_status search_moves(search *s, game *g, double seconds, search_rate *r, go_error *err)
{
    double playouts = 0, took = 0, bytes = 0, worked = 0;
    for (int i = 0; i < MOVES && !interrupt_requested(); i++) {
        search_decision d;
        search_limits limits = {.seconds = seconds / MOVES, .exact = true,
                                .report = not_interrupted, .report_seconds = 0.1};
        search_clear(s); /* else the tree holds more than was searched */
        const double began = clock_process();
        GO_TRY(search_run(s, g, g->to_move, &limits, err));
        worked += clock_process() - began;
        const search_counts c = search_counted(s);
        playouts += (double)c.playouts;
        took += c.seconds;
        bytes += (double)c.bytes;
        search_decide(s, &d);
        GO_TRY(game_play(g, g->to_move, d.resign ? PASS : d.at, err));
    }
    r->per_second = took > 0 ? playouts / took : 0;
    r->share = took > 0 ? worked / (took * r->threads) : 1;
    r->bytes = playouts > 0 ? bytes / playouts : 0;
    return GO_OK;
}

static go_status measure(const benchmark_settings *b, const char *net, int threads,
                         search_rate *r, go_error *err)
{
    search_settings settings;
    rules chinese;
    game *g = NULL;
    search *s = NULL;
    search_settings_default(&settings);
    settings.threads = r->threads = threads;
    settings.evaluate.net.file = net;
    rules_by_name("chinese", &chinese);
    go_status status = game_create(&g, b->size, &chinese, err);
    if (status == GO_OK)
        status = search_create(&s, &settings, err);
    if (status == GO_OK)
        status = search_prepare(s, b->size, err);
    if (status == GO_OK)
        status = search_moves(s, g, b->seconds, r, err);
    search_destroy(s);
    game_destroy(g);
    return status;
}

/* 1 2 3 4 6 8 12 16 24 ..., and the number of processors itself. */
static int next_threads(int threads, int processors)
{
    int power = 1;
    while (2 * power <= threads)
        power *= 2;
    int next = threads < 2 ? threads + 1 : threads == power ? power + power / 2 : 2 * power;
    return threads < processors && next > processors ? processors : next;
}

static void find_best(rates *r)
{
    double most = 0;
    for (int i = 0; i < r->n; i++)
        most = r->rate[i].per_second > most ? r->rate[i].per_second : most;
    for (r->best = 0; r->rate[r->best].per_second < as_fast * most; r->best++)
        ;
}

static bool goes_on(const rates *r, bool gpu, int threads, int processors)
{
    if (r->n == MOST_RATES || threads > MOST_THREADS || interrupt_requested())
        return false;
    if (threads <= processors || !gpu)
        return threads <= processors;
    return r->n < 2 ||
           r->rate[r->n - 1].per_second > still_grows * r->rate[r->n - 2].per_second;
}

static go_status measure_all(const benchmark_settings *b, const char *net, rates *r, go_error *err)
{
    const int processors = cli_threads(0);
    const bool gpu = net && nn_backend_first()->gpu;
    r->name = net ? net : "playouts";
    for (int t = 1; goes_on(r, gpu, t, processors); t = next_threads(t, processors)) {
        if (!b->quiet)
            fprintf(stderr, "%s on %dx%d: %d thread%s ...\n", r->name, b->size, b->size, t,
                    t == 1 ? "" : "s");
        GO_TRY(measure(b, net, t, &r->rate[r->n++], err));
    }
    if (interrupt_requested())
        return go_fail(err, GO_EINTR, "interrupted; nothing was written");
    find_best(r);
    r->busy = !gpu && r->rate[r->n - 1].share < least_share;
    return GO_OK;
}

/* ---- showing ---- */

static void print_rates(const rates *r, int size)
{
    const char *unit = strcmp(r->name, "playouts") == 0 ? "playouts" : "visits";
    printf("\n%s on %dx%d\n  threads  %8s/s  speed-up\n", r->name, size, size, unit);
    for (int i = 0; i < r->n; i++)
        printf("  %7d  %10.0f  %8.2f%s\n", r->rate[i].threads, r->rate[i].per_second,
               r->rate[i].per_second / r->rate[0].per_second, i == r->best ? "  <- best" : "");
    const search_rate *best = &r->rate[r->best];
    printf("A move of 1 s gets %.0f %s, one of 10 s %.0f. A minute of search needs %.0f MB.\n",
           best->per_second, unit, 10 * best->per_second,
           60 * best->per_second * best->bytes / (1 << 20));
}

static json_t *rates_json(const rates *r)
{
    json_t *list = json_array();
    for (int i = 0; i < r->n; i++)
        json_array_append_new(list, json_pack("{s:i, s:f, s:f}", "threads", r->rate[i].threads,
                                              "per_second", r->rate[i].per_second,
                                              "bytes_per_visit", r->rate[i].bytes));
    return json_pack("{s:o, s:i, s:b, s:o}", "by", text_json(r->name), "best_threads",
                     r->rate[r->best].threads, "busy", r->busy, "rates", list);
}

static int show(const benchmark_settings *b, const rates *r, int n)
{
    if (b->json) {
        json_t *list = json_array();
        for (int i = 0; i < n; i++)
            json_array_append_new(list, rates_json(&r[i]));
        return cli_print_json(json_pack("{s:i, s:i, s:f, s:o}", "size", b->size, "processors",
                                        cli_threads(0), "memory", (double)usable_memory(),
                                        "searches", list));
    }
    const int processors = cli_threads(0);
    const double gigabytes = (double)usable_memory() / (1 << 30);
    printf("%d processor%s, %.*f GB of memory\n", processors, plural_s(processors),
           gigabytes < 10 ? 1 : 0, gigabytes);
    for (int i = 0; i < n; i++)
        print_rates(&r[i], b->size);
    for (int i = 0; i < n; i++)
        printf("%s with %s: --threads %d", i ? ";" : "\nBest", r[i].name,
               r[i].rate[r[i].best].threads);
    puts(".");
    for (int i = 0; i < n; i++)
        if (r[i].busy) {
            puts("Other programs had a part of the processors: measure again when nothing else runs.");
            break;
        }
    return EXIT_OK;
}

/* ---- the command ---- */

/* Where --write writes; fails before anything is measured if it cannot. */
static go_status find_config(char path[CONFIG_PATH_MAX], go_error *err)
{
    if (!config_file_path(path))
        return go_fail(err, GO_EIO,
                       "--write: no place for a configuration file; set HOME or XDG_CONFIG_HOME");
    return config_file_try(path, err);
}

static go_status write_threads(const char *path, const rates *r, bool quiet, go_error *err)
{
    char value[16];
    if (r->busy)
        return go_fail(err, GO_EIO, "--write: nothing was saved, because other programs had a part "
                       "of the processors");
    snprintf(value, sizeof value, "%d", r->rate[r->best].threads);
    GO_TRY(config_file_set(path, "threads", value, err));
    if (!quiet)
        fprintf(stderr, "katachi: %s has threads = %s now\n", path, value);
    return GO_OK;
}

/* Measures both searches, that with a network first, since it may not be one; *n: how many. */
static go_status measure_searches(const benchmark_settings *b, rates *r, int *n, go_error *err)
{
    char path[DATA_FILE_PATH];
    go_error none;
    const bool wanted = strcmp(b->net, "none") != 0;
    const bool missing = wanted && nn_net_is_own(b->net) &&
                         nn_net_find(b->net, b->size, path, &none) != GO_OK;
    *n = wanted && !missing ? 2 : 1;
    if (*n == 2)
        GO_TRY(measure_all(b, b->net, &r[1], err));
    return measure_all(b, NULL, &r[0], err);
}

static int run_benchmark(int argc, char **argv)
{
    benchmark_settings b = {0};
    rates r[2] = {{0}};
    char config[CONFIG_PATH_MAX];
    int n_inputs, code, n;
    go_error err;
    if (!cli_begin(&cli_benchmark, argc, argv, &b, &n_inputs, &code))
        return code;
    interrupt_catch();
    go_status status = b.write ? find_config(config, &err) : GO_OK;
    if (status == GO_OK)
        status = measure_searches(&b, r, &n, &err);
    if (status != GO_OK)
        return cli_fail(&err);
    code = show(&b, r, n);
    if (b.write && write_threads(config, &r[0], b.quiet, &err) != GO_OK)
        return cli_fail(&err);
    return code;
}

const cli_command cli_benchmark = {
    .spec = {.name = "benchmark",
             .sentence = "measures this machine and suggests a number of threads",
             .groups = ONE_GROUP(benchmark_options),
             .description = "Searches with 1, 2, 3, 4, 6, 8, ... threads, by playouts and by a "
                            "network, and prints the smallest number that is as fast as any. More "
                            "threads than processors are tried as long as they help, as when a GPU "
                            "computes the network. Run it on an otherwise idle machine.",
             .examples = "katachi benchmark\nkatachi benchmark --size 9 --write"},
    .run = run_benchmark,
};
