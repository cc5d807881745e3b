#include "api/inside.h"

const char *katachi_status_name(katachi_status s) { return go_status_name((go_status)s); }
const char *katachi_version(void) { return KATACHI_VERSION; }

go_status api_check_colour(katachi_colour c, katachi_error *err)
{
    if (c == KATACHI_BLACK || c == KATACHI_WHITE)
        return GO_OK;
    return go_fail(why(err), GO_EINVAL, "a colour must be black (1) or white (2), not %d", (int)c);
}

go_status api_read_move(const game *g, katachi_colour c, int p, point *at, katachi_error *err)
{
    int size = g->board.size;
    if (p < 0 || p > size * size)
        return go_fail(why(err), GO_EINVAL, "no point %d on a board of size %d", p, size);
    *at = board_point_at(size, p);
    return api_check_colour(c, err);
}

go_status api_rules(const char *name, rules *out, katachi_error *err)
{
    if (rules_by_name(name ? name : "chinese", out))
        return GO_OK;
    return go_fail(why(err), GO_EINVAL,
                   "unknown rules \"%s\"; try chinese, japanese, aga or tromp-taylor", name);
}
