#include "cli/komi.h"

#include <math.h>

#include "base/decimal.h"

go_status komi_parse(const char *text, void *field, go_error *err)
{
    double komi;
    if (!decimal_read(text, &komi) || fabs(komi) > 1000 || 2 * komi != floor(2 * komi))
        return go_fail(err, GO_EINVAL,
                       "a whole or half number of points from -1000 to 1000, such as 6.5, not '%s'",
                       text);
    *(komi_option *)field = (komi_option){true, komi};
    return GO_OK;
}
