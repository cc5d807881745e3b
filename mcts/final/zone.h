/* zone.h -- the part of the board that decides about a chain. */
#ifndef KATACHI_MCTS_FINAL_ZONE_H
#define KATACHI_MCTS_FINAL_ZONE_H

#include "mcts/final/estimate.h"
#include "mcts/final/local_reader.h"

enum { ZONE_MAX_EMPTY = 14 };

/* The chain of `target` and, step by step, every chain in doubt that shares
 * liberties with it, their stones, their liberties and the empty points next to
 * these; chains of which the playouts are sure are its walls.  How sure they
 * have to be is lowered until the zone is small enough to be read; false when it
 * never is.                                                                   */
bool final_zone_find(const final_estimate *e, point target, local_zone *zone);

#endif
