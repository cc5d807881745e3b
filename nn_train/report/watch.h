/* watch.h -- looks at a network while it learns, and keeps a page about it.
 *
 *     watch *w;
 *     watch_create(&w, &options, &err);
 *     nn_train(..., watch_report calls watch_look(w, progress, &err) ...);
 *     watch_finish(w, model, ended, &err);
 *     watch_destroy(w);
 *
 * Now and then the network, as it would be written then, predicts a sample of the test games
 * and one of the games that it learns from: where the two diverge, it overfits.  That
 * takes at most a twenty-fifth of the time.  Then folder/index.html (page.h) and
 * folder/history.tsv (history.h) are written anew, each whole or not at all; and before each
 * checkpoint, so that a training that resumes finds the curves up to there.
 *
 * What is learned does not depend on any of it.                               */
#ifndef KATACHI_NN_TRAIN_REPORT_WATCH_H
#define KATACHI_NN_TRAIN_REPORT_WATCH_H

#include "nn/model/backend.h"
#include "nn_train/report/page.h"
#include "nn_train/train.h"

/* All is borrowed until watch_destroy. */
typedef struct watch_options {
    const char *folder;             /* made if necessary */
    const nn_store *train, *test;   /* may have no games: where rows are imported, where no
                                     * games are held out                       */
    const char *test_name;          /* in words; NULL: none */
    const char *gammas;             /* file to compare with; NULL: those that are installed,
                                     * or none */
    const char *const *inputs;      /* of the training */
    int n_inputs;
    const char *bytes;              /* the file that the network comes from (nn_kata_write) */
    size_t n_bytes;
    int batch;                      /* rows */
    int threads;
    const nn_backend *backend;      /* that predicts; NULL: the first that is available */
    double seconds;                 /* at most so many between two looks */
    bool resume;                    /* go on with the curves of folder/history.tsv */
    const training_fact *facts;
    int n_facts;
    games_progress *progress;       /* of the last look, which may take minutes; NULL: none */
    void *user;
} watch_options;

typedef struct watch watch;

/* Makes the folder, so that a wrong name is told at once.  GO_EIO, GO_ENOMEM; with a file of
 * gammas that was named, its errors.                                          */
go_status watch_create(watch **out, const watch_options *options, go_error *err);
void watch_destroy(watch *w); /* accepts NULL */

/* From the report function of nn_train.  An error concerns the page only, and the training
 * can go on: GO_EIO; GO_EFORMAT when the network's answers are no numbers.    */
go_status watch_look(watch *w, const nn_train_progress *progress, go_error *err);

/* The last page, of the network that was written: on more of the test games.  `ended`: its
 * budget is used up, it was not interrupted; else somebody waits, and a look of seconds must do.
 * Also GO_EINTR, if the progress function asked to stop; the page is then that of the look before. */
go_status watch_finish(watch *w, const nn_model *m, bool ended, go_error *err);

/* Of the last look, for the progress line: the share of first choices in test games; NAN
 * before the first, and without test games.                                   */
double watch_top1(const watch *w);

#endif
