/* inside.h -- the public types as the types inside.  Games, records and collections
 * are those of the library under another name; codes, colours and errors are the same
 * numbers and the same bytes.                                                  */
#ifndef KATACHI_API_INSIDE_H
#define KATACHI_API_INSIDE_H

#include <katachi/game.h>

#include "base/status.h"
#include "board/game/game.h"

_Static_assert((int)KATACHI_EUNSUPPORTED == (int)GO_EUNSUPPORTED &&
                   (int)KATACHI_WHITE == (int)WHITE && sizeof(katachi_error) == sizeof(go_error),
               "what is cast is the same");

static inline game *inside(const katachi_game *g) { return (game *)g; }
static inline go_error *why(katachi_error *err) { return (go_error *)err; }
static inline katachi_status outside(go_status status) { return (katachi_status)status; }

/* GO_EINVAL unless it is black or white; unless it is a point of the board or the pass. */
go_status api_check_colour(katachi_colour c, katachi_error *err);
go_status api_check_move(const game *g, katachi_colour c, int p, katachi_error *err);

#endif
