#include "selfplay/resign.h"

bool resign_now(resign_watch *w, const selfplay_settings *s, int size, int moves, colour c,
                double winrate)
{
    int *n = &w->hopeless[c];
    *n = winrate < s->resign_threshold ? *n + 1 : 0;
    return *n >= s->resign_moves && 5 * moves >= size * size;
}
