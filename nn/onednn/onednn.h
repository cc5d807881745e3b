/* onednn.h -- networks on the CPU, as fast as oneDNN's matrix products allow.
 *
 * Each position of a batch is computed by one thread: two search threads may each
 * call an evaluator of one thread, or one evaluator of many threads may get batches
 * of as many positions.  oneDNN itself never starts threads here.  An answer depends
 * neither on the batch nor on the number of threads.
 *
 * Sources: oneDNN's reference manual; Lavin and Gray, Fast Algorithms for
 * Convolutional Neural Networks (2015).  Figures: doc/performance/networks.md. */
#ifndef KATACHI_NN_ONEDNN_ONEDNN_H
#define KATACHI_NN_ONEDNN_ONEDNN_H

#include "nn/model/backend.h"

/* They exist in a build without the library too (absent.c), but are not available there. */
extern const nn_backend nn_onednn;   /* float32 */
extern const nn_backend nn_onednn8;  /* convolutions in 8-bit integers, where the processor has
                                      * AMX, AVX512_VNNI, AVX-VNNI or ARM's products */
extern const nn_backend nn_onednn16; /* bfloat16, where the processor has AMX or AVX512_BF16 */

/* What they are in either build. */
#define NN_ONEDNN_IS \
    .name = "onednn", \
    .sentence = "the processor, through oneDNN: matrix products, Winograd convolutions"
#define NN_ONEDNN8_IS \
    .name = "onednn8", .precision = NN_INT8, \
    .sentence = "the processor, through oneDNN, with convolutions in 8-bit integers"
#define NN_ONEDNN16_IS \
    .name = "onednn16", .precision = NN_BFLOAT16, \
    .sentence = "the processor, through oneDNN, with products in bfloat16"

#endif
