/* inside.h -- the public types inside.  Games, records and collections are the same types
 * here as outside (by their struct tags); codes, colours and errors have the same numbers
 * and bytes.                                                                  */
#ifndef KATACHI_API_INSIDE_H
#define KATACHI_API_INSIDE_H

#include <katachi/game.h>

#include <locale.h>

#include "base/status.h"
#include "board/game/game.h"

_Static_assert((int)KATACHI_EUNSUPPORTED == (int)GO_EUNSUPPORTED &&
                   (int)KATACHI_WHITE == (int)WHITE && sizeof(katachi_error) == sizeof(go_error),
               "casts between them are valid");

static inline go_error *why(katachi_error *err) { return (go_error *)err; }
static inline katachi_status outside(go_status status) { return (katachi_status)status; }

/* GO_TRY for a public function. */
#define API_TRY(call)                                                                      \
    do {                                                                                   \
        go_status api_try_status = (call);                                                 \
        if (api_try_status != GO_OK)                                                       \
            return outside(api_try_status);                                                \
    } while (0)

/* To the end of the block, numbers are read and written with a decimal point, whatever locale
 * the calling program has chosen for itself.                                  */
#define API_PLAIN_NUMBERS                                                                  \
    __attribute__((cleanup(api_locale_back), unused)) locale_t api_callers_locale =        \
        api_plain_locale()

static inline locale_t api_plain_locale(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", NULL)); /* costs nothing: "C" always exists */
}

static inline void api_locale_back(locale_t *callers) { uselocale(*callers); }

/* GO_EINVAL: it is neither black nor white. */
go_status api_check_colour(katachi_colour c, katachi_error *err);

/* The move as *at.  GO_EINVAL: no such colour, or p is neither a point nor the pass. */
go_status api_read_move(const game *g, katachi_colour c, int p, point *at, katachi_error *err);

/* The named rules; NULL: Chinese.  GO_EINVAL. */
go_status api_rules(const char *name, rules *out, katachi_error *err);

#endif
