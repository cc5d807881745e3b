/* bench_search.c -- `katachi bench search`: playouts per second inside the search, and the
 * signature of its behaviour.                                                 */
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "board/coord.h"
#include "cli/commands.h"
#include "mcts/search.h"

typedef struct bench_search_settings {
    int size, moves;
    bool signature, json;
    search_settings search;
} bench_search_settings;

#define AT(field) offsetof(bench_search_settings, field)
static const option bench_search_options[] = {
    OPT_INT("size", 's', "N", "9", BOARD_MIN_SIZE, BOARD_MAX_SIZE, AT(size), "board size"),
    OPT_INT("moves", 'n', "N", "8", 1, 1000, AT(moves),
        "number of moves to search, one after another"),
    OPT_FLAG("signature", 0, NULL, AT(signature),
        "print a number that changes with the behaviour of the search"),
    OPTION_JSON(bench_search_settings, json),
    {0}};
static const option_group bench_search_groups[] = {
    {NULL, bench_search_options, 0},
    {"The search", search_options, AT(search)},
    {0}};

typedef struct run {
    int64_t playouts, bytes;
    search_counts net; /* only sums of net_... */
    double seconds, cpu_seconds, playout_moves, prunings;
    uint64_t signature;
    int depth;
    char line[1000]; /* the moves found */
} run;

/* Mixes the moves, visits and values of an analysis into the hash. */
static uint64_t mix_analysis(uint64_t h, const search_analysis *a)
{
    for (int i = 0; i < a->n_moves; i++) {
        const search_move *m = &a->move[i];
        h = rng_mix64(h ^ m->at);
        h = rng_mix64(h ^ (uint64_t)m->visits);
        h = rng_mix64(h ^ (uint64_t)(m->winrate * 1e6));
    }
    return h;
}

static void add_counts(run *r, const search_counts *c, point at, int size)
{
    char name[COORD_MAX];
    r->playouts += c->playouts;
    r->bytes = c->bytes > r->bytes ? c->bytes : r->bytes;
    r->seconds += c->seconds;
    r->prunings += c->prunings;
    r->playout_moves += c->mean_playout * (double)c->playouts;
    r->depth = c->max_depth > r->depth ? c->max_depth : r->depth;
    r->net.net_queries += c->net_queries;
    r->net.net_evaluated += c->net_evaluated;
    r->net.net_batches += c->net_batches;
    size_t n = strlen(r->line);
    snprintf(r->line + n, sizeof r->line - n, "%s%s", n ? " " : "", coord_to_gtp(size, at, name));
}

/* Searches once and plays the move found. */
static go_status search_once(search *s, game *g, search_analysis *a, run *r, go_error *err)
{
    search_limits limits = search_limits_default(search_configured(s));
    if (!limits.playouts && !limits.visits && limits.seconds <= 0)
        limits.playouts = 2000;
    limits.exact = true;
    const double began = clock_process();
    GO_TRY(search_run(s, g, g->to_move, &limits, err));
    r->cpu_seconds += clock_process() - began;
    GO_TRY(search_analyze(s, NULL, a, err));
    search_decision d;
    search_counts counts = search_counted(s);
    search_decide(s, &d);
    r->signature = mix_analysis(r->signature, a);
    add_counts(r, &counts, d.at, g->board.size);
    return game_play(g, g->to_move, d.at, err);
}

static go_status measure(const bench_search_settings *settings, run *r, go_error *err)
{
    rules chinese;
    game *g = NULL;
    search *s = NULL;
    search_analysis a = {0};
    rules_by_name("chinese", &chinese);
    go_status status = game_create(&g, settings->size, &chinese, err);
    if (status == GO_OK)
        status = search_create(&s, &settings->search, err);
    if (status == GO_OK)
        status = search_prepare(s, settings->size, err);
    for (int i = 0; i < settings->moves && status == GO_OK; i++)
        status = search_once(s, g, &a, r, err);
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
    return status;
}

