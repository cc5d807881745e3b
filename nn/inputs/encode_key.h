/* encode_key.h -- the key by which a network's answer is cached. */
#ifndef KATACHI_NN_INPUTS_ENCODE_KEY_H
#define KATACHI_NN_INPUTS_ENCODE_KEY_H

#include "nn/inputs/view.h"

/* A name for what nn_encode would write and for which moves are legal, much
 * cheaper than that: equal keys, equal inputs (but for one chance in 2^64).
 * Answers of one model can be cached by it.                                  */
uint64_t nn_encode_key(const nn_model *m, const nn_position *p, const nn_view *v);

#endif
