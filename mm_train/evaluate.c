#include "mm_train/evaluate.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "patterns/gammas/policy.h"

static const int top_of[] = {
    [MEASURE_TOP1] = 1, [MEASURE_TOP5] = 5, [MEASURE_TOP10] = 10, [MEASURE_TOP20] = 20};

/* ---- one move ---- */

/* Rank of `move` among the legal moves; illegal ones have probability 0. */
static int rank_of(const float *probability, int n, int move)
{
    int better = 0, equal = 0;
    float mine = probability[move];
    for (int i = 0; i < n; i++) {
        better += probability[i] > mine;
        equal += probability[i] == mine && i != move && mine > 0;
    }
    return 1 + better + equal / 2;
}

static void add_move(prediction_sums *s, int rank, double log_evidence)
{
    s->positions++;
    s->at_rank[rank <= EVALUATE_RANKS ? rank - 1 : EVALUATE_RANKS]++;
    s->sum_rank += rank;
    s->sum_log += log_evidence;
}

/* ---- sums ---- */

static int64_t hits(const prediction_sums *s, int n)
{
    int64_t sum = 0;
    for (int r = 0; r < n; r++)
        sum += s->at_rank[r];
    return sum;
}

static double sum_of(const prediction_sums *s, evaluate_measure m)
{
    return m == MEASURE_RANK  ? s->sum_rank
           : m == MEASURE_LOG ? s->sum_log
                              : (double)hits(s, top_of[m]);
}

/* Completes the sums of one game: a sample of one. */
static void close_game(prediction_sums *s)
{
    double n = (double)s->positions;
    s->games = s->positions > 0;
    s->games_squared = n * n;
    for (int m = 0; m < N_MEASURES; m++) {
        double sum = sum_of(s, (evaluate_measure)m);
        s->products[m] = (game_products){sum * sum, sum * n};
    }
}

static void add_sums(prediction_sums *to, const prediction_sums *s)
{
    to->games += s->games;
    to->positions += s->positions;
    for (int r = 0; r <= EVALUATE_RANKS; r++)
        to->at_rank[r] += s->at_rank[r];
    to->sum_rank += s->sum_rank;
    to->sum_log += s->sum_log;
    to->games_squared += s->games_squared;
    for (int m = 0; m < N_MEASURES; m++) {
        to->products[m].squares += s->products[m].squares;
        to->products[m].cross += s->products[m].cross;
    }
}

void prediction_stats_add(prediction_stats *to, const prediction_stats *e)
{
    to->games += e->games;
    to->seconds = e->seconds > to->seconds ? e->seconds : to->seconds;
    add_sums(&to->all, &e->all);
    for (int s = 0; s < EVALUATE_STAGES; s++)
        add_sums(&to->stage[s], &e->stage[s]);
}

/* ---- games ---- */

/* What one thread needs to predict games. */
typedef struct predictor {
    const gammas *g;
    const games *games;
    prediction_stats *total;
    policy *p;
    prediction_stats sum;
} predictor;

static go_status begin(void *worker, go_error *err)
{
    predictor *t = worker;
    return policy_create(&t->p, t->g, t->games->size, err);
}

static go_status predict_game(void *worker, int64_t number, go_error *err)
{
    predictor *t = worker;
    float probability[BOARD_MAX_AREA + 1];
    prediction_stats game = {.games = 1};
    game_walk move;
    (void)err;
    games_walk(t->games, number, &move);
    policy_start(t->p, &move.start);
    while (game_walk_next(&move)) {
        int stage = move.ply / EVALUATE_STAGE;
        policy_distribution(t->p, move.colour, probability);
        int rank = rank_of(probability, t->games->area + 1, move.index);
        /* a probability that rounds to 0 counts as the smallest normal number */
        double log_evidence = log(fmax((double)probability[move.index], FLT_MIN));
        add_move(&game.stage[stage < EVALUATE_STAGES ? stage : EVALUATE_STAGES - 1], rank,
                 log_evidence);
        policy_play(t->p, move.colour, move.at);
    }
    for (int s = 0; s < EVALUATE_STAGES; s++) {
        add_sums(&game.all, &game.stage[s]);
        close_game(&game.stage[s]);
    }
    close_game(&game.all);
    prediction_stats_add(&t->sum, &game);
    return GO_OK;
}

static go_status merge(void *worker, go_error *err)
{
    predictor *t = worker;
    (void)err;
    prediction_stats_add(t->total, &t->sum);
    return GO_OK;
}

static void end(void *worker)
{
    policy_destroy(((predictor *)worker)->p);
}

go_status evaluate_games(prediction_stats *out, const gammas *g, const games *gs,
                         const games_run *run, go_error *err)
{
    const predictor prototype = {.g = g, .games = gs, .total = out};
    const game_job job = {"predicting moves", &prototype, sizeof prototype,
                          begin, predict_game, merge, end};
    double began = clock_now();
    *out = (prediction_stats){0};
    go_status status = each_game(gs, &job, run, err);
    out->seconds = clock_now() - began;
    return status;
}

/* ---- results ---- */

double prediction_top(const prediction_sums *s, int n)
{
    return s->positions ? (double)hits(s, n) / (double)s->positions : 0;
}

double prediction_mean_log(const prediction_sums *s)
{
    return s->positions ? s->sum_log / (double)s->positions : 0;
}

/* The variance of the mean m of a measure, with games as the sample (evaluate.h). */
static double variance_of_mean(const prediction_sums *s, evaluate_measure measure, double m)
{
    const game_products *p = &s->products[measure];
    double n = (double)s->positions, g = (double)s->games;
    double squares = p->squares - 2 * m * p->cross + m * m * s->games_squared;
    return g > 1 && squares > 0 ? g / (g - 1) * squares / (n * n) : 0;
}

static const double z95 = 1.96; /* 97.5 % point of the normal distribution */

/* Wilson's score interval for a share m of n independent trials. */
static prediction_interval wilson(double m, double n)
{
    double z2 = z95 * z95 / n;
    double centre = (m + z2 / 2) / (1 + z2);
    double half = z95 / (1 + z2) * sqrt(m * (1 - m) / n + z2 / (4 * n));
    return (prediction_interval){m, fmin(m, centre - half), fmax(m, centre + half)};
}

prediction_interval prediction_mean(const prediction_sums *s, evaluate_measure measure)
{
    if (!s->positions)
        return (prediction_interval){0};
    double n = (double)s->positions, m = sum_of(s, measure) / n;
    double variance = variance_of_mean(s, measure, m);
    if (measure <= MEASURE_TOP20) {
        /* the number of independent moves worth as much: fewer than n if the games
         * differ, but not more if they happen to be alike */
        double worth = variance > 0 ? fmin(n, m * (1 - m) / variance) : n;
        return wilson(m, worth > 1 ? worth : 1);
    }
    double half = z95 * sqrt(variance);
    return (prediction_interval){m, m - half, m + half};
}
