/* bench_board.c -- `katachi bench board`: uniformly random playouts per second. */
#include "cli/bench/playout_rate.h"
#include "cli/commands.h"

typedef struct bench_board_settings {
    int size, threads, seed;
    double seconds;
    bool json;
} bench_board_settings;

#define AT(field) offsetof(bench_board_settings, field)
static const option bench_board_options[] = {
    OPT_INT("size", 's', "N", "19", BOARD_MIN_SIZE, BOARD_MAX_SIZE, AT(size), "board size"),
    OPT_INT("threads", 'j', "N", "1", 0, 1024, AT(threads),
        "threads to use, each on its own board; 0: one per processor"),
    OPT_SECONDS("seconds", 't', "TIME", "3", 0.01, 86400, AT(seconds), "how long to measure"),
    OPT_INT("seed", 0, "N", "1", 0, 1000000000, AT(seed), "seed of the random games"),
    OPTION_JSON(bench_board_settings, json),
    {0}};

static int run_bench_board(int argc, char **argv)
{
    bench_board_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_bench_board, argc, argv, &s, &n_inputs, &code))
        return code;
    int threads = cli_threads(s.threads);
    playout_rate t;
    go_error err;
    if (playout_rate_measure(PLAIN_BOARD, s.size, threads, s.seconds, s.seed, NULL, &t, &err) !=
        GO_OK)
        return cli_fail(&err);
    double n = (double)t.playouts, rate = n / t.seconds, moves = (double)t.moves / n;
    double ns = playout_rate_ns_per_move(&t), cpu_rate = n / t.cpu_seconds;
    if (s.json)
        return cli_print_json(json_pack(
            "{s:i, s:i, s:f, s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "size", s.size, "threads",
            threads, "seconds", t.seconds, "playouts", (json_int_t)t.playouts,
            "playouts_per_second", rate, "playouts_per_cpu_second", cpu_rate,
            "moves_per_playout", moves, "ns_per_move", ns, "mean_margin", (double)t.margin / n,
            "black_wins", (double)t.black_wins / n));
    printf("%dx%d, %d thread%s: %.0f playouts a second of %.1f moves\n", s.size, s.size, threads,
           threads == 1 ? "" : "s", rate, moves);
    printf("%.0f playouts a second of processor time, %.1f ns a move\n", cpu_rate, ns);
    printf("black wins %.1f %% by area, %+.2f points on average\n",
           100.0 * (double)t.black_wins / n, (double)t.margin / n);
    return EXIT_OK;
}

const cli_command cli_bench_board = {
    .spec = {.name = "board",
             .sentence = "uniformly random playouts to the end, with scoring",
             .groups = ONE_GROUP(bench_board_options),
             .description =
                 "Plays uniformly random legal moves that do not fill own eyes, from the empty "
                 "board until both sides pass, scores the games by area, and prints the playouts "
                 "per second: an upper limit for any Monte-Carlo search on this board. On a shared "
                 "machine, trust the rate per second of processor time.",
             .examples = "katachi bench board --size 9\n"
                         "katachi bench board --threads 0 --json"},
    .run = run_bench_board,
};
