/* absent.c -- the backend in a build without oneDNN: it says what is missing.  The
 * Makefile compiles this file or all the others of the folder.               */
#include "nn/onednn/onednn.h"

static go_status available(go_error *err)
{
    return go_fail(err, GO_EUNSUPPORTED, "the program was built without oneDNN: install it (on "
                   "Debian: apt-get install libdnnl-dev) and run make again");
}

const nn_backend nn_onednn = {
    .name = "onednn",
    .sentence = "the processor, through oneDNN: matrix products, Winograd convolutions",
    .available = available,
};
