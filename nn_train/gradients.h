/* gradients.h -- the ways to compute gradients in this build, the preferred first. */
#ifndef KATACHI_NN_TRAIN_GRADIENTS_H
#define KATACHI_NN_TRAIN_GRADIENTS_H

#include "nn_train/gradient/gradient.h"

/* That of the name, or the first that is available here if the name is NULL or "".
 * GO_EINVAL: there is none of that name; GO_EUNSUPPORTED: it is not available.  */
go_status nn_gradient_choose(const nn_gradient **out, const char *name, go_error *err);

#endif
