/* absent.c -- the gradients in a build without oneDNN: they say what is missing.  The
 * Makefile compiles this file or all the others of the folder.               */
#include "nn_train/onednn/onednn.h"

static go_status available(const nn_gradient *self, go_error *err)
{
    (void)self;
    return go_fail(
        err, GO_EUNSUPPORTED,
        "this build has no oneDNN (2 or 3), which fast training needs; install it (on Debian: "
        "apt-get install libdnnl-dev) and run make again, or give --backend reference");
}

const nn_gradient nn_gradient_onednn = {
    NN_GRADIENT_ONEDNN_IS,
    .available = available,
};

const nn_gradient nn_gradient_onednn16 = {
    NN_GRADIENT_ONEDNN16_IS,
    .available = available,
};
