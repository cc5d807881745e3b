/* dense.h -- the dense groups as tables: for each row (where the last move was,
 * how far the game is) the gamma number of every candidate.                  */
#ifndef KATACHI_PATTERNS_DENSE_H
#define KATACHI_PATTERNS_DENSE_H

#include "base/status.h"
#include "patterns/vocabulary.h"

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

/* The product of the gammas of one entry. */
static inline float dense_product(const dense_tables *d, int kind, int entry, const float *gamma)
{
    float product = 1;
    for (int i = 0; i < d->layers[kind]; i++)
        product *= gamma[d->gamma[kind][i][entry]];
    return product;
}

#endif
