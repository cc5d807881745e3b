/* page.h -- the page about a training of a network: curves, how well it predicts, moves that
 * it expected most and least, and what it was shown.  One file with its pictures inside.
 *
 * Its parts: this one, curves.c, ends.c, notable.c and shown.c.                */
#ifndef KATACHI_NN_TRAIN_REPORT_PAGE_H
#define KATACHI_NN_TRAIN_REPORT_PAGE_H

#include <stdio.h>

#include "nn_train/data/drawn.h"
#include "nn_train/report/history.h"

/* A line of the table about the training, plain text. */
typedef struct training_fact {
    char name[40], value[1000];
} training_fact;

/* All is borrowed. */
typedef struct training_page {
    const nn_store *test;        /* may have no games */
    const char *test_name;       /* in words; NULL: none */
    const char *const *inputs;   /* of the training */
    int n_inputs;
    const training_fact *facts;
    int n_facts;
    const training_history *history;
    bool ended;                  /* else it is still learning */
    int64_t budget;              /* rows in all, as far as is known */
    const network_stats *net;    /* on the test games; NULL: none */
    const prediction_stats *gammas; /* on the same ones; NULL: none */
    const notable_moves *notable;
    const drawn_counts *drawn, *all; /* rows shown by this command, and what there is */
    int64_t positions;           /* different ones among `drawn` */
    double filled;               /* share of the rows of an epoch that come twice, to fill the
                                  * last batch of each size of board            */
} training_page;

void training_page_write(FILE *out, const training_page *p);

/* The parts; each writes HTML. */
void training_curves(FILE *out, const training_page *p);
void training_ends(FILE *out, const outcome_stats *e);
void training_notable(FILE *out, const nn_store *test, const notable_moves *notable);
void training_shown(FILE *out, const training_page *p);

#endif
