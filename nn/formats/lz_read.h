/* lz_read.h -- Leela Zero's weights, versions 1 and 2: lines of decimal numbers.
 * The format is described in doc/networks.md.                                */
#ifndef KATACHI_NN_FORMATS_LZ_READ_H
#define KATACHI_NN_FORMATS_LZ_READ_H

#include "nn/formats/build.h"

/* Is this a Leela Zero file by its first line, "1" or "2" or another number? */
bool nn_lz_recognise(const char *bytes, size_t n);

/* Reads a whole file into the builder; errors stick in the scanner. */
void nn_lz_read(nn_builder *b);

#endif
