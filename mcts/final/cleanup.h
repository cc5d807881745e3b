/* cleanup.h -- moves that capture dead stones, for rules and servers where only
 * captured stones are dead (kgs-genmove_cleanup).                             */
#ifndef KATACHI_MCTS_FINAL_CLEANUP_H
#define KATACHI_MCTS_FINAL_CLEANUP_H

#include "mcts/final/final_status.h"

/* One stone of every dead chain of the opponent of c, in the order of the board: what c
 * must capture before the board as it stands gives the right score.
 * `out` [BOARD_MAX_AREA]; returns how many.  0: passing is right.             */
int final_status_to_capture(const game *g, const final_status *s, colour c, point *out);

/* Moves of c towards such captures that fill no eye of c: legal points in or next to the
 * dead stones' regions, the most urgent first: captures, then approaches with many
 * liberties, last self-ataris (a shape inside an eye may need them).
 * `out` [BOARD_MAX_AREA]; returns how many.  The first is a good move; the list can be
 * search_limits.allow.  0 with something to capture: a ko forbids it for now, so pass. */
int final_status_cleanup_moves(const game *g, const final_status *s, colour c, point *out);

#endif
