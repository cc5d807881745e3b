/* outcome.h -- how well the end of games is predicted: winner, score, and who owns which
 * point.
 *
 * All is from the view of the side to move; p is the probability that it wins, y is 1 if
 * it did, 0 if it lost, 1/2 for a draw.  A position counts where its game tells the answer
 * (nn_train/data/store.h).
 *
 *   winner, Brier score   (p - y)^2; 0.25 for somebody who always says 1/2
 *   winner, log-loss      -y log p - (1 - y) log(1 - p); 0.693 for the same
 *   lead, error           |lead - margin|, points
 *   score, log-loss       -log of the density of the margin, normal with the mean and
 *                         deviation that were told, without log sqrt(2 pi)
 *   ownership, Brier      as for the winner with y: the point is own at the end; mean over
 *   and log-loss          the board
 *
 * All positions of a game share its result, so intervals are wide unless there are many
 * games (cluster.h).                                                          */
#ifndef KATACHI_PREDICTION_OUTCOME_H
#define KATACHI_PREDICTION_OUTCOME_H

#include "prediction/prediction.h"

typedef enum outcome_measure {
    OUTCOME_VALUE_BRIER, OUTCOME_VALUE_LOG, OUTCOME_LEAD, OUTCOME_SCORE_LOG,
    OUTCOME_OWNER_BRIER, OUTCOME_OWNER_LOG, N_OUTCOMES
} outcome_measure;

enum { OUTCOME_BINS = 10 };

/* Positions whose winner was predicted with about the same probability. */
typedef struct outcome_bin {
    double predicted;      /* sum of p */
    cluster_sums observed; /* y */
} outcome_bin;

typedef struct outcome_stats {
    cluster_sums all[N_OUTCOMES];
    cluster_sums stage[PREDICTION_STAGES][N_OUTCOMES];
    outcome_bin bin[OUTCOME_BINS]; /* p from 0 to 0.1, ..., from 0.9 to 1 */
} outcome_stats;

/* What was predicted of one position, and what came. */
typedef struct outcome_answer {
    bool knows_winner, knows_score, knows_ownership; /* both predicted and known */
    double p, y;                    /* winner */
    double lead, score, deviation, margin; /* points */
    int area;                       /* of the board */
    const float *ownership;         /* [area]: predicted, own 1, opponent's -1; borrowed */
    const signed char *owner;       /* [area]: 1, 0, -1; borrowed */
} outcome_answer;

/* Sums of one game on their way: not to be looked at. */
typedef struct outcome_game {
    double n[PREDICTION_STAGES][N_OUTCOMES], sum[PREDICTION_STAGES][N_OUTCOMES];
    double bin_n[OUTCOME_BINS], bin_p[OUTCOME_BINS], bin_y[OUTCOME_BINS];
} outcome_game;

/* Begin with a game that is all 0, add its positions, then the game. */
void outcome_add_position(outcome_game *game, int ply, const outcome_answer *answer);
void outcome_add_game(outcome_stats *to, const outcome_game *game);
void outcome_stats_add(outcome_stats *to, const outcome_stats *from);

/* "winner, Brier" and the like, for people, and "value_brier" for programs. */
const char *outcome_name(outcome_measure m);
const char *outcome_key(outcome_measure m);

#endif
