/* bench_board.c -- `katachi bench board`: uniformly random playouts per second. */
#include "cli/bench/playout_rate.h"
#include "cli/commands.h"

typedef struct bench_board_settings {
    int size, threads, seed;
    double seconds;
    bool json;
} bench_board_settings;

static const option bench_board_options[] = {
    OPT_INT("size", 's', "N", "19", BOARD_MIN_SIZE, BOARD_MAX_SIZE,
        offsetof(bench_board_settings, size), "board size"),
    OPT_INT("threads", 'j', "N", "1", 0, 1024, offsetof(bench_board_settings, threads),
        "threads to use, each on its own board; 0: one per processor"),
    OPT_SECONDS("seconds", 't', "T", "3", 0.01, 86400, offsetof(bench_board_settings, seconds),
        "how long to measure"),
    OPT_INT("seed", 0, "N", "1", 0, 1000000000, offsetof(bench_board_settings, seed),
        "play other random games"),
    OPTION_JSON(bench_board_settings, json),
    {0}};
static const option_group bench_board_groups[] = {{NULL, bench_board_options, 0}, {0}};

static int run_bench_board(int argc, char **argv)
{
    bench_board_settings s;
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
    return cli_finish(EXIT_OK);
}

const cli_command cli_bench_board = {
    .spec = {.name = "board",
             .sentence = "uniformly random playouts to the end, with scoring",
             .groups = bench_board_groups,
             .description =
                 "Plays games of uniformly random legal moves that fill no own eye from the empty "
                 "board until both sides pass, scores them by area, and counts how many a second "
                 "one can play: the upper limit of any Monte-Carlo search on this board. On a "
                 "machine that others use too, the rate per second of processor time tells more.",
             .examples = "katachi bench board --size 9\n"
                         "katachi bench board --threads 0 --json"},
    .run = run_bench_board,
};
