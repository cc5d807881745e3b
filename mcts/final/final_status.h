/* final_status.h -- which stones live when both sides have stopped, and who has
 * won.
 *
 * Benson's theorem (board/game/benson.h) settles what it can; the rest is played out
 * many times with the fast gammas, each side moving first in turn.  Stones that are
 * nearly always gone at the end are dead; those that remain are alive.  Doubtful
 * chains are read out where few points decide (mcts/final/estimate.h); those that
 * neither side can approach without losing its own are seki.
 *
 * This is an estimate, not a proof: `confidence` says how clear the playouts were.
 * With a fixed seed the answer is reproducible.                               */
#ifndef KATACHI_MCTS_FINAL_FINAL_STATUS_H
#define KATACHI_MCTS_FINAL_FINAL_STATUS_H

#include "base/status.h"
#include "board/game/game.h"
#include "mcts/final/fate.h"
#include "mcts/playout/playout.h"

typedef struct final_status_options {
    int playouts;   /* at most; 0: enough for the size of the board */
    double seconds; /* of playouts; 0: no limit; otherwise the answer may vary from run to
                     * run.  Reading adds a few hundredths, at most two tenths     */
    uint64_t seed;
    const float *ownership; /* [n_points] by a network, -1 white .. 1 black, or NULL */
} final_status_options;

/* Arrays are indexed by point, as in board.h; [b->n_points] of them are filled. */
typedef struct final_status {
    uint8_t fate[BOARD_MAX_POINTS];  /* stone_fate: one for each whole chain */
    bool dead[BOARD_MAX_POINTS];     /* fate is FATE_DEAD: as score.h takes it */
    uint8_t owner[BOARD_MAX_POINTS]; /* BLACK, WHITE, EMPTY for dame and for eyes that do
                                      * not count under the rules; the point of a dead
                                      * stone belongs to the owner of its region         */
    float ownership[BOARD_MAX_POINTS]; /* by the playouts: -1 white .. 1 black */

    double margin;         /* black's, under the game's rules and komi, dead stones off */
    double margin_as_is;   /* the same with every stone alive: as referees count that
                            * take the board as it stands (Tromp-Taylor, CGOS)       */
    double confidence;     /* 0 .. 1: of the least clear chain (1: all settled or read out) */
    int n_playouts;        /* made */
} final_status;

/* Estimates the outcome if the game ended now.  `p` is a workspace for the board's
 * size (playout.h) and keeps the last playout; `options` may be NULL.  Takes hundredths
 * of a second on 9x9, tenths on 19x19.  GO_ENOMEM.                            */
go_status final_status_find(final_status *out, const game *g, playout *p,
                            const final_status_options *options, go_error *err);

/* The count when the players have agreed that the chains of `dead` [n_points] are dead, and no
 * others: sekis are what final_eyes_facing finds, and borders left open are nobody's.  */
void final_status_agreed(final_status *out, const game *g, const bool *dead);

/* Where two passes count the board as it stands (area scoring without friendly passes),
 * no stone comes off: the outcome is certain, and all stones are alive.       */
bool final_status_counts_as_is(const rules *r);
void final_status_as_it_stands(final_status *out, const game *g);

/* Marks in idle[n_points] the empty points that nearly all of a few playouts leave to the same
 * side, whoever begins: a person would not play there any more.  `p` is a workspace for the
 * board's size.  A few milliseconds on 9x9.  GO_ENOMEM.                        */
go_status final_find_idle(const board *b, playout *p, uint64_t seed, bool *idle, go_error *err);

/* ---- passing ---- */

/* The result for colour c if both sides passed now. */
typedef struct pass_outlook {
    double agreed;     /* margin for c when dead stones are taken off by agreement */
    double as_is;      /* margin for c when every stone counts as alive */
    double confidence; /* final_status.confidence */
} pass_outlook;

/* If rules.friendly_pass is not set, or the other side may not agree, passing is safe
 * only if as_is > 0; otherwise if agreed > 0 with enough confidence (0.8, say). */
pass_outlook final_status_pass(const final_status *s, colour c);

#endif
