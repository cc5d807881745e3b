/* calibrate.h -- below which win rate a side should resign, by games in which nobody does.
 *
 * For each threshold, in steps of 1 %, the games played out tell in how many a side would have
 * resigned, and how many of these it won in the end.                          */
#ifndef KATACHI_SELFPLAY_CALIBRATE_H
#define KATACHI_SELFPLAY_CALIBRATE_H

#include "base/status.h"
#include "selfplay/record/played_game.h"

enum { CALIBRATE_STEPS = 50, CALIBRATE_LEAST = 20 };

/* One that is all 0 knows nothing.  [i]: with a threshold of (i + 1) / 100. */
typedef struct resign_evidence {
    int64_t would[CALIBRATE_STEPS], wrong[CALIBRATE_STEPS];
} resign_evidence;

/* Counts a game, if it was played out; `moves`: own moves in a row, as in resign.h. */
void resign_evidence_add(resign_evidence *e, const played_game *g, int moves);

/* The highest threshold of the first `steps` at which at most `share` of the resignations are
 * wrong, of at least CALIBRATE_LEAST; 0: there is none; -1: too few games tell anything.  Because
 * a threshold that was lucky would be chosen, w wrong ones count as w + sqrt(w), about a standard
 * deviation more, and one more resignation as wrong.                          */
double resign_threshold_for(const resign_evidence *e, double share, int steps);

/* Counts the games of a file.  As played_reader_open and played_reader_next. */
go_status resign_evidence_read(resign_evidence *e, const char *path, int moves, go_error *err);

#endif
