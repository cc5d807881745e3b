/* evaluate.h -- how well gammas predict the moves of games.
 *
 * For each move played, passes included: its rank among the legal moves by
 * probability (ties: half of the equals count as better, rounded down), and the
 * log of its probability ("log-evidence", nats).                             */
#ifndef KATACHI_MM_TRAIN_EVALUATE_H
#define KATACHI_MM_TRAIN_EVALUATE_H

#include "mm_train/games.h"
#include "mm_train/harvest.h"
#include "patterns/gammas.h"

enum { EVALUATE_STAGE = 30, EVALUATE_STAGES = 12, EVALUATE_RANKS = 50 };

typedef struct prediction_stats {
    int64_t positions;
    int64_t at_rank[EVALUATE_RANKS + 1]; /* [r]: rank r + 1; the last: beyond */
    double sum_rank;
    double sum_log, sum_log_squared;     /* log-evidence, nats */
} prediction_stats;

typedef struct evaluation {
    int64_t games;
    prediction_stats all;
    prediction_stats stage[EVALUATE_STAGES]; /* moves 1-30, 31-60, ...; the last: all later */
    double seconds;
} evaluation;

/* Predicts all moves of all games on n_threads threads; the result does not
 * depend on their number but for rounding.                                   */
go_status evaluate_games(evaluation *out, const gammas *g, const games *games, int n_threads,
                         train_progress *progress, void *user, go_error *err);

/* Share of moves within the first n ranks, 0 .. 1 (n <= EVALUATE_RANKS). */
double evaluation_top(const prediction_stats *s, int n);
double evaluation_mean_log(const prediction_stats *s);

#endif
