#include "nn_train/options.h"

/* What stays in the processor's second cache from one layer to the next on 9x9. */
static int rows_of_lane(const nn_gradient *g, int size)
{
    const int points = 9 * 9 * g->rows;
    int rows = g->rows;
    while (!g->gpu && rows > 1 && rows * size * size > points * 5 / 4)
        rows /= 2;
    return rows;
}

void nn_train_cut(nn_train_options *options, int batch, int size)
{
    const int lanes = batch / rows_of_lane(options->gradient, size);
    const int least = comm_size(options->ranks);
    options->lanes = lanes < 1 ? 1 : lanes > 16 ? 16 : lanes;
    if (options->lanes < least)
        options->lanes = least;
    options->rows = batch / options->lanes;
}
