/* onednn.h -- networks on the CPU, as fast as oneDNN's matrix products allow.
 *
 * The batch is shared out to the threads by positions, and each position is
 * computed by one thread: two search threads may each call an evaluator of one
 * thread, or one evaluator of many threads may get batches of as many positions.
 * oneDNN itself never starts threads here.  What an evaluation answers does not
 * depend on the batch it came in, nor on the number of threads.
 *
 * Sources: oneDNN's reference manual; Lavin and Gray, Fast Algorithms for
 * Convolutional Neural Networks (2015).  Figures: doc/performance/networks.md. */
#ifndef KATACHI_NN_ONEDNN_ONEDNN_H
#define KATACHI_NN_ONEDNN_ONEDNN_H

#include "nn/model/backend.h"

/* In a build without the library it exists and is not available. */
extern const nn_backend nn_onednn;

#endif
