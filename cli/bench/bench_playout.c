/* bench_playout.c -- `katachi bench playout`: playouts by the fast gammas. */
#include <omp.h>
#include <stdlib.h>

#include "base/clock.h"
#include "board/random_playout.h"
#include "cli/bench/bench_positions.h"
#include "cli/commands.h"
#include "mcts/evaluate/knowledge.h"
#include "mcts/search_settings.h"

typedef struct bench_playout_settings {
    int size, threads, seed, playout;
    double seconds;
    const char *gammas;
    bool json;
} bench_playout_settings;

static const char *const policies[] = {"gammas", "uniform"};

static const option bench_playout_options[] = {
    OPT_INT("size", 's', "N", "19", BOARD_MIN_SIZE, BOARD_MAX_SIZE,
        offsetof(bench_playout_settings, size), "board size"),
    OPT_INT("threads", 'j', "N", "1", 0, 1024, offsetof(bench_playout_settings, threads),
        "threads to use, each on its own board; 0: one per processor"),
    OPT_SECONDS("seconds", 't', "T", "2", 0.01, 86400, offsetof(bench_playout_settings, seconds),
        "how long to measure each kind"),
    OPT_INT("seed", 0, "N", "1", 0, 1000000000, offsetof(bench_playout_settings, seed),
        "play other games"),
    OPT_TEXT("gammas", 'g', "FILE", NULL, offsetof(bench_playout_settings, gammas),
        "of the feature set fast; default: those that came with katachi"),
    OPT_CHOICE("playout", 0, "gammas|uniform", "gammas",
        offsetof(bench_playout_settings, playout), "how moves are drawn"),
    OPTION_JSON(bench_playout_settings, json),
    {0}};
static const option_group bench_playout_groups[] = {{NULL, bench_playout_options, 0}, {0}};

/* Where playouts begin, and whether it is the plain board that plays them. */
typedef enum bench_kind { FROM_EMPTY, FROM_GAMES, PLAIN_BOARD } bench_kind;

typedef struct tally {
    int64_t playouts, moves;
    int64_t margin; /* black's area less white's, summed */
    int64_t black_wins;
    double seconds, cpu_seconds; /* these differ where others use the machine too */
    double clock_hz;             /* of the processor's time stamps; 0: unknown */
} tally;

/* The positions from which one kind of playout begins. */
typedef struct starts {
    int n;
    colour to_move[BENCH_POSITIONS_MAX];
    board b[BENCH_POSITIONS_MAX];
} starts;

static starts *make_starts(bench_kind kind, int size)
{
    starts *from = calloc(1, sizeof *from);
    if (!from)
        return NULL;
    from->n = kind == FROM_GAMES ? bench_positions(size) : 1;
    for (int i = 0; i < from->n; i++) {
        board_init(&from->b[i], size);
        from->to_move[i] = kind == FROM_GAMES ? bench_position(size, i, &from->b[i]) : BLACK;
    }
    return from;
}

/* ---- measuring ---- */

static uint64_t time_stamp(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return 0;
#endif
}

/* One playout from the i-th starting position. */
static int play_once(playout *p, bench_kind kind, const board *start, colour to_move, tally *t,
                     rng *random)
{
    board b;
    int n_moves;
    if (kind == PLAIN_BOARD) {
        board_copy(&b, start);
        t->moves += random_playout(&b, to_move, random);
        return random_playout_score(&b);
    }
    int margin = playout_run(p, start, to_move, NULL, random);
    playout_moves(p, &n_moves);
    t->moves += n_moves;
    return margin;
}

static tally play_until(double deadline, playout *p, bench_kind kind, const starts *from,
                        rng random)
{
    enum { ROUND = 16 };
    tally t = {0};
    double began = clock_thread();
    do {
        for (int i = 0; i < ROUND; i++, t.playouts++) {
            int k = (int)(t.playouts % from->n);
            int margin = play_once(p, kind, &from->b[k], from->to_move[k], &t, &random);
            t.margin += margin;
            t.black_wins += margin > 0;
        }
    } while (omp_get_wtime() < deadline);
    t.cpu_seconds = clock_thread() - began;
    return t;
}

static void add_tally(tally *sum, const tally *t)
{
    sum->playouts += t->playouts;
    sum->moves += t->moves;
    sum->margin += t->margin;
    sum->black_wins += t->black_wins;
    sum->cpu_seconds += t->cpu_seconds;
}

static go_status measure(const bench_playout_settings *s, int threads, const playout_gammas *g,
                         bench_kind kind, tally *sum, go_error *err)
{
    go_status status = GO_OK;
    starts *from = make_starts(kind, s->size);
    const double began = omp_get_wtime();
    const uint64_t stamp = time_stamp();
    *sum = (tally){0};
    if (!from)
        return go_fail(err, GO_ENOMEM, "out of memory for the positions of the measurement");
#pragma omp parallel num_threads(threads)
    {
        playout *p = NULL;
        uint64_t stream = rng_mix64((uint64_t)s->seed) + (uint64_t)omp_get_thread_num();
        go_status mine = playout_create(&p, g, NULL);
        tally t = {0};
        if (mine == GO_OK)
            t = play_until(began + s->seconds, p, kind, from, rng_seed(stream));
        playout_destroy(p);
#pragma omp critical
        {
            add_tally(sum, &t);
            status = mine == GO_OK ? status : mine;
        }
    }
    sum->seconds = omp_get_wtime() - began;
    free(from);
    sum->clock_hz = (double)(time_stamp() - stamp) / sum->seconds;
    return status == GO_OK ? GO_OK : go_fail(err, status, "out of memory for playouts");
}

