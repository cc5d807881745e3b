/* fold.h -- a norm after a convolution is another convolution. */
#ifndef KATACHI_NN_MODEL_FOLD_H
#define KATACHI_NN_MODEL_FOLD_H

#include "nn/model/model.h"

/* Multiplies each NN_NORM into the convolution before it, if that has no other reader.
 * The function computed stays the same but for rounding.  GO_EFORMAT: a product is not
 * finite or beyond NN_LARGEST_WEIGHT; the sentence names the file, the layer and the
 * number.  GO_ENOMEM: the model is intact, but not completely folded.         */
go_status nn_model_fold(nn_model *m, go_error *err);

#endif
