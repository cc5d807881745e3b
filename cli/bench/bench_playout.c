/* bench_playout.c -- `katachi bench playout`: playouts by the fast gammas. */
#include "cli/bench/playout_rate.h"
#include "cli/commands.h"
#include "mcts/evaluate/knowledge.h"
#include "mcts/search_settings.h"

typedef struct bench_playout_settings {
    int size, threads, seed, playout;
    double seconds;
    const char *gammas;
    bool json;
} bench_playout_settings;

#define POLICY_WORD(number, word) [number] = word,
static const char *const policies[] = {PLAYOUT_POLICIES(POLICY_WORD)};

#define AT(field) offsetof(bench_playout_settings, field)
static const option bench_playout_options[] = {
    OPT_INT("size", 's', "N", "19", BOARD_MIN_SIZE, BOARD_MAX_SIZE, AT(size), "board size"),
    OPT_INT("threads", 'j', "N", "1", 0, 1024, AT(threads),
        "threads to use, each on its own board; 0: one per processor"),
    OPT_SECONDS("seconds", 't', "TIME", "2", 0.01, 86400, AT(seconds),
        "how long to measure each kind of playout"),
    OPT_INT("seed", 0, "N", "1", 0, 1000000000, AT(seed), "seed of the games"),
    OPT_TEXT("gammas", 'g', "FILE", NULL, AT(gammas),
        "gammas of the feature set 'fast'; default: the installed ones"),
    OPT_CHOICE("playout", 0, CHOICE_WORDS(PLAYOUT_POLICIES), "gammas", AT(playout),
        "how moves are drawn"),
    OPTION_JSON(bench_playout_settings, json),
    {0}};

/* ---- results ---- */

static double per_cpu_second(const playout_rate *r)
{
    return (double)r->playouts / r->cpu_seconds;
}

static double cycles_per_move(const playout_rate *r)
{
    return playout_rate_ns_per_move(r) * 1e-9 * r->clock_hz;
}

static json_t *json_of(const playout_rate *r)
{
    double n = (double)r->playouts, moves = (double)r->moves;
    return json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "playouts",
                     (json_int_t)r->playouts, "playouts_per_second", n / r->seconds,
                     "playouts_per_cpu_second", per_cpu_second(r), "moves_per_playout", moves / n,
                     "moves_per_second", moves / r->seconds, "ns_per_move",
                     playout_rate_ns_per_move(r), "cycles_per_move", cycles_per_move(r),
                     "mean_margin", (double)r->margin / n, "black_wins",
                     (double)r->black_wins / n);
}

static void print_rate(const char *what, const playout_rate *r)
{
    double n = (double)r->playouts, moves = (double)r->moves;
    printf("%s: %.0f playouts a second (%.0f of processor time) of %.1f moves\n", what,
           n / r->seconds, per_cpu_second(r), moves / n);
    printf("    %.0f moves a second; a move takes %.1f ns", moves / r->seconds,
           playout_rate_ns_per_move(r));
    if (r->clock_hz > 0)
        printf(", %.0f cycles of the clock", cycles_per_move(r));
    printf("\n    black wins %.1f %% by area, %+.2f points on average\n",
           100.0 * (double)r->black_wins / n, (double)r->margin / n);
}

static int print_json(const bench_playout_settings *s, int threads, const playout_rate r[3])
{
    json_t *result = json_of(&r[FROM_EMPTY]);
    json_object_set_new(result, "size", json_integer(s->size));
    json_object_set_new(result, "threads", json_integer(threads));
    json_object_set_new(result, "playout", json_string(policies[s->playout]));
    if (r[FROM_GAMES].playouts)
        json_object_set_new(result, "middle_game", json_of(&r[FROM_GAMES]));
    json_object_set_new(result, "board", json_of(&r[PLAIN_BOARD]));
    json_object_set_new(result, "times_board",
                        json_real(per_cpu_second(&r[FROM_EMPTY]) /
                                  per_cpu_second(&r[PLAIN_BOARD])));
    return cli_print_json(result);
}

static int print_text(const bench_playout_settings *s, int threads, const playout_rate r[3])
{
    printf("%dx%d, %d thread%s, moves by %s\n", s->size, s->size, threads,
           threads == 1 ? "" : "s", policies[s->playout]);
    print_rate("from the empty board", &r[FROM_EMPTY]);
    if (r[FROM_GAMES].playouts)
        print_rate("from the middle of games", &r[FROM_GAMES]);
    print_rate("the board alone (bench board)", &r[PLAIN_BOARD]);
    printf("playouts from the empty board run at %.3f times the rate of the board alone\n",
           per_cpu_second(&r[FROM_EMPTY]) / per_cpu_second(&r[PLAIN_BOARD]));
    return EXIT_OK;
}

static int run_bench_playout(int argc, char **argv)
{
    bench_playout_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_bench_playout, argc, argv, &s, &n_inputs, &code))
        return code;
    go_error err;
    playout_gammas *fast = NULL;
    char notice[KNOWLEDGE_NOTICE_MAX] = "";
    playout_rate r[3] = {{0}};
    int threads = cli_threads(s.threads);
    search_settings search;
    search_settings_default(&search);
    search.evaluate.playout.policy = s.playout;
    search.evaluate.playout.gammas = s.gammas;
    go_status status = knowledge_read_playouts(&fast, &search.evaluate.playout, s.size, notice,
                                               &err);
    if (status == GO_OK && notice[0])
        fprintf(stderr, "katachi: %s\n", notice);
    for (int kind = 0; kind < 3 && status == GO_OK; kind++)
        if (kind != FROM_GAMES || bench_positions(s.size))
            status = playout_rate_measure((playout_kind)kind, s.size, threads, s.seconds, s.seed,
                                          fast, &r[kind], &err);
    if (status != GO_OK)
        code = cli_fail(&err);
    else
        code = s.json ? print_json(&s, threads, r) : print_text(&s, threads, r);
    playout_gammas_destroy(fast);
    return code;
}

const cli_command cli_bench_playout = {
    .spec = {.name = "playout",
             .sentence = "playouts by gammas, as the search plays them",
             .groups = ONE_GROUP(bench_playout_options),
             .description =
                 "Plays games to the end with moves drawn by the fast gammas, first from the empty "
                 "board, then from the middle of real games (on 9x9, 13x13 and 19x19), and prints "
                 "the playouts per second. The last measurement repeats 'katachi bench board', the "
                 "speed limit: on a shared machine the ratio of the two is the most reliable "
                 "figure.",
             .examples = "katachi bench playout --size 9\n"
                         "katachi bench playout --threads 0 --json"},
    .run = run_bench_playout,
};
