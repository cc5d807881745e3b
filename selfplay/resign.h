/* resign.h -- when a side gives up: after several own moves in a row in positions that its
 * search thinks hopeless, and not in the first moves of a game.               */
#ifndef KATACHI_SELFPLAY_RESIGN_H
#define KATACHI_SELFPLAY_RESIGN_H

#include "board/board.h"
#include "selfplay/settings.h"

/* What is kept during a game; all 0 at its start. */
typedef struct resign_watch {
    int hopeless[3]; /* [colour]: own moves in a row */
} resign_watch;

/* Counts a position in which c has that win rate after `moves` of the game.  True: c should
 * resign.                                                                     */
bool resign_now(resign_watch *w, const selfplay_settings *s, int size, int moves, colour c,
                double winrate);

#endif
