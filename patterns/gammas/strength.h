/* strength.h -- the strengths of single moves, from the position alone.
 *
 * A move's strength is the product of the gammas of its team, and its probability that
 * over the sum for all legal moves (policy.h).  A policy computes all moves and updates
 * them along a game.  A search goes from one position to any other and needs few moves of
 * most of them, so here each is computed when it is asked for, without a history:
 *
 *   - the stones around the point are hashed ring by ring, only as far as shapes are known;
 *   - the shapes of all groups are in one table of 8 bytes a slot, with their gammas;
 *   - tables are constant and shared by all threads.                          */
#ifndef KATACHI_PATTERNS_GAMMAS_STRENGTH_H
#define KATACHI_PATTERNS_GAMMAS_STRENGTH_H

#include "base/status.h"
#include "board/board.h"
#include "patterns/gammas/gammas.h"

/* The gammas as tables for one board size, which may differ from the size they were
 * trained for. */
typedef struct strength_tables strength_tables;

/* `g` is borrowed.  GO_ENOMEM. */
go_status strength_tables_create(strength_tables **out, const gammas *g, int size, go_error *err);
void strength_tables_destroy(strength_tables *t); /* accepts NULL */

/* The workspace of one thread. */
typedef struct strength strength;

/* `t` is borrowed.  GO_ENOMEM. */
go_status strength_create(strength **out, const strength_tables *t, go_error *err);
void strength_destroy(strength *s); /* accepts NULL */

/* Turns to a position of the tables' size; the board is borrowed and must not change until
 * the last strength_of_moves for it.                                          */
void strength_start(strength *s, const board *b, colour to_move);

/* The strengths, > 0, of n legal moves (not checked) or passes. */
void strength_of_moves(strength *s, const point *p, int n, double *out);

/* The factor of the groups that depend on the places of the move and of the moves before
 * it alone (dense.h), which is cheap: place[size * size], y * size + x.       */
void strength_places(const strength *s, float *place);

#endif
