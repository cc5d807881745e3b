/* exact_end.h -- the last moves of a game, solved (solve/solve.h).
 *
 * The value is that of perfect play to a board on which every stone counts.  By area scoring,
 * where capturing a dead stone costs nothing, it is also what the players should agree on, if
 * dead stones come off by agreement.                                          */
#ifndef KATACHI_MCTS_EXACT_END_H
#define KATACHI_MCTS_EXACT_END_H

#include "mcts/root.h"

typedef struct exact_end {
    point best;  /* a best move, perhaps PASS */
    double lead; /* for the side to move, komi counted, if both play well */
} exact_end;

/* False: the end is not near, or the solver does not find it in the limits (setting `solve`, and
 * *left seconds).  Where dead stones come off by agreement, a pass made before does not count: it
 * claims only that nothing is left to do.
 *   *left  in, out  seconds for this and what follows, less those it took; INFINITY: no limit */
bool exact_end_find(const search_root *root, double *left, exact_end *out);

/* Would the side to move still get e->lead if the other side moved first?  Not known: false.
 * `left` as above.                                                            */
bool exact_end_can_wait(const search_root *root, double *left, const exact_end *e);

#endif
