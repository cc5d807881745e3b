/* kata_rows.h -- rows of a training in the format of KataGo's trainer, as both sides of it use
 * them: six arrays of an .npz file, each with a first dimension of rows.
 *
 *   binaryInputNCHWPacked  |u1 [n][22][(a + 7) / 8]  the planes of nn/inputs/encode.h, a bit a
 *                                                    point, the first in the highest bit
 *   globalInputNC          <f4 [n][19]               its globals
 *   policyTargetsNCMove    <i2 [n][2][a + 1]         visits of each move; of the opponent's answer
 *   globalTargetsNC        <f4 [n][64 or more]       kata_target below
 *   scoreDistrN            |i1 [n][2 a + 120]        the score as 100 parts
 *   valueTargetsNCHW       |i1 [n][5][side][side]    kata_plane below
 *
 * a = side * side; smaller boards lie in the upper left corner.  All is from the view of the side
 * to move and not turned.
 *
 * Source: KataGo, cpp/dataio/trainingwrite.h (format version 3).              */
#ifndef KATACHI_NN_TRAIN_NPZ_KATA_ROWS_H
#define KATACHI_NN_TRAIN_NPZ_KATA_ROWS_H

#include "nn/model/model.h"
#include "nn_train/npz/npz.h"

enum {
    KATA_TARGETS = 80,       /* columns of globalTargetsNC that are written */
    KATA_LEAST_TARGETS = 64, /* that older files have */
    KATA_PLANES_OF_TARGETS = 5,
    KATA_SCORE_MARGIN = 60   /* beyond the area, to each side */
};

typedef enum kata_array {
    KATA_BINARY, KATA_GLOBALS, KATA_POLICY, KATA_TARGET, KATA_SCORE, KATA_VALUE, KATA_ARRAYS
} kata_array;

/* Columns of globalTargetsNC.  Values of the game and of the four averages of later searches are
 * own win, loss, no result and score.                                        */
typedef enum kata_target {
    KATA_GAME = 0, KATA_LATER = 4, KATA_SEARCH = 16, /* KATA_LATER: three of them */
    KATA_MARGIN = 20,
    KATA_LATER_UNUSED = 24,  /* 1 - weight of KATA_LATER and KATA_SEARCH */
    KATA_ROW_WEIGHT = 25,    /* of the whole row */
    KATA_POLICY_WEIGHT = 26,
    KATA_END_WEIGHT = 27,    /* of ownership and score */
    KATA_ANSWER_WEIGHT = 28,
    KATA_FUTURE_WEIGHT = 33,
    KATA_AREA_WEIGHT = 34,
    KATA_GAME_UNUSED = 35,   /* 1 - weight of KATA_GAME */
    KATA_SHOWN = 36,         /* five: may the last move be shown, the one before it, ... */
    KATA_GAME_HASH = 41,     /* six: 22, 22, 20, 22, 22, 20 bits */
    KATA_OWN_KOMI = 47,
    KATA_AREA_SCORING = 48,
    KATA_TURN = 51,          /* moves before this one */
    KATA_GAME_KIND = 55,     /* 4: from an SGF file */
    KATA_FINISHED = 62,
    KATA_FORMAT = 63
} kata_target;

/* Planes of valueTargetsNCHW. */
typedef enum kata_plane {
    KATA_OWNERSHIP, KATA_SEKI, KATA_SOON, KATA_LATE, /* the stones 8 and 32 moves later */
    KATA_AREA                                        /* what counts, in 120 parts */
} kata_plane;

/* Bytes of a packed plane. */
static inline size_t kata_plane_bytes(int side)
{
    return ((size_t)(side * side) + 7) / 8;
}

/* The header of an array of n rows. */
npz_array kata_array_of(kata_array which, int64_t n, int side);

/* Which of the six it is; KATA_ARRAYS: another one. */
kata_array kata_array_named(const char *name);

#endif
