/* train_show.h -- what `katachi train` prints: progress on standard error, and the
 * result as text or JSON.                                                    */
#ifndef KATACHI_CLI_TRAIN_TRAIN_SHOW_H
#define KATACHI_CLI_TRAIN_TRAIN_SHOW_H

#include "cli/phase_bar.h"
#include "mm_train/evaluate.h"
#include "mm_train/train.h"
#include "sgf_corpus/corpus.h"

typedef struct train_show {
    phase_bar bar; /* its `quiet` is for everything */
    double tolerance;
    int max_iterations;
    double began;                  /* clock_now() */
    double first_gain, first_time; /* of the first iteration shown, for the time left */
    int first_iteration;
} train_show;

/* For train_options, with a train_show as `user`; an interrupt stops the work. */
bool train_show_progress(void *user, const char *phase, int64_t done, int64_t total);
void train_show_dataset(void *user, const dataset_sizes *sizes, const vocabulary *v);
bool train_show_iteration(void *user, const mm_progress *p, int64_t positions);
void train_show_unsaved(void *user, const char *why);

typedef struct train_summary {
    const char *output;
    const gammas *g;
    const train_log *log;
    const corpus_counts *counts;
    int64_t known;                /* test games that were left out: they were learned from */
    const prediction_stats *test; /* NULL: none */
    double seconds;
} train_summary;

/* Names the games that were left out for the size of their board, if there are any.  `before`
 * begins the line.                                                            */
void train_show_other_sizes(const corpus_counts *counts, int size, const char *before, FILE *out);

/* Print the result and return the exit code. */
int train_show_text(const train_summary *sum, FILE *out);
int train_show_json(const train_summary *sum);

#endif
