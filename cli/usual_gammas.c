#include "cli/usual_gammas.h"

#include <stdio.h>

go_status usual_gammas(gammas **out, const char *path, const char *set, int size, go_error *err)
{
    const int near = path ? size : gammas_nearest(set, size);
    GO_TRY(gammas_read_or_find(out, path, set, near ? near : size, err));
    if (near && near != size)
        fprintf(stderr, "katachi: there are no gammas for %dx%d; those for %dx%d are used\n", size,
                size, near, near);
    return GO_OK;
}
