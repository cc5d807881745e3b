#include "nn_train/gradients.h"

#include <string.h>

#include "nn_train/onednn/onednn.h"
#include "nn_train/plugin.h"
#include "nn_train/reference/reference.h"

static const nn_gradient *const all[] = {&nn_gradient_cudnn, &nn_gradient_onednn16,
                                         &nn_gradient_onednn, &nn_gradient_reference,
                                         &nn_gradient_cudnn32, NULL};

go_status nn_gradient_choose(const nn_gradient **out, const char *name, go_error *err)
{
    for (int i = 0; all[i]; i++) {
        *out = all[i];
        if (name && *name && strcmp(name, all[i]->name) != 0)
            continue;
        go_status status = all[i]->available(all[i], err);
        if (status == GO_OK || (name && *name))
            return status;
    }
    return go_fail(
        err, GO_EINVAL,
        "unknown backend '%s' for training; use cudnn, onednn16, onednn, reference or cudnn32",
        name);
}
