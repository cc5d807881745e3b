/* train_show.h -- what `katachi train` says: lines while it works (standard
 * error), the result as text or JSON at the end.                             */
#ifndef KATACHI_CLI_TRAIN_TRAIN_SHOW_H
#define KATACHI_CLI_TRAIN_TRAIN_SHOW_H

#include <stdio.h>

#include "mm_train/evaluate.h"
#include "mm_train/train.h"
#include "sgf_corpus/corpus.h"

typedef struct train_show {
    bool quiet;
    double tolerance;
    int max_iterations;
    double began;      /* clock_now() */
    double first_gain, first_time; /* of the first iteration shown, for the time left */
    int first_iteration;
} train_show;

void train_show_dataset(train_show *show, const dataset_sizes *sizes, const vocabulary *v);
void train_show_iteration(train_show *show, const mm_progress *p, int64_t positions);

typedef struct train_summary {
    const char *output;
    const gammas *g;
    const train_log *log;
    const corpus_counts *counts;
    const prediction_stats *test; /* NULL: none */
    double seconds;
} train_summary;

void train_show_text(const train_summary *sum, FILE *out);
int train_show_json(const train_summary *sum); /* exit code */

#endif
