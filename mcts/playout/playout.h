/* playout.h -- games played to the end by the fast gammas.
 *
 * Every move is drawn over the whole board with probability proportional to
 * the strength of its team (patterns/gammas/policy.h, the `fast` feature set), from
 * the legal moves that fill no eye of the player's own (board_is_eye).  A side
 * without such a move passes; two passes or too many moves end the game, which is
 * scored by area.  Suicide is never played, even where the board allows it.
 *
 * A playout is the workspace of one thread: created once, it never allocates
 * again.                                                                     */
#ifndef KATACHI_MCTS_PLAYOUT_PLAYOUT_H
#define KATACHI_MCTS_PLAYOUT_PLAYOUT_H

#include "base/rng.h"
#include "base/status.h"
#include "board/board.h"
#include "mcts/playout/playout_gammas.h"

typedef struct playout playout;

typedef struct playout_options {
    int max_moves; /* 0: three for each point of the board, which is also the most */
    double nakade; /* how often the vital point of a small eyespace next to the last
                    * move is played at once (nakade.h); 0: never */
    bool keep_sekis; /* no chain is given away (waste.h): sekis stay; costs 3 % */
} playout_options;

/* A workspace; `g` is borrowed.  GO_ENOMEM. */
go_status playout_create(playout **out, const playout_gammas *g, go_error *err);
void playout_destroy(playout *p); /* accepts NULL */

/* Plays on from the position, `to_move` first, and returns black's area less
 * white's at the end (komi is the caller's business).  `options` may be NULL. */
int playout_run(playout *p, const board *b, colour to_move, const playout_options *options,
                rng *random);

/* The weights by which the first move of such a playout is drawn: weight[n_points], 0 for
 * moves never played.  Not for uniform playouts.                              */
void playout_first_weights(playout *p, const board *b, colour to_move, float *weight);

/* ---- a playout again, move by move ----
 *
 *     playout_follow(p, b);                      from the position
 *     playout_follow_weights(p, c, weight);      how c's next move is drawn
 *     playout_follow_play(p, c, at);             whatever it was
 *
 * Not for uniform playouts.  The moves of the last run stay; its board does not. */
void playout_follow(playout *p, const board *b);

/* Writes the weight of each empty point, 0 for moves never played, and returns their sum.
 *   *vital  the point that is played instead with probability options.nakade; PASS: none */
double playout_follow_weights(playout *p, colour c, float *weight, point *vital);
void playout_follow_play(playout *p, colour c, point at);

/* The moves of the last run, *n of them, passes included; borrowed. */
const board_move *playout_moves(const playout *p, int *n);

/* The board at the end of the last run, borrowed; random_playout_owner
 * (board/random_playout.h) tells who owns a point.                           */
const board *playout_board(const playout *p);

#endif
