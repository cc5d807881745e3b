/* evaluate.h -- how well gammas predict the moves of games.
 *
 * For each move played, passes included: its rank among the legal moves by
 * probability (ties: half of the equals count as better, rounded down), and the
 * log of its probability ("log-evidence", nats).
 *
 * The moves of one game resemble each other (same players, same style), so the 95 %
 * intervals treat games, not moves, as the sample: the variance of a mean m over N
 * moves is
 *
 *     G / (G - 1) * sum over the G games of (S_g - m n_g)^2 / N^2,
 *
 * the ratio estimator of cluster sampling (W. G. Cochran, Sampling Techniques,
 * 3rd ed. 1977, section 9.7).  For a share, it gives the number of independent moves
 * with the same variance, from which Wilson's score interval is computed.    */
#ifndef KATACHI_MM_TRAIN_EVALUATE_H
#define KATACHI_MM_TRAIN_EVALUATE_H

#include "mm_train/data/games.h"
#include "patterns/gammas/gammas.h"

enum { EVALUATE_STAGE = 30, EVALUATE_STAGES = 12, EVALUATE_RANKS = 50 };

/* What is measured of each move: whether it is within the first n ranks (1 or 0), its
 * rank, its log-evidence.                                                    */
typedef enum evaluate_measure {
    MEASURE_TOP1, MEASURE_TOP5, MEASURE_TOP10, MEASURE_TOP20, MEASURE_RANK, MEASURE_LOG,
    N_MEASURES
} evaluate_measure;

/* Sums over games of products of a game's sum S_g and its moves n_g. */
typedef struct game_products {
    double squares; /* S_g * S_g */
    double cross;   /* S_g * n_g */
} game_products;

typedef struct prediction_sums {
    int64_t games;     /* that have a position here */
    int64_t positions;
    int64_t at_rank[EVALUATE_RANKS + 1]; /* [r]: rank r + 1; the last: beyond */
    double sum_rank;
    double sum_log;                      /* log-evidence, nats */
    double games_squared;                /* sum of n_g * n_g */
    game_products products[N_MEASURES];
} prediction_sums;

typedef struct prediction_stats {
    int64_t games;
    prediction_sums all;
    prediction_sums stage[EVALUATE_STAGES]; /* moves 1-30, 31-60, ...; the last: all later */
    double seconds;
} prediction_stats;

/* Predicts all moves of all games; the number of threads changes the result by rounding
 * only.                                                                      */
go_status evaluate_games(prediction_stats *out, const gammas *g, const games *gs,
                         const games_run *run, go_error *err);

/* Adds the moves and games of `e`, measured on other games; the seconds are the
 * longer of the two.                                                         */
void prediction_stats_add(prediction_stats *to, const prediction_stats *e);

/* Share of moves within the first n ranks, 0 .. 1 (n <= EVALUATE_RANKS). */
double prediction_top(const prediction_sums *s, int n);
double prediction_mean_log(const prediction_sums *s);

/* A mean and its 95 % interval; all 0 without positions. */
typedef struct prediction_interval {
    double mean, low, high;
} prediction_interval;
prediction_interval prediction_mean(const prediction_sums *s, evaluate_measure measure);

#endif
