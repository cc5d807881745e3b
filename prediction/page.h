/* page.h -- how well moves were predicted, as a section of a page: curves, stages, a table. */
#ifndef KATACHI_PREDICTION_PAGE_H
#define KATACHI_PREDICTION_PAGE_H

#include <stdio.h>

#include "prediction/prediction.h"

/* One that predicted: a network, gammas. */
typedef struct prediction_line {
    const char *name; /* plain text; NULL where there is only one */
    const prediction_stats *stats;
} prediction_line;

/* Writes HTML with the classes of draw/page.h.  All lines predicted the same games; the
 * table shows the stages of the first.
 *   name  in  the games in words, plain text: "3,201 games held out"; may be NULL */
void prediction_page(FILE *out, const prediction_line *lines, int n_lines, const char *name);

#endif
