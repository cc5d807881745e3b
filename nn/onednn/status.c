#include "nn/onednn/status.h"

go_status onednn_status(dnnl_status_t status, const char *what, go_error *err)
{
    switch (status) {
    case dnnl_success: return GO_OK;
    case dnnl_out_of_memory:
        return go_fail(err, GO_ENOMEM, "oneDNN cannot %s: out of memory", what);
    case dnnl_unimplemented:
        return go_fail(err, GO_EUNSUPPORTED, "oneDNN cannot %s on this processor; use the backend "
                       "reference", what);
    default:
        return go_fail(err, GO_EUNSUPPORTED, "oneDNN cannot %s (its status %d); use the backend "
                       "reference", what, (int)status);
    }
}
