/* prediction_show.h -- what `katachi predict` and `katachi net test` print of how well moves
 * are predicted: the same table for gammas and networks.                      */
#ifndef KATACHI_CLI_PREDICTION_SHOW_H
#define KATACHI_CLI_PREDICTION_SHOW_H

#include <jansson.h>

#include "prediction/prediction.h"

/* Positions a second. */
double prediction_show_rate(const prediction_stats *e);

/* "0.12 .. 0.34" with a unit behind it, or "-" where the interval is unknown; in JSON [low, high]
 * or null.  The text is that of `scale` times the ends; returns `out`.         */
enum { INTERVAL_TEXT = 80 };
const char *prediction_show_interval(char out[INTERVAL_TEXT], const prediction_interval *v,
                                     double scale, int digits, const char *unit);
json_t *prediction_show_interval_json(const prediction_interval *v);

/* Says how many of the games repeat an earlier one (corpus_counts), which intervals take for new
 * ones; nothing for none.                                                     */
void prediction_show_repeats(int64_t repeats);

/* Prints all measures with their intervals. */
void prediction_show_all(const prediction_stats *e);

/* Prints a line for each stage of the game. */
void prediction_show_stages(const prediction_stats *e);

/* Adds games, positions, a number for each measure, intervals, curve, stages, seconds and
 * positions_per_second to a JSON object.                                      */
void prediction_show_json(json_t *object, const prediction_stats *e);

#endif
