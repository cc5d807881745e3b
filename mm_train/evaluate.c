#include "mm_train/evaluate.h"

#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "patterns/gammas/policy.h"

static const int top_of[] = {
    [MEASURE_TOP1] = 1, [MEASURE_TOP5] = 5, [MEASURE_TOP10] = 10, [MEASURE_TOP20] = 20};

/* ---- one move ---- */

/* Rank of `move` among the legal moves; 0 probability marks the illegal ones. */
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
    s->sum_log_squared += log_evidence * log_evidence;
}

/* ---- sums ---- */

static double sum_of(const prediction_sums *s, evaluate_measure m)
{
    if (m == MEASURE_RANK)
        return s->sum_rank;
    if (m == MEASURE_LOG)
        return s->sum_log;
    double hits = 0;
    for (int r = 0; r < top_of[m]; r++)
        hits += (double)s->at_rank[r];
    return hits;
}

/* Makes of the sums of one game a sample of one. */
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

static void add_stats(prediction_sums *to, const prediction_sums *s)
{
    to->games += s->games;
    to->positions += s->positions;
    for (int r = 0; r <= EVALUATE_RANKS; r++)
        to->at_rank[r] += s->at_rank[r];
    to->sum_rank += s->sum_rank;
    to->sum_log += s->sum_log;
    to->sum_log_squared += s->sum_log_squared;
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
    add_stats(&to->all, &e->all);
    for (int s = 0; s < EVALUATE_STAGES; s++)
        add_stats(&to->stage[s], &e->stage[s]);
}

/* ---- a game, all games ---- */

static void predict_game(policy *p, const games *gs, int64_t number, prediction_stats *out)
{
    float probability[BOARD_MAX_AREA + 1];
    board b;
    int n_moves;
    const packed_move *move = games_open(gs, number, &b, &n_moves);
    policy_start(p, &b);
    *out = (prediction_stats){.games = 1};
    for (int i = 0; i < n_moves; i++) {
        int played = packed_index(move[i]);
        int stage = i / EVALUATE_STAGE;
        policy_distribution(p, packed_colour(move[i]), probability);
        int rank = rank_of(probability, gs->area + 1, played);
        /* a probability that rounds to 0 counts as the smallest there is */
        double log_evidence = log(fmax((double)probability[played], FLT_MIN));
        add_move(&out->stage[stage < EVALUATE_STAGES ? stage : EVALUATE_STAGES - 1], rank,
                 log_evidence);
        policy_play(p, packed_colour(move[i]), board_point_at(b.size, played));
    }
    for (int s = 0; s < EVALUATE_STAGES; s++)
        add_stats(&out->all, &out->stage[s]);
    close_game(&out->all);
    for (int s = 0; s < EVALUATE_STAGES; s++)
        close_game(&out->stage[s]);
}

typedef struct evaluation_run {
    const gammas *g;
    const games *games;
    train_progress *progress;
    void *user;
    prediction_stats *out;
    go_error *err;
    go_status status; /* the first that is not GO_OK stops all */
    int64_t done;
} evaluation_run;

static void stop(evaluation_run *run, const go_error *why)
{
#pragma omp critical(evaluate)
    if (run->status == GO_OK) {
        if (run->err)
            *run->err = *why;
#pragma omp atomic write
        run->status = why->status;
    }
}

static void count_game(evaluation_run *run)
{
    int64_t now;
#pragma omp atomic capture
    now = ++run->done;
    if (omp_get_thread_num() == 0 && run->progress &&
        !run->progress(run->user, "predicting", now, run->games->n_games)) {
        go_error why;
        go_fail(&why, GO_EINTR, "interrupted while predicting moves");
        stop(run, &why);
    }
}

/* What each thread of the team does. */
static void predict_share(evaluation_run *run)
{
    policy *p = NULL;
    go_error why = {0};
    prediction_stats sum = {0}, one;
    if (policy_create(&p, run->g, run->games->size, &why) != GO_OK)
        stop(run, &why);
#pragma omp for schedule(dynamic, 4)
    for (int64_t i = 0; i < run->games->n_games; i++) {
        go_status seen;
#pragma omp atomic read
        seen = run->status;
        if (seen != GO_OK)
            continue;
        predict_game(p, run->games, i, &one);
        prediction_stats_add(&sum, &one);
        count_game(run);
    }
#pragma omp critical(evaluate)
    prediction_stats_add(run->out, &sum);
    policy_destroy(p);
}

go_status evaluate_games(prediction_stats *out, const gammas *g, const games *gs, int n_threads,
                         train_progress *progress, void *user, go_error *err)
{
    evaluation_run run = {.g = g, .games = gs, .progress = progress, .user = user,
                          .out = out, .err = err};
    *out = (prediction_stats){0};
    double start = omp_get_wtime();
#pragma omp parallel num_threads(n_threads)
    predict_share(&run);
    out->seconds = omp_get_wtime() - start;
    return run.status;
}

/* ---- results ---- */

double prediction_top(const prediction_sums *s, int n)
{
    int64_t hits = 0;
    for (int r = 0; r < n; r++)
        hits += s->at_rank[r];
    return s->positions ? (double)hits / (double)s->positions : 0;
}

double prediction_mean_log(const prediction_sums *s)
{
    return s->positions ? s->sum_log / (double)s->positions : 0;
}

/* The variance of the mean m of a measure, its games being the sample. */
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
        /* moves worth as much: the games may tell less than independent moves, but
         * no more is claimed when they happen to scatter little                   */
        double worth = variance > 0 ? fmin(n, m * (1 - m) / variance) : n;
        return wilson(m, worth > 1 ? worth : 1);
    }
    double half = z95 * sqrt(variance);
    return (prediction_interval){m, m - half, m + half};
}
