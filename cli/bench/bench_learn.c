/* bench_learn.c -- `katachi bench learn`: rows a second that a network learns from, beside the
 * evaluations a second of the same network.
 *
 * Both are measured in turn in one run, a batch of learning and then evaluations for as
 * long, so that other programs on the machine disturb both alike; the ratio is the median
 * of these pairs.                                                              */
#include <stdlib.h>

#include "base/clock.h"
#include "board/random_playout.h"
#include "cli/bench/median.h"
#include "cli/bench/net_rate.h"
#include "cli/commands.h"
#include "nn/formats/model_read.h"
#include "nn/model/fold.h"
#include "nn/model/random_net.h"
#include "nn/session.h"
#include "nn_train/gradients.h"
#include "nn_train/train.h"
#include "sgf_corpus/sgf/game_record.h"

typedef struct bench_learn_settings {
    const char *shape, *backend;
    int size, threads, batch;
    double seconds;
    nn_train_choices choices;
    bool json;
} bench_learn_settings;

#define AT(field) offsetof(bench_learn_settings, field)
static const option bench_learn_options[] = {
    OPT_TEXT("shape", 0, "SHAPE", "b6c64", AT(shape), NN_RANDOM_SHAPE_HELP),
    OPT_INT("size", 's', "N", "9", 2, BOARD_MAX_SIZE, AT(size), "board size"),
    OPT_TEXT("backend", 'b', "NAME", NULL, AT(backend),
             "what trains and evaluates: cudnn, onednn16, onednn or reference; default: the first "
             "that works here",
             .word = nn_backend_word),
    OPT_INT("batch", 0, "N", "256", 4, 65536, AT(batch), "rows per step"),
    OPT_INT("threads", 'j', "N", "1", 0, 1024, AT(threads), "processors to use; 0: all"),
    OPT_SECONDS("seconds", 't', "TIME", "5", 0.01, 86400, AT(seconds), "how long to measure both"),
    OPTION_JSON(bench_learn_settings, json),
    {0}};
static const option_group bench_learn_groups[] = {
    {NULL, bench_learn_options, 0},
    {"How to learn", nn_train_choice_options, AT(choices)},
    {0}};

enum { GAMES = 60, WARM_UP = 2, EVALUATED = 16, MOST_PAIRS = 1000 };

/* What is measured; `pair` has rows a second over evaluations a second. */
typedef struct learn_bench {
    nn_store store;
    char *bytes; /* the network as a file */
    size_t n_bytes;
    nn_model *learns, *plays;
    nn_train_options o;
    const nn_backend *backend;
    net_rate evaluate;
    double until;          /* seconds of both together */
    int reports, n_pairs;
    int64_t last_rows, rows;
    double last_time, last_cpu;
    double seconds, cpu_seconds; /* of learning */
    double pair[MOST_PAIRS];
    go_error *err;
    go_status status;      /* of evaluating */
} learn_bench;

/* ---- games to learn from: by lot, since the work does not depend on the moves ---- */

static void random_game(int size, rng *random, board_move *moves, int *n, int *score)
{
    const int most = 2 * size * size;
    board b;
    int passes = 0;
    board_init(&b, size);
    for (*n = 0; *n < most && passes < 2; (*n)++) {
        colour c = *n % 2 ? WHITE : BLACK;
        point p = random_playout_move(&b, c, random);
        passes = p == PASS ? passes + 1 : 0;
        moves[*n] = (board_move){.at = p, .colour = (uint8_t)c};
        board_play(&b, c, p);
    }
    *score = random_playout_score(&b);
}

static go_status make_games(learn_bench *l, int size, go_error *err)
{
    board_move moves[2 * BOARD_MAX_SIZE * BOARD_MAX_SIZE];
    rng random = rng_seed(1);
    rules chinese;
    rules_by_name("chinese", &chinese);
    GO_TRY(nn_store_create(&l->store, NULL, err));
    for (int i = 0; i < GAMES; i++) {
        char result[32], name[] = "chinese";
        int score;
        game_record g = {.size = size, .has_komi = true, .komi = 7.5, .first = BLACK,
                         .moves = moves};
        random_game(size, &random, moves, &g.n_moves, &score);
        snprintf(result, sizeof result, "%c+%.1f", score > 7 ? 'B' : 'W',
                 score > 7 ? score - 7.5 : 7.5 - score);
        g.text[GAME_RE] = result;
        g.text[GAME_RU] = name;
        GO_TRY(nn_store_add(&l->store, &g, &chinese, err));
    }
    return GO_OK;
}

/* ---- the network, twice ---- */

static go_status make_networks(learn_bench *l, const bench_learn_settings *s, go_error *err)
{
    nn_random_shape shape;
    GO_TRY(nn_random_shape_parse(s->shape, &shape, err));
    shape.seed = 1;
    shape.to_learn = true;
    GO_TRY(nn_random_bytes(&shape, &l->bytes, &l->n_bytes, err));
    GO_TRY(nn_model_parse(&l->learns, l->bytes, l->n_bytes, s->shape, err));
    GO_TRY(nn_model_parse(&l->plays, l->bytes, l->n_bytes, s->shape, err));
    return nn_model_fold(l->plays, err);
}

