/* dense.h -- the dense groups as tables: for each row (where the last move was,
 * how far the game is) the gamma number of every candidate.                  */
#ifndef KATACHI_PATTERNS_DENSE_H
#define KATACHI_PATTERNS_DENSE_H

#include "base/status.h"
#include "patterns/vocabulary.h"

typedef struct dense_tables {
    int area;              /* of the board; candidate `area` is the pass */
    int width;             /* entries of a row: area + 1, rounded up to 16 */
    int rows[F_N_DENSE];   /* 0 for a group that is not used */
    uint32_t *gamma[F_N_DENSE]; /* [rows][width]; vocabulary_gammas() for none
                                 * (the pass, and the padding)                 */
} dense_tables;

go_status dense_tables_init(dense_tables *d, const vocabulary *v, int size, go_error *err);
void dense_tables_free(dense_tables *d);

#endif
