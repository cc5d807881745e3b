/* internal.h -- what the objects of the public headers hold, and how their codes and
 * points become those of the library inside.                                   */
#ifndef KATACHI_API_INTERNAL_H
#define KATACHI_API_INTERNAL_H

#include <katachi/game.h>

#include "base/status.h"
#include "board/game/game.h"

struct katachi_game {
    game *g;
};

/* Returns a status, with the sentence of a failure copied from *why into *err. */
katachi_status api_status(go_status status, const go_error *why, katachi_error *err);

/* GO_EINVAL unless it is a point of the board or the pass; colours likewise. */
go_status api_check_point(int size, int at, go_error *why);
go_status api_check_colour(katachi_colour c, go_error *why);

#endif
