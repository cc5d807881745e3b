/* duel.h -- games between two generations of a network, or one and the classic engine, to tell
 * whether learning helps.
 *
 * Two games each have the same opening, drawn from the policy of the first side, with the colours
 * changed; of several board sizes each pair takes the next.  A game depends on its seed and number
 * alone, so a match may be played in parts.                                   */
#ifndef KATACHI_SELFPLAY_IMPROVE_DUEL_H
#define KATACHI_SELFPLAY_IMPROVE_DUEL_H

#include "selfplay/settings.h"
#include "selfplay/state/history.h"

typedef struct duel_side {
    const char *net; /* file; NULL: the classic engine */
    int budget;      /* visits or playouts a move */
} duel_side;

typedef struct duel_settings {
    const selfplay_settings *play; /* board sizes, rules, komi, openings, backend */
    duel_side side[2];
    int threads;
    uint64_t seed;
} duel_settings;

typedef struct duel duel;

/* Reads the networks; the settings are copied, what they point to is borrowed.  On error *out is
 * NULL.  GO_EIO, GO_EFORMAT, GO_ENOMEM, and as search_create.                 */
go_status duel_open(duel **out, const duel_settings *s, go_error *err);
void duel_close(duel *d); /* accepts NULL */

/* Plays the games from .. from + games - 1.  GO_EINTR: the user stopped it; as search_run. */
go_status duel_play(duel *d, int from, int games, duel_result *out, go_error *err);

#endif
