/* evaluate.h -- how well gammas predict the moves of games (prediction/prediction.h). */
#ifndef KATACHI_MM_TRAIN_EVALUATE_H
#define KATACHI_MM_TRAIN_EVALUATE_H

#include "mm_train/data/games.h"
#include "patterns/gammas/gammas.h"
#include "prediction/prediction.h"

/* Predicts all moves of all games; the number of threads changes the result by rounding
 * only.                                                                      */
go_status evaluate_games(prediction_stats *out, const gammas *g, const games *gs,
                         const games_run *run, go_error *err);

/* The same for a sample of the moves: those of prediction_samples. */
go_status evaluate_games_sample(prediction_stats *out, const gammas *g, const games *gs,
                                int stride, const games_run *run, go_error *err);

#endif