/* ---- measuring ---- */

/* After each batch that was learned from, evaluations for as long. */
static bool after_a_batch(void *user, const nn_train_progress *p)
{
    learn_bench *l = user;
    const double seconds = clock_now() - l->last_time;
    const int64_t rows = p->rows - l->last_rows;
    if (l->reports++ >= WARM_UP) {
        const net_rate before = l->evaluate;
        l->cpu_seconds += clock_process() - l->last_cpu;
        l->seconds += seconds;
        l->rows += rows;
        l->status = net_rate_run(&l->evaluate, seconds, l->err);
        const double evaluated = (double)(l->evaluate.evaluations - before.evaluations);
        l->pair[l->n_pairs++] = ((double)rows / seconds) /
                                (evaluated / (l->evaluate.seconds - before.seconds));
    }
    l->last_rows = p->rows;
    l->last_time = clock_now();
    l->last_cpu = clock_process();
    return l->status == GO_OK && l->n_pairs < MOST_PAIRS &&
           (l->n_pairs < 3 || l->seconds + l->evaluate.seconds < l->until);
}

static go_status measure(learn_bench *l, const bench_learn_settings *s, go_error *err)
{
    const double forever = 1e9;
    l->o = (nn_train_options){.threads = cli_threads(s->threads), .seconds = forever, .seed = 1,
                              .choices = s->choices};
    GO_TRY(nn_gradient_choose(&l->o.gradient, s->backend, err));
    nn_train_cut(&l->o, s->batch, s->size);
    const nn_settings settings = {.size = s->size, .threads = l->o.threads,
                                  .max_batch = EVALUATED * l->o.threads};
    GO_TRY(nn_backend_choose(&l->backend, s->backend, err));
    GO_TRY(make_networks(l, s, err));
    GO_TRY(make_games(l, s->size, err));
    GO_TRY(net_rate_create(&l->evaluate, l->plays, &settings, l->backend, err));
    l->err = err;
    l->until = s->seconds;
    l->last_time = clock_now();
    l->last_cpu = clock_process();
    go_status status = nn_train(l->learns, &l->store, &l->o, 1, after_a_batch, l, err);
    return l->status != GO_OK ? l->status : status == GO_EINTR ? GO_OK : status;
}

/* ---- output ---- */

static int print(const bench_learn_settings *s, learn_bench *l)
{
    const net_rate *e = &l->evaluate;
    const double learned = (double)l->rows, evaluated = (double)e->evaluations;
    const double rows = learned / l->seconds, evaluations = evaluated / e->seconds;
    const double ratio = median(l->pair, l->n_pairs);
    if (s->json)
        return cli_print_json(json_pack(
            "{s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:f}", "shape", s->shape,
            "backend", l->o.gradient->name, "size", s->size, "batch", l->o.lanes * l->o.rows,
            "evaluation_batch", e->batch.n, "threads", l->o.threads, "pairs", l->n_pairs,
            "rows_per_second", rows, "rows_per_cpu_second", learned / l->cpu_seconds,
            "evaluations_per_second", evaluations, "evaluations_per_cpu_second",
            evaluated / e->cpu_seconds, "ratio", ratio));
    printf("%s, %dx%d, %s, %d thread%s\n", s->shape, s->size, s->size, l->o.gradient->name,
           l->o.threads, l->o.threads == 1 ? "" : "s");
    printf("%10.1f rows a second learned from, %.1f a second of processor time (batches of %d)\n",
           rows, learned / l->cpu_seconds, l->o.lanes * l->o.rows);
    printf("%10.1f evaluations a second, %.1f a second of processor time (batches of %d)\n",
           evaluations, evaluated / e->cpu_seconds, e->batch.n);
    printf("%10.3f rows for an evaluation: the median of %d pairs\n", ratio, l->n_pairs);
    return EXIT_OK;
}

static int run_bench_learn(int argc, char **argv)
{
    bench_learn_settings s = {0};
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_bench_learn, argc, argv, &s, &n_inputs, &code))
        return code;
    learn_bench *l = calloc(1, sizeof *l);
    if (!l)
        return cli_no_memory();
    code = measure(l, &s, &err) == GO_OK ? print(&s, l) : cli_fail(&err);
    net_rate_destroy(&l->evaluate);
    nn_store_free(&l->store);
    nn_model_destroy(l->learns);
    nn_model_destroy(l->plays);
    free(l->bytes);
    free(l);
    return code;
}

const cli_command cli_bench_learn = {
    .spec = {.name = "learn",
             .sentence = "rows per second in training a network",
             .groups = bench_learn_groups,
             .description =
                 "Trains on games of random moves and, alternating with that, evaluates positions "
                 "with a network of the same shape on as many threads. A row is one position with "
                 "all its targets; its time includes reading it, the forward and backward passes "
                 "and its share of the optimiser's step. The ratio is the number of rows trained "
                 "on in the time of one evaluation.",
             .examples = "katachi bench learn\n"
                         "katachi bench learn --shape b6c96 --size 19 --threads 2 --json\n"
                         "katachi bench learn --optimiser adamw"},
    .run = run_bench_learn,
};
