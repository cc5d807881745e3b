/* local_reader.h -- can this chain be caught, whatever its owner answers?
 *
 * An exact search of a small part of the board, the zone.  Moves outside it are not
 * allowed; passing always is, which distinguishes a seki from a capturing race.  Two
 * passes in a row end the line with the chain uncaught.  There are no threats
 * elsewhere: a ko is taken and, after a pass, won.  A line that repeats an earlier
 * position is not pursued.  A chain whose owner takes seven or more stones at once is not
 * pursued either: that space is larger than any nakade, so that it lives but for rare cases.
 *
 * Method: depth-first proof-number search (A. Nagai, "Df-pn Algorithm for
 * Searching AND/OR Trees and Its Applications", 2002) with a table of positions. */
#ifndef KATACHI_MCTS_FINAL_LOCAL_READER_H
#define KATACHI_MCTS_FINAL_LOCAL_READER_H

#include "base/status.h"
#include "board/board.h"

typedef struct local_reader local_reader;

typedef enum local_result { LOCAL_UNKNOWN, LOCAL_SAFE, LOCAL_CAUGHT } local_result;

enum { LOCAL_MAX_ZONE = 64 /* points, stones that may be captured included */ };

typedef struct local_zone {
    int n;
    point at[LOCAL_MAX_ZONE];
} local_zone;

/* The caller owns it and ends it with local_reader_destroy (accepts NULL).
 * GO_ENOMEM.                                                                  */
go_status local_reader_create(local_reader **out, go_error *err);
void local_reader_destroy(local_reader *r);

/* Can the opponent of the stone on `target` take it if `first` moves first?
 * LOCAL_UNKNOWN: `max_nodes` positions did not settle it.
 *
 * With an `escort`, a stone of that opponent, the capture must be worth it: the line
 * goes on to the two passes, and the escort must survive until then.  PASS: none. */
local_result local_reader_catch(local_reader *r, const board *b, const local_zone *zone,
                                point target, point escort, colour first, int max_nodes);

/* Positions visited since the reader was created: a measure of the work. */
int64_t local_reader_nodes(const local_reader *r);

#endif
