/* ending.h -- the end of a game that nobody resigned, counted by area. */
#ifndef KATACHI_SELFPLAY_ENDING_H
#define KATACHI_SELFPLAY_ENDING_H

#include "board/game/game.h"
#include "selfplay/record/played_game.h"
#include "selfplay/settings.h"

/* Does every point belong to somebody for good: is it pass-alive or within pass-alive chains
 * (benson_area in board/game/benson.h)?                                       */
bool ending_is_settled(const board *b);

/* Has the game ended on the board after so many moves: by passes, settled, or at the limit of the
 * settings?  *end is how it did, or would now.                               */
bool ending_reached(const game *g, const selfplay_settings *s, int moves, played_end *end);

/* Counts the game and writes result, margin and owners into *out.  After two passes the board
 * counts as it stands, as the search expected; else stones that are lost for good come off. */
void ending_count(const game *g, played_end end, played_game *out);

#endif
