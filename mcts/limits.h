/* limits.h -- how much a search does, and which moves it may consider. */
#ifndef KATACHI_MCTS_LIMITS_H
#define KATACHI_MCTS_LIMITS_H

#include <stdatomic.h>

#include "board/game/game.h"
#include "mcts/rank.h"
#include "mcts/search_settings.h"

typedef struct search search; /* search.h */

/* A move that is not searched near the root. */
typedef struct search_restriction {
    uint8_t colour;
    point at;
    int depth; /* applies to the first `depth` plies; 1: the root only */
} search_restriction;

/* The only moves that a colour may play near the root. */
typedef struct search_allowance {
    const point *at; /* [n], borrowed */
    int n;           /* 0: it may play all */
    int depth;       /* as above */
} search_allowance;

typedef struct search_limits {
    /* 0: no such limit; the limits of the settings are not used */
    int64_t playouts, visits;
    double seconds;       /* planned time */
    double max_seconds;   /* upper bound while the best move is unclear; >= seconds or 0 */
    double clock;         /* seconds until the clock loses the game, which the decision has to
                           * keep, too; 0: no clock                            */
    bool moves_ownership; /* record the ownership after each move of the root */
    bool exact;           /* no early stop */
    bool thrifty;         /* an early stop as soon as the move is likely to be decided */
    double wide_root;     /* at least this much of the setting wide-root */
    candidate_settings candidates; /* the only moves of the root that are seen */
    int rank;             /* of rank.h, which then bounds playouts and says the candidates */
    bool book;            /* play by the book of the settings */

    const atomic_bool *stop; /* the search ends soon after this becomes true; may be NULL */

    /* called in the caller's thread about every report_seconds; may call search_analyze,
     * and ends the search by returning false                                  */
    bool (*report)(void *user, search *s);
    void *user;
    double report_seconds;

    const search_restriction *avoid; /* [n_avoid], borrowed */
    int n_avoid;
    search_allowance allow[3]; /* by colour */
} search_limits;

/* The limits of the settings. */
search_limits search_limits_default(const search_settings *settings);

/* The same for an analysis, which a rank and candidates do not weaken, and which reads no book. */
search_limits search_limits_full(const search_settings *settings);

/* Do they make play weaker: by a rank, or by candidates? */
bool search_limits_weaken(const search_limits *l);

/* May a search under these limits go on with the tree of an earlier one?  Not if the setting `reuse`
 * is off, if every search is to begin anew (noise, a root's temperature, gumbel), or if what was
 * found before would add to the effort of weaker play.  `settings` are resolved. */
bool search_limits_keep_tree(const search_limits *l, const search_settings *settings);

/* Marks in `forbidden` the moves that c must not play at `depth` plies from the root.
 * False, with nothing written: all are allowed.                               */
bool search_limits_forbid(const search_limits *l, int depth, colour c,
                          bool forbidden[BOARD_MAX_POINTS]);

/* GO_EILLEGAL: they leave c no legal move in the position of the game. */
go_status search_limits_check(const search_limits *l, const game *g, colour c, go_error *err);

/* A number for what these limits forbid from `depth` plies on, where c is to move: 0 if nothing. */
uint64_t search_limits_forbidden(const search_limits *l, int depth, colour c);

#endif