/* ---- output ---- */

/* NULL: there is no network. */
static json_t *network_json(const search_counts *c)
{
    if (!c->net_queries)
        return NULL;
    return json_pack("{s:I, s:I, s:f, s:f}", "asked", (json_int_t)c->net_queries, "evaluated",
                     (json_int_t)c->net_evaluated, "remembered", search_counts_cached(c),
                     "positions_per_batch", search_counts_batch(c));
}

static int print_json(const bench_search_settings *s, const run *r, const char *signature)
{
    json_t *network = network_json(&r->net);
    json_t *object = json_pack(
        "{s:i, s:i, s:I, s:f, s:f, s:f, s:f, s:I, s:i, s:s, s:s}", "size", s->size, "threads",
        s->search.threads, "playouts", (json_int_t)r->playouts, "seconds", r->seconds,
        "playouts_per_second", (double)r->playouts / r->seconds, "playouts_per_cpu_second",
        (double)r->playouts / r->cpu_seconds, "moves_per_playout",
        r->playout_moves / (double)r->playouts, "tree_bytes", (json_int_t)r->bytes,
        "depth", r->depth, "moves", r->line, "signature", signature);
    if (network)
        json_object_set_new(object, "network", network);
    return cli_print_json(object);
}

static int print_text(const bench_search_settings *s, const run *r, const char *signature)
{
    int threads = s->search.threads;
    printf("%dx%d, %d thread%s: %.0f playouts a second (%.0f of processor time) of %.1f moves; "
           "tree of %.1f MB, depth %d\n",
           s->size, s->size, threads, threads == 1 ? "" : "s", (double)r->playouts / r->seconds,
           (double)r->playouts / r->cpu_seconds, r->playout_moves / (double)r->playouts,
           (double)r->bytes / 1048576, r->depth);
    if (r->net.net_queries)
        printf("%lld network queries, %lld evaluated, %.1f per batch; %.1f %% cache hits\n",
               (long long)r->net.net_queries, (long long)r->net.net_evaluated,
               search_counts_batch(&r->net), 100 * search_counts_cached(&r->net));
    printf("moves: %s\n", r->line);
    if (s->signature)
        printf("signature %s\n", signature);
    return EXIT_OK;
}

static int run_bench_search(int argc, char **argv)
{
    bench_search_settings s = {0};
    int n_inputs, code;
    go_error err;
    run r = {0};
    if (!cli_begin(&cli_bench_search, argc, argv, &s, &n_inputs, &code))
        return code;
    if (s.signature) { /* must not depend on the machine */
        s.search.threads = 1;
        s.search.tree.memory = 256 << 20;
    }
    s.search.threads = cli_threads(s.search.threads);
    if (measure(&s, &r, &err) != GO_OK)
        return cli_fail(&err);
    char signature[20];
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)r.signature);
    return s.json ? print_json(&s, &r, signature) : print_text(&s, &r, signature);
}

/* The search is alone and never gives up. */
static const char *const idle_in_bench[] = {
    "ponder", "resign", "resign-threshold", "resign-lead", "resign-moves", "lag", NULL};

const cli_command cli_bench_search = {
    .spec = {.name = "search",
             .sentence = "playouts inside the search, and the signature of its behaviour",
             .groups = bench_search_groups,
             .help = &search_help,
             .idle = idle_in_bench,
             .description =
                 "Searches a few moves in a row from the empty board, with 2,000 playouts each "
                 "unless a limit is given, and prints the playouts per second, including selection "
                 "and expansion. With --signature it searches on one "
                 "thread with a fixed seed and prints a hash of all moves, visits and values, "
                 "which must stay the same if a change to the program is not meant to affect play. "
                 "With --net it also prints the number of network queries and the share answered "
                 "from the cache.",
             .examples = "katachi bench search --size 19 --playouts 5000 --threads 2\n"
                         "katachi bench search --signature"},
    .run = run_bench_search,
};
