/* final_status.h -- which stones live when both sides have stopped, and who has
 * won.
 *
 * Benson's theorem (board/game/benson.h) settles what is settled; the rest is played
 * out many times by the fast gammas, once with each side to move first.  Stones
 * that nearly always are gone at the end are dead; those that stand are alive.
 * Chains in doubt are read out where few points decide (mcts/final/life.h);
 * those that neither side can approach without losing its own are seki.
 *
 * It is an estimate, not a proof: `confidence` says how clear the playouts were.
 * Fixed seed, same answer.                                                     */
#ifndef KATACHI_MCTS_FINAL_FINAL_STATUS_H
#define KATACHI_MCTS_FINAL_FINAL_STATUS_H

#include "base/status.h"
#include "board/game/game.h"
#include "mcts/final/fate.h"
#include "mcts/playout/playout.h"

typedef struct final_status_options {
    int playouts;   /* at most; 0: the default, enough for the size of the board */
    double seconds; /* of playouts; 0: no limit, otherwise the answer may differ from run to
                     * run.  Reading adds some hundredths, at most two tenths      */
    uint64_t seed;
} final_status_options;

/* Arrays are indexed by point, as in board.h; [b->n_points] of them are filled. */
typedef struct final_status {
    uint8_t fate[BOARD_MAX_POINTS];  /* stone_fate: one for each whole chain */
    bool dead[BOARD_MAX_POINTS];     /* fate is FATE_DEAD: as score.h takes it */
    bool settled[BOARD_MAX_POINTS];  /* pass-alive stones and their vital regions */
    uint8_t owner[BOARD_MAX_POINTS]; /* BLACK, WHITE, EMPTY for dame and for the eyes
                                      * that do not count under the game's rules; a dead
                                      * stone's point has the owner of its region        */
    float ownership[BOARD_MAX_POINTS]; /* by the playouts: -1 white .. 1 black */

    double margin;         /* black's, under the game's rules and komi, dead stones off */
    double margin_as_is;   /* the same with every stone taken for alive: what a referee
                            * that counts the board as it stands (Tromp-Taylor, CGOS)
                            * would say                                              */
    double confidence;     /* 0 .. 1: of the least clear chain (1: all settled or read out) */
    int n_playouts;        /* made */
} final_status;

/* Estimates what the game would be if it ended now.  `p` is a workspace for
 * the board's size (playout.h), left with the last playout in it; `options` may
 * be NULL.  Takes some hundredths of a second on 9x9 and tenths on 19x19.
 * GO_ENOMEM.                                                                  */
go_status final_status_find(final_status *out, const game *g, playout *p,
                            const final_status_options *options, go_error *err);

/* ---- passing ---- */

/* What passing would bring colour c if the other side passed as well. */
typedef struct pass_outlook {
    double agreed;     /* margin for c when dead stones are taken off by agreement */
    double as_is;      /* margin for c when every stone counts as alive */
    double confidence; /* final_status.confidence */
} pass_outlook;

/* Where rules.friendly_pass is not set, or the other side may not agree, only
 * as_is > 0 makes passing safe; otherwise agreed > 0 with enough confidence (0.8,
 * say).                                                                      */
pass_outlook final_status_pass(const final_status *s, colour c);

#endif
