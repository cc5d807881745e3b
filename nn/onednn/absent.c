/* absent.c -- the backend in a build without oneDNN: it says what is missing.  The
 * Makefile compiles this file or all the others of the folder.               */
#include "nn/onednn/onednn.h"

static go_status available(const nn_backend *self, go_error *err)
{
    (void)self;
    return go_fail(err, GO_EUNSUPPORTED,
                   "this build has no oneDNN (2 or 3); install it (on Debian: apt-get install "
                   "libdnnl-dev) and run make again");
}

const nn_backend nn_onednn = {
    NN_ONEDNN_IS,
    .available = available,
};

const nn_backend nn_onednn8 = {
    NN_ONEDNN8_IS,
    .available = available,
};

const nn_backend nn_onednn16 = {
    NN_ONEDNN16_IS,
    .available = available,
};
