/* predict.h -- how well a network predicts games: their moves, as gammas are measured
 * (prediction/prediction.h), and their ends (prediction/outcome.h).
 *
 * Each position is shown as in play: with its history, under the rules of its game, in one
 * orientation.  Moves that break those rules have probability 0, so that networks and
 * gammas choose among the same moves.                                         */
#ifndef KATACHI_NN_TRAIN_PREDICT_H
#define KATACHI_NN_TRAIN_PREDICT_H

#include "nn/model/backend.h"
#include "nn_train/data/store.h"
#include "prediction/outcome.h"
#include "prediction/prediction.h"
#include "sgf_corpus/each_game.h"

enum { NOTABLE_MOVES = 6 };

/* A move worth a picture. */
typedef struct notable_move {
    int64_t position; /* of the store */
    double probability;
    float policy[BOARD_MAX_AREA + 1]; /* of all moves, as in nn_result */
} notable_move;

/* The most and the least expected moves, one of a game, passes left out; the first is the
 * extreme one.                                                                */
typedef struct notable_moves {
    int n_most, n_least;
    notable_move most[NOTABLE_MOVES], least[NOTABLE_MOVES];
} notable_moves;

typedef struct network_stats {
    prediction_stats moves;
    outcome_stats ends;
} network_stats;

typedef struct nn_predict_options {
    const nn_backend *backend;
    int batch;  /* positions evaluated together; 0: what suits the backend */
    int size;   /* only games of this board size; 0: all */
    int step;   /* every step-th game of each size; 0, 1: all */
    int stride; /* every stride-th position of those (prediction_samples); 0, 1: all */
} nn_predict_options;

/* Predicts the games of a sorted store; the number of threads changes the result by
 * rounding only.
 *   notable  out  NULL: not wanted
 * GO_EINVAL: the network cannot play a size; GO_EFORMAT: an answer is not finite; GO_EINTR:
 * the progress function asked to stop; GO_EUNSUPPORTED: the backend does not work here. */
go_status nn_predict_games(network_stats *out, notable_moves *notable, const nn_model *m,
                           const nn_store *games, const nn_predict_options *options,
                           const games_run *run, go_error *err);

#endif
