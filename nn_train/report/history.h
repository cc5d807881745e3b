/* history.h -- how a training went: the loss of its batches, and now and then how well the
 * network predicted games, from the first row to the last; kept in a text file, so that the
 * curves of a training that was interrupted go on.
 *
 * Points lie closer than can be drawn at first; whenever there are HISTORY_POINTS, two
 * neighbours become one and the points to come stand for twice as many rows.
 *
 * The file has a line for each point, tab between numbers, "-" for what is not known:
 *
 *     learned  rows seconds rate length, then for policy, value, score and ownership the rows
 *              that know it and their mean loss, then the share of first choices and the mean
 *              square error of the value
 *     tested   rows seconds, then for the test games and again for games that it learned from
 *              the measures of history_answers                                */
#ifndef KATACHI_NN_TRAIN_REPORT_HISTORY_H
#define KATACHI_NN_TRAIN_REPORT_HISTORY_H

#include "nn_train/predict.h"
#include "nn_train/train.h"

enum { HISTORY_POINTS = 512 };

/* Some rows that were learned from, up to number `rows`. */
typedef struct learned_point {
    int64_t rows;
    double seconds, rate, length;
    nn_loss_sums sums;
} learned_point;

/* What a network knows of some games; NAN where no game tells. */
typedef struct history_answers {
    double positions, top1, log_loss; /* moves */
    double end[N_OUTCOMES];
} history_answers;

typedef struct tested_point {
    int64_t rows;
    double seconds;
    history_answers test, known; /* games that were not learned from, and that were */
} tested_point;

typedef struct training_history {
    int n_learned, n_tested;
    int64_t spacing; /* rows of a point, at least */
    learned_point learned[HISTORY_POINTS];
    tested_point tested[HISTORY_POINTS];
} training_history;

/* How many rows the i-th of the learned points stands for: their weights, which the sums have, may
 * be less or more.                                                            */
int64_t history_rows(const training_history *h, int i);

void history_learned(training_history *h, const learned_point *more);
void history_tested(training_history *h, const tested_point *more);

history_answers history_answers_of(const network_stats *s);

/* Forgets what came after `rows`. */
void history_cut(training_history *h, int64_t rows);

/* Writes the file atomically.  GO_EIO. */
go_status history_write(const training_history *h, const char *path, go_error *err);

/* Reads what there is: nothing from a file that does not exist, and of a damaged one what
 * stands before the damage.                                                   */
void history_read(training_history *h, const char *path);

#endif
