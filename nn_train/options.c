#include "nn_train/options.h"

void nn_train_cut(nn_train_options *options, int batch)
{
    const int lanes = batch / options->gradient->rows, least = comm_size(options->ranks);
    options->lanes = lanes < 1 ? 1 : lanes > 16 ? 16 : lanes;
    if (options->lanes < least)
        options->lanes = least;
    options->rows = batch / options->lanes;
}
