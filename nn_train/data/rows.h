/* rows.h -- positions as a batch for training: what the network is shown, and what it
 * should have answered.
 *
 *     nn_rows *rows;
 *     row_maker *maker;                                     one for each thread
 *     nn_rows_create(&rows, 256, store.largest, &err);
 *     row_maker_create(&maker, &store, model, &err);
 *     row_maker_fill(maker, nn_sample_at(&sample, number + i), rows, i, &err);
 *
 * All is from the view of the side to move ("own"), turned by the row's symmetry.  A
 * smaller board lies in the upper left corner of the buffer, and the mask is 1 there.
 * What is not known has weight 0 and is 0, else the weight is 1 (rows of other programs,
 * nn_train/npz, have others).                                                 */
#ifndef KATACHI_NN_TRAIN_DATA_ROWS_H
#define KATACHI_NN_TRAIN_DATA_ROWS_H

#include "nn/model/model.h"
#include "nn_train/data/sample.h"
#include "nn_train/data/store.h"

/* Where a row comes from, and how it is shown. */
typedef struct row_origin {
    int64_t position; /* the row of the store or of nn_import_open */
    int32_t ply;      /* moves played before it */
    uint16_t input;   /* of the inputs of nn_store_read, or of nn_import_open */
    uint8_t size;     /* of the board */
    uint8_t symmetry, hidden, rules; /* see sample_row */
    int8_t komi;                     /* the same; 0 where the score is not known */
    int8_t won; /* by the side to move, under the komi that was played: 1; lost: -1; a draw, or
                 * unknown: 0                                                  */
} row_origin;

/* Below, a = size * size; a move is row * size + column of the buffer, or a for a pass. */
typedef struct nn_rows {
    int n, size;             /* may be made smaller between batches, but not larger than
                              * they were created */
    float *planes;           /* [n][NN_KATA_PLANES][a]: nn/inputs/encode.h */
    float *globals;          /* [n][NN_KATA_GLOBALS] */
    float *mask;             /* [n][a] */
    uint16_t *policy;        /* [n]: the move that was played, or that a search visited most */
    float *policy_weight;    /* [n] */
    float *shares;           /* [n][2][a + 1]: of the visits of a search, for each move and each
                              * answer; rows without `has_shares` have one move, one answer */
    bool *has_shares;        /* [n] */
    float *value;            /* [n][3]: own win, loss, no result; a draw is 1/2 1/2 0 */
    float *value_weight;     /* [n] */
    float *search;           /* [n]: own chance to win as a search judged it */
    float *search_weight;    /* [n] */
    float *score;            /* [n]: own margin at the end in points, with komi */
    float *score_weight;     /* [n] */
    int8_t *ownership;       /* [n][a]: at the end, 1 own, -1 opponent's, 0 nobody's */
    float *ownership_weight; /* [n] */
    uint16_t *answer;        /* [n]: the opponent's next move */
    float *answer_weight;    /* [n] */
    row_origin *origin;      /* [n] */
} nn_rows;

/* Room for n rows of boards up to `size`, all 0 but the policies' weights.  The caller ends it with
 * nn_rows_destroy, which accepts NULL.  GO_ENOMEM.                            */
go_status nn_rows_create(nn_rows **out, int n, int size, go_error *err);
void nn_rows_destroy(nn_rows *rows);

/* The scratch memory of one thread. */
typedef struct row_maker row_maker;

/* store, model   in  borrowed; of the model only the kind of its inputs counts: KataGo's;
 *                    NULL: those of a new network
 * The caller ends it with row_maker_destroy, which accepts NULL.  GO_ENOMEM, GO_EINVAL. */
go_status row_maker_create(row_maker **out, const nn_store *store, const nn_model *model,
                           go_error *err);
void row_maker_destroy(row_maker *maker);

/* Writes row i of the batch, 0 <= i < rows->n.  Several makers may write different rows of one
 * batch at the same time.  GO_EINVAL: the board is larger than the
 * buffer; GO_ENOMEM.                                                          */
go_status row_maker_fill(row_maker *maker, sample_row row, nn_rows *rows, int i, go_error *err);

#endif
