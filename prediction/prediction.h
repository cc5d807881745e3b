/* prediction.h -- how well the moves of games are predicted, by whatever gives each legal
 * move a probability: gammas (mm_train/evaluate.h) or a network (nn_train/predict.h).
 *
 * For each move played, passes included: its rank among the legal moves by probability
 * (ties: half of the equals count as better, rounded down), and the log of its probability
 * ("log-evidence", nats).  Intervals take games as the sample (cluster.h).
 *
 *     prediction_stats game = {.games = 1};
 *     prediction_add_move(&game, ply, prediction_rank(probability, n, move), log(p));  ...
 *     prediction_close_game(&game);
 *     prediction_stats_add(&total, &game);                                    */
#ifndef KATACHI_PREDICTION_PREDICTION_H
#define KATACHI_PREDICTION_PREDICTION_H

#include <stdbool.h>

#include "prediction/cluster.h"

enum { PREDICTION_STAGE = 30, PREDICTION_STAGES = 12, PREDICTION_RANKS = 50 };

/* What is measured of each move: whether it is within the first n ranks (1 or 0), its
 * rank, its log-evidence.                                                    */
typedef enum prediction_measure {
    MEASURE_TOP1, MEASURE_TOP5, MEASURE_TOP10, MEASURE_TOP20, MEASURE_RANK, MEASURE_LOG,
    N_MEASURES
} prediction_measure;

/* Sums over games of products of a game's sum S_g and its moves n_g. */
typedef struct game_products {
    double squares; /* S_g * S_g */
    double cross;   /* S_g * n_g */
} game_products;

typedef struct prediction_sums {
    int64_t games;     /* that have a position here */
    int64_t positions;
    int64_t at_rank[PREDICTION_RANKS + 1]; /* [r]: rank r + 1; the last: beyond */
    double sum_rank;
    double sum_log;                      /* log-evidence, nats */
    double games_squared;                /* sum of n_g * n_g */
    game_products products[N_MEASURES];
} prediction_sums;

typedef struct prediction_stats {
    int64_t games;
    prediction_sums all;
    prediction_sums stage[PREDICTION_STAGES]; /* moves 1-30, 31-60, ...; the last: all later */
    double seconds;
} prediction_stats;

/* ---- collecting ---- */

/* The stage of the move number `ply`, from 0. */
static inline int prediction_stage(int ply)
{
    int stage = ply / PREDICTION_STAGE;
    return stage < PREDICTION_STAGES ? stage : PREDICTION_STAGES - 1;
}

/* Is this move of game `number` in a sample of every stride-th position?  Stride 1: all are. */
static inline bool prediction_samples(int64_t number, int ply, int stride)
{
    return stride <= 1 || (number + ply) % stride == 0;
}

/* Rank of `move` among the legal moves; illegal ones have probability 0. */
int prediction_rank(const float *probability, int n, int move);

/* The log of a probability; one that was rounded to 0 counts as the smallest float. */
double prediction_log(double probability);

/* Adds a move to its stage. */
void prediction_add_move(prediction_stats *game, int ply, int rank, double log_evidence);

/* Completes the sums of one game, a sample of one: to be called after its last move. */
void prediction_close_game(prediction_stats *of_game);

/* Adds the moves and games of `e`, measured on other games; the seconds are the
 * longer of the two.                                                         */
void prediction_stats_add(prediction_stats *to, const prediction_stats *e);

/* ---- results ---- */

/* Share of moves within the first n ranks, 0 .. 1 (n <= PREDICTION_RANKS). */
double prediction_top(const prediction_sums *s, int n);
double prediction_mean_log(const prediction_sums *s);

/* With its interval, as in cluster.h. */
prediction_interval prediction_mean(const prediction_sums *s, prediction_measure measure);

/* "1-30", or "331+" for the last one. */
const char *prediction_stage_name(int stage, char name[24]);

#endif
