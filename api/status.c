#include <katachi/status.h>

#include <string.h>

#include "api/internal.h"

_Static_assert((int)KATACHI_EUNSUPPORTED == (int)GO_EUNSUPPORTED, "the codes are the same");

const char *katachi_status_name(katachi_status status)
{
    return go_status_name((go_status)status);
}

const char *katachi_version(void) { return KATACHI_VERSION; }

katachi_status api_status(go_status status, const go_error *why, katachi_error *err)
{
    if (err && status != GO_OK) {
        err->status = (katachi_status)status;
        strncpy(err->message, status == GO_END ? "" : why->message, sizeof err->message - 1);
        err->message[sizeof err->message - 1] = '\0';
    }
    return (katachi_status)status;
}

go_status api_check_point(int size, int at, go_error *why)
{
    if (at >= 0 && at <= size * size)
        return GO_OK;
    return go_fail(why, GO_EINVAL, "there is no point %d on a board of %d lines", at, size);
}

go_status api_check_colour(katachi_colour c, go_error *why)
{
    if (c == KATACHI_BLACK || c == KATACHI_WHITE)
        return GO_OK;
    return go_fail(why, GO_EINVAL, "a player is black (1) or white (2), not %d", (int)c);
}
