/* reference.h -- the yardstick: networks in plain C, one loop for each formula.
 *
 * Positions of a batch are computed at the same time, one by each thread, in
 * float with sums in the order of the formula.  Slow on purpose; the other
 * backends are compared with it.                                             */
#ifndef KATACHI_NN_REFERENCE_REFERENCE_H
#define KATACHI_NN_REFERENCE_REFERENCE_H

#include "nn/model/backend.h"

extern const nn_backend nn_reference;

#endif