/* ---- results ---- */

static double per_second(const tally *t) { return (double)t->playouts / t->seconds; }
static double per_cpu_second(const tally *t) { return (double)t->playouts / t->cpu_seconds; }
static double length_of(const tally *t) { return (double)t->moves / (double)t->playouts; }
static double ns_of(const tally *t) { return 1e9 * t->cpu_seconds / (double)t->moves; }
static double cycles_of(const tally *t) { return ns_of(t) * 1e-9 * t->clock_hz; }

static json_t *json_of(const tally *t)
{
    double n = (double)t->playouts;
    return json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "playouts",
                     (json_int_t)t->playouts, "playouts_per_second", per_second(t),
                     "playouts_per_cpu_second", per_cpu_second(t), "moves_per_playout",
                     length_of(t), "moves_per_second", (double)t->moves / t->seconds,
                     "ns_per_move", ns_of(t), "cycles_per_move", cycles_of(t), "mean_margin",
                     (double)t->margin / n, "black_wins", (double)t->black_wins / n);
}

static void print_tally(const char *what, const tally *t)
{
    double n = (double)t->playouts;
    printf("%s: %.0f playouts a second (%.0f of processor time) of %.1f moves\n", what,
           per_second(t), per_cpu_second(t), length_of(t));
    printf("    %.0f moves a second; a move takes %.1f ns", (double)t->moves / t->seconds,
           ns_of(t));
    if (t->clock_hz > 0)
        printf(", %.0f cycles of the clock", cycles_of(t));
    printf("\n    black wins %.1f %% by area, %+.2f points on average\n",
           100.0 * (double)t->black_wins / n, (double)t->margin / n);
}

static int print_json(const bench_playout_settings *s, int threads, const tally t[3])
{
    json_t *result = json_of(&t[FROM_EMPTY]);
    json_object_set_new(result, "size", json_integer(s->size));
    json_object_set_new(result, "threads", json_integer(threads));
    json_object_set_new(result, "playout", json_string(policies[s->playout]));
    if (t[FROM_GAMES].playouts)
        json_object_set_new(result, "middle_game", json_of(&t[FROM_GAMES]));
    json_object_set_new(result, "board", json_of(&t[PLAIN_BOARD]));
    json_object_set_new(result, "times_board",
                        json_real(per_cpu_second(&t[FROM_EMPTY]) /
                                  per_cpu_second(&t[PLAIN_BOARD])));
    return cli_print_json(result);
}

static int print_text(const bench_playout_settings *s, int threads, const tally t[3])
{
    printf("%dx%d, %d thread%s, moves by %s\n", s->size, s->size, threads,
           threads == 1 ? "" : "s", policies[s->playout]);
    print_tally("from the empty board", &t[FROM_EMPTY]);
    if (t[FROM_GAMES].playouts)
        print_tally("from the middle of games", &t[FROM_GAMES]);
    print_tally("the board alone (bench board)", &t[PLAIN_BOARD]);
    printf("playouts from the empty board run at %.3f times the rate of the board alone\n",
           per_cpu_second(&t[FROM_EMPTY]) / per_cpu_second(&t[PLAIN_BOARD]));
    return cli_finish(EXIT_OK);
}

static int run_bench_playout(int argc, char **argv)
{
    bench_playout_settings s;
    int n_inputs, code;
    if (!cli_begin(&cli_bench_playout, argc, argv, &s, &n_inputs, &code))
        return code;
    go_error err;
    playout_gammas *fast = NULL;
    char notice[KNOWLEDGE_NOTICE_MAX] = "";
    tally t[3] = {{0}};
    int threads = cli_threads(s.threads);
    search_settings search;
    search_settings_default(&search);
    search.evaluate.playout.policy = s.playout ? PLAYOUT_UNIFORM : PLAYOUT_GAMMAS;
    search.evaluate.playout.gammas = s.gammas;
    go_status status = knowledge_read_playouts(&fast, &search.evaluate.playout, s.size, notice,
                                               &err);
    if (status == GO_OK && notice[0])
        fprintf(stderr, "katachi: %s\n", notice);
    for (int kind = 0; kind < 3 && status == GO_OK; kind++)
        if (kind != FROM_GAMES || bench_positions(s.size))
            status = measure(&s, threads, fast, (bench_kind)kind, &t[kind], &err);
    if (status != GO_OK)
        code = cli_fail(&err);
    else
        code = s.json ? print_json(&s, threads, t) : print_text(&s, threads, t);
    playout_gammas_destroy(fast);
    return code;
}

const cli_command cli_bench_playout = {
    .spec = {.name = "playout",
             .sentence = "playouts by gammas, as the search plays them",
             .groups = bench_playout_groups,
             .description =
                 "Plays games to the end with moves drawn by the fast gammas, first from the empty "
                 "board, then from the middle of real games (on 9x9, 13x13 and 19x19), and counts "
                 "how many a second one can play. The last measurement is that of 'katachi bench "
                 "board', the speed limit, in the same run: on a machine that others use too, the "
                 "ratio of the two tells most.",
             .examples = "katachi bench playout --size 9\n"
                         "katachi bench playout --threads 0 --json"},
    .run = run_bench_playout,
};
