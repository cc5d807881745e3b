/* dataset_state.h -- the fields of a data set. */
#ifndef KATACHI_MM_TRAIN_DATA_DATASET_STATE_H
#define KATACHI_MM_TRAIN_DATA_DATASET_STATE_H

#include "base/io/mapped.h"
#include "mm_train/data/dataset.h"
#include "patterns/dense.h"

struct dataset {
    const vocabulary *v; /* borrowed */
    int size, area, n_gammas;
    int reach_bytes;     /* for a bit per cell of a group of passing features */
    int16_t cell_step[DIAMOND_MAX_CELLS]; /* from a candidate to its cell, in point numbers */
    int64_t n_games;
    mapped bytes;        /* encoding.h */
    size_t *start;       /* [n_games] where each game begins in `bytes` */
    double *wins;        /* [n_gammas + 1], the last for "none" */
    dense_tables dense;
    dataset_sizes sizes;
    uint64_t fingerprint;
    games_run run;
};

#endif
