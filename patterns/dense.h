/* dense.h -- the dense groups as tables: for each row (place of the last move, stage
 * of the game) the gamma number of every candidate; and the whole team of a move. */
#ifndef KATACHI_PATTERNS_DENSE_H
#define KATACHI_PATTERNS_DENSE_H

#include "base/status.h"
#include "patterns/extract.h"

enum { DENSE_LAYERS = 2 };

typedef struct dense_tables {
    int area;          /* of the board; candidate `area` is the pass */
    int width;         /* entries of a row: area + 1, rounded up to 16 */
    uint32_t none;     /* vocabulary_gammas(): no gamma (the pass, and the padding) */
    int rows[N_ROWS];  /* 0 for a row kind that no group uses */
    int layers[N_ROWS];/* groups that share these rows, up to DENSE_LAYERS */
    uint32_t *gamma[N_ROWS][DENSE_LAYERS]; /* [rows][width] */
} dense_tables;

go_status dense_tables_init(dense_tables *d, const vocabulary *v, int size, go_error *err);
void dense_tables_free(dense_tables *d);

/* The pair of points with this level of F_PAIR or F_PAIR2 on a board of that size: the first of the
 * up to eight that are equal under a symmetry, by former * area + move.       */
void dense_pair(int size, int level, int *former, int *move);

/* The product of the gammas of one entry. */
static inline float dense_product(const dense_tables *d, int kind, int entry, const float *gamma)
{
    float product = 1;
    for (int i = 0; i < d->layers[kind]; i++)
        product *= gamma[d->gamma[kind][i][entry]];
    return product;
}

/* The numbers of the gammas (stored, passing and dense) in the team of a legal move,
 * after extractor_update for that side; returns how many, up to F_N_GROUPS.  Groups
 * without a feature of the move are omitted.  `d` is for the extractor's size and
 * vocabulary.                                                                 */
int team_gammas(const extractor *x, const dense_tables *d, colour to_move, int candidate,
                int numbers[F_N_GROUPS]);

#endif
