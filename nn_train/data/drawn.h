/* drawn.h -- what a training was shown, counted row by row: a shuffle that is broken, or an
 * input that is never reached, is seen here before it spoils a network.
 *
 *     nn_drawn drawn, all;
 *     nn_drawn_create(&drawn, store.n_rows, &err);
 *     nn_drawn_rows(&drawn, rows, 0, rows->n);            after each batch
 *     nn_drawn_store(&all, &store);                       what there is to be drawn
 *
 * Each table of `drawn` should be a copy of that of `all` in small: by the same shares, up to
 * chance.  In the first epoch no position comes twice, so `positions` is `rows`.  */
#ifndef KATACHI_NN_TRAIN_DATA_DRAWN_H
#define KATACHI_NN_TRAIN_DATA_DRAWN_H

#include "nn_train/data/rows.h"
#include "nn_train/data/store.h"

enum {
    DRAWN_STAGE = 30,    /* moves in a stage */
    DRAWN_STAGES = 12,   /* the last holds all later ones */
    DRAWN_INPUTS = 64,   /* the last holds all further ones */
    DRAWN_HIDDEN = 6
};

/* Whose game it was, from the view of the side to move, as it was played: a row that shows another
 * komi may have another winner, which says nothing of what was drawn.         */
typedef enum drawn_result {
    DRAWN_WON, DRAWN_LOST, DRAWN_DRAW, DRAWN_UNKNOWN, DRAWN_RESULTS
} drawn_result;

typedef struct drawn_counts {
    int64_t rows;
    int64_t size[BOARD_MAX_SIZE + 1];
    int64_t input[DRAWN_INPUTS];   /* of the command's inputs, in their order */
    int64_t result[DRAWN_RESULTS];
    int64_t stage[DRAWN_STAGES];   /* moves 1-30, 31-60, ... */
    int64_t symmetry[8];
    int64_t hidden[DRAWN_HIDDEN];  /* moves of the history that were not shown */
    int64_t rules[SAMPLE_N_RULES + 1]; /* 0: those of the game, k: the k-th of SAMPLE_RULES */
    int64_t value, score, ownership;   /* rows that know them */
} drawn_counts;

typedef struct nn_drawn {
    drawn_counts counts;
    int64_t positions;   /* different ones */
    int64_t n_positions; /* that there are */
    uint8_t *seen;       /* a bit for each */
} nn_drawn;

/* GO_ENOMEM.  Ended with nn_drawn_destroy, which accepts one that is all 0. */
go_status nn_drawn_create(nn_drawn *d, int64_t n_positions, go_error *err);
void nn_drawn_destroy(nn_drawn *d);

/* Counts rows first .. first + n - 1 of a batch. */
void nn_drawn_rows(nn_drawn *d, const nn_rows *rows, int first, int n);

/* Notes a position that another rank has drawn: it counts in `positions` only. */
void nn_drawn_elsewhere(nn_drawn *d, int64_t position);

/* Every position of a store once.  How it is shown depends on no position: its symmetry,
 * history and rules are not counted.                                         */
void nn_drawn_store(drawn_counts *all, const nn_store *s);

/* "1000 rows, 980 different positions of 4000; 9x9 75.0 %, 13x13 25.0 %; 49.8 % to be won, 50.2 %
 * to be lost; 12.1 to 12.9 % in each symmetry": the counts as a line, which has no end. */
void nn_drawn_line(const nn_drawn *d, char text[512]);

#endif
