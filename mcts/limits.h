/* limits.h -- how much is searched, and among which moves. */
#ifndef KATACHI_MCTS_LIMITS_H
#define KATACHI_MCTS_LIMITS_H

#include <stdatomic.h>

#include "board/board.h"
#include "mcts/search_settings.h"

typedef struct search search; /* search.h */

/* A move that is not searched at the root (or deeper). */
typedef struct search_restriction {
    uint8_t colour;
    point at;
    int depth; /* applies to the first `depth` plies; 1: the root only */
} search_restriction;

typedef struct search_limits {
    /* each 0: no such limit; the settings' own limits do not count */
    int64_t playouts, visits;
    double seconds;       /* the time planned */
    double max_seconds;   /* when the best move is unclear, at most; >= seconds or 0 */
    bool moves_ownership; /* count who owns the points behind each move of the root */
    bool exact;           /* do not stop before, even if the choice cannot change (analysis) */

    const atomic_bool *stop; /* the search ends soon after this becomes true; may be NULL */

    /* called by the caller's thread about every report_seconds while the search
     * runs; false ends it.  search_analyze may be called from inside.          */
    bool (*report)(void *user, search *s);
    void *user;
    double report_seconds;

    const search_restriction *avoid; /* borrowed */
    int n_avoid;
    const point *allow; /* the only moves to search, when n_allow > 0 */
    int n_allow, allow_depth;
    uint8_t allow_colour;
} search_limits;

/* The limits that the settings name. */
search_limits search_limits_default(const search_settings *settings);

/* Marks the moves that the limits forbid to c at `depth` plies from the root in
 * `forbidden`.  False, with nothing written: none.                            */
bool search_limits_forbid(const search_limits *l, int depth, colour c,
                          bool forbidden[BOARD_MAX_POINTS]);

#endif
