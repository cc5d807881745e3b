/* learner.h -- from a network and the games of a run to the next network.      */
#ifndef KATACHI_SELFPLAY_IMPROVE_LEARNER_H
#define KATACHI_SELFPLAY_IMPROVE_LEARNER_H

#include "nn_train/train.h"
#include "selfplay/state/run_folder.h"

typedef struct learner_settings {
    const char *backend;  /* of the gradient; NULL, or if it cannot learn: the first that works */
    int threads, batch;
    uint64_t seed;
    bool goes_on;         /* generation 0 has learned before */
    double reuse;         /* how often a row is learned from, on the average */
    double surprise;      /* see selfplay_teach */
    int64_t window;       /* rows until which all are learned from (selfplay_window) */
    nn_train_choices choices;
} learner_settings;

/* What was learned from. */
typedef struct learner_done {
    int64_t rows, window, fresh; /* learned; different ones; of those, new ones */
    nn_loss_sums sums;           /* of a tenth of them at least, the last */
    double seconds;
} learner_done;

/* What is known of the generations before the newest: how many rows they have, and how many of
 * these came after the last learning.                                         */
typedef struct learner_rows {
    int64_t older, late;
} learner_rows;

typedef struct learner_listener {
    /* called now and then; false stops it with GO_EINTR */
    bool (*report)(void *user, int64_t rows, int64_t budget);
    /* called when it has learned, before the network is in place */
    go_status (*learned)(void *user, const learner_done *done, go_error *err);
    void *user;
} learner_listener;

/* Reads the file of a network for generation 0, owned by the caller.  GO_EUNSUPPORTED: it is of a
 * format that cannot learn; as read_file and nn_model_parse.                   */
go_status learner_first_net(const char *path, char **bytes, size_t *n, go_error *err);

/* Learns from the newest games of the generations 0 .. newest, starting from the newest network,
 * and writes that of the next generation: rows of the last generation, and late ones, times
 * `reuse` in all.  An interrupted learning goes on where it was.  Only the games within the window
 * are read.
 * GO_EEMPTY: the games have no row to learn from; GO_EFORMAT, GO_EILLEGAL: a file of games is
 * damaged; as nn_train, and nn_kata_write.                                    */
go_status learner_run(const run_folder *f, const learner_settings *s, const learner_rows *rows,
                      const learner_listener *tell, go_error *err);

#endif
