#include "prediction/prediction.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static const int top_of[] = {
    [MEASURE_TOP1] = 1, [MEASURE_TOP5] = 5, [MEASURE_TOP10] = 10, [MEASURE_TOP20] = 20};

/* ---- one move ---- */

int prediction_rank(const float *probability, int n, int move)
{
    int better = 0, equal = 0;
    float mine = probability[move];
    for (int i = 0; i < n; i++) {
        better += probability[i] > mine;
        equal += probability[i] == mine && i != move && mine > 0;
    }
    return 1 + better + equal / 2;
}

double prediction_log(double probability)
{
    return log(fmax(probability, (double)FLT_MIN));
}

void prediction_add_move(prediction_stats *game, int ply, int rank, double log_evidence)
{
    prediction_sums *s = &game->stage[prediction_stage(ply)];
    s->positions++;
    s->at_rank[rank <= PREDICTION_RANKS ? rank - 1 : PREDICTION_RANKS]++;
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

static double sum_of(const prediction_sums *s, prediction_measure m)
{
    return m == MEASURE_RANK  ? s->sum_rank
           : m == MEASURE_LOG ? s->sum_log
                              : (double)hits(s, top_of[m]);
}

/* Completes the sums of one game: a sample of one. */
static void close_sums(prediction_sums *s)
{
    double n = (double)s->positions;
    s->games = s->positions > 0;
    s->games_squared = n * n;
    for (int m = 0; m < N_MEASURES; m++) {
        double sum = sum_of(s, (prediction_measure)m);
        s->products[m] = (game_products){sum * sum, sum * n};
    }
}

static void add_sums(prediction_sums *to, const prediction_sums *s)
{
    to->games += s->games;
    to->positions += s->positions;
    for (int r = 0; r <= PREDICTION_RANKS; r++)
        to->at_rank[r] += s->at_rank[r];
    to->sum_rank += s->sum_rank;
    to->sum_log += s->sum_log;
    to->games_squared += s->games_squared;
    for (int m = 0; m < N_MEASURES; m++) {
        to->products[m].squares += s->products[m].squares;
        to->products[m].cross += s->products[m].cross;
    }
}

void prediction_close_game(prediction_stats *game)
{
    for (int s = 0; s < PREDICTION_STAGES; s++) {
        add_sums(&game->all, &game->stage[s]);
        close_sums(&game->stage[s]);
    }
    close_sums(&game->all);
}

void prediction_stats_add(prediction_stats *to, const prediction_stats *e)
{
    to->games += e->games;
    to->seconds = e->seconds > to->seconds ? e->seconds : to->seconds;
    add_sums(&to->all, &e->all);
    for (int s = 0; s < PREDICTION_STAGES; s++)
        add_sums(&to->stage[s], &e->stage[s]);
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

prediction_interval prediction_mean(const prediction_sums *s, prediction_measure measure)
{
    const cluster_sums sums = {s->games, (double)s->positions, sum_of(s, measure),
                               s->games_squared, s->products[measure].squares,
                               s->products[measure].cross};
    return measure <= MEASURE_TOP20 ? cluster_share(&sums) : cluster_mean(&sums);
}

const char *prediction_stage_name(int stage, char name[24])
{
    int first = stage * PREDICTION_STAGE + 1;
    if (stage + 1 < PREDICTION_STAGES)
        snprintf(name, 24, "%d-%d", first, first + PREDICTION_STAGE - 1);
    else
        snprintf(name, 24, "%d+", first);
    return name;
}
