/* prediction_show.h -- what `katachi predict` and `katachi net test` print of how well moves
 * are predicted: the same table for gammas and networks.                      */
#ifndef KATACHI_CLI_PREDICTION_SHOW_H
#define KATACHI_CLI_PREDICTION_SHOW_H

#include <jansson.h>

#include "prediction/prediction.h"

/* Positions a second. */
double prediction_show_rate(const prediction_stats *e);

/* Prints all measures with their intervals. */
void prediction_show_all(const prediction_stats *e);

/* Prints a line for each stage of the game. */
void prediction_show_stages(const prediction_stats *e);

/* Adds games, positions, a number for each measure, intervals, curve, stages, seconds and
 * positions_per_second to a JSON object.                                      */
void prediction_show_json(json_t *object, const prediction_stats *e);

#endif
