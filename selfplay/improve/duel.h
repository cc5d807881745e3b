/* duel.h -- games between two generations of a network, or one and the classic engine, to tell
 * whether learning helps.
 *
 * Two games each have the same opening, drawn from the policy of the first side, with the colours
 * changed.  A game depends on its seed and number alone.                      */
#ifndef KATACHI_SELFPLAY_IMPROVE_DUEL_H
#define KATACHI_SELFPLAY_IMPROVE_DUEL_H

#include "selfplay/state/history.h"
#include "selfplay/settings.h"

typedef struct duel_side {
    const char *net; /* file; NULL: the classic engine */
    int budget;      /* visits or playouts a move */
} duel_side;

typedef struct duel_settings {
    const selfplay_settings *play; /* board sizes, rules, komi, openings, backend */
    duel_side side[2];
    int games, threads;
    uint64_t seed;
} duel_settings;

/* GO_EINTR: the user stopped it; as search_run. */
go_status duel_run(const duel_settings *s, duel_result *out, go_error *err);

#endif
