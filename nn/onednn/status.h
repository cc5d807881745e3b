/* status.h -- what oneDNN's calls return, as a status with a sentence. */
#ifndef KATACHI_NN_ONEDNN_STATUS_H
#define KATACHI_NN_ONEDNN_STATUS_H

#include <oneapi/dnnl/dnnl.h>

#include "base/status.h"

/* GO_OK for dnnl_success, else a sentence: "oneDNN cannot WHAT (reason)". */
go_status onednn_status(dnnl_status_t status, const char *what, go_error *err);

/* GO_TRY of base/status.h for oneDNN's calls. */
#define DNNL_TRY(call)                        \
    do {                                      \
        dnnl_status_t try_status = (call);    \
        if (try_status != dnnl_success)       \
            return try_status;                \
    } while (0)

#endif
