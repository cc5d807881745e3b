#include "api/inside.h"

go_status api_check_colour(katachi_colour c, katachi_error *err)
{
    if (c == KATACHI_BLACK || c == KATACHI_WHITE)
        return GO_OK;
    return go_fail(why(err), GO_EINVAL, "a player is black (1) or white (2), not %d", (int)c);
}

go_status api_check_move(const game *g, katachi_colour c, int p, katachi_error *err)
{
    int size = g->board.size;
    if (p >= 0 && p <= size * size)
        return api_check_colour(c, err);
    return go_fail(why(err), GO_EINVAL, "there is no point %d on a board of %d lines", p, size);
}
