/* bench_ladder.c -- `katachi bench ladder`: the cost of reading a ladder. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "board/ladder.h"
#include "cli/commands.h"

typedef struct bench_ladder_settings {
    int size, positions, seed;
    bool json;
} bench_ladder_settings;

#define AT(field) offsetof(bench_ladder_settings, field)
static const option bench_ladder_options[] = {
    OPT_INT("size", 's', "N", "19", BOARD_MIN_SIZE, BOARD_MAX_SIZE, AT(size), "board size"),
    OPT_INT("positions", 'n', "N", "5000", 1, 10000000, AT(positions),
        "random positions to read"),
    OPT_INT("seed", 0, "N", "1", 0, 1000000000, AT(seed), "seed of the random positions"),
    OPTION_JSON(bench_ladder_settings, json),
    {0}};

/* Readings of chains with one or with two liberties. */
typedef struct readings {
    int64_t n, caught;
    double seconds;
} readings;

/* A position after random moves that fill no eyes and are rarely self-atari. */
static void random_position(board *b, int size, rng *random)
{
    int length = (int)rng_below(random, (uint32_t)(size * size)) + size;
    board_init(b, size);
    for (int i = 0; i < length && b->n_empty > 0; i++) {
        colour c = i % 2 ? WHITE : BLACK;
        point p = b->empty[rng_below(random, (uint32_t)b->n_empty)];
        if (board_legal(b, c, p) != MOVE_OK || board_is_eye(b, p, c))
            continue;
        if (board_libs_after(b, c, p, 2) == 2 || rng_below(random, 4) == 0)
            board_play_legal(b, c, p);
    }
}

/* Reads all chains of the position with this many liberties. */
static void read_chains(const board *b, int libs, readings *r)
{
    double began = clock_thread();
    for (int y = 0; y < b->size; y++) {
        for (int x = 0; x < b->size; x++) {
            point p = board_point(b, x, y);
            if (b->at[p] == EMPTY || b->head[b->chain[p]] != p || board_chain_libs(b, p) != libs)
                continue;
            r->n++;
            r->caught += libs == 1 ? !ladder_can_escape(b, p) : ladder_can_capture(b, p, NULL);
        }
    }
    r->seconds += clock_thread() - began;
}

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static int run_bench_ladder(int argc, char **argv)
{
    bench_ladder_settings s = {0};
    readings r[2] = {{0}};
    int n_inputs, code;
    if (!cli_begin(&cli_bench_ladder, argc, argv, &s, &n_inputs, &code))
        return code;
    rng random = rng_seed((uint64_t)s.seed);
    for (int i = 0; i < s.positions; i++) {
        board b;
        random_position(&b, s.size, &random);
        read_chains(&b, 1, &r[0]);
        read_chains(&b, 2, &r[1]);
    }
    double ns[2], caught[2];
    for (int i = 0; i < 2; i++) {
        ns[i] = 1e9 * share(r[i].seconds, (double)r[i].n);
        caught[i] = share((double)r[i].caught, (double)r[i].n);
    }
    if (s.json)
        return cli_print_json(json_pack(
            "{s:i, s:i, s:I, s:f, s:f, s:I, s:f, s:f}", "size", s.size, "positions", s.positions,
            "escapes_read", (json_int_t)r[0].n, "ns_per_escape", ns[0], "escapes_failed",
            caught[0], "captures_read", (json_int_t)r[1].n, "ns_per_capture", ns[1],
            "captures_working", caught[1]));
    printf("%dx%d: %lld escapes read in %.0f ns each, %.1f %% fail\n", s.size, s.size,
           (long long)r[0].n, ns[0], 100 * caught[0]);
    printf("%lld captures read in %.0f ns each, %.1f %% work\n", (long long)r[1].n, ns[1],
           100 * caught[1]);
    return EXIT_OK;
}

const cli_command cli_bench_ladder = {
    .spec = {.name = "ladder",
             .sentence = "reading the ladders of random positions",
             .groups = ONE_GROUP(bench_ladder_options),
             .description = "Makes random positions and reads whether each chain in atari can "
                            "escape, and whether a ladder catches each chain with two liberties. "
                            "Times are processor time and include finding the chains.",
             .examples = "katachi bench ladder\n"
                         "katachi bench ladder --size 9 --json"},
    .run = run_bench_ladder,
};
