/* ending.h -- the end of a game that nobody resigned, counted by area. */
#ifndef KATACHI_SELFPLAY_ENDING_H
#define KATACHI_SELFPLAY_ENDING_H

#include "board/game/game.h"
#include "selfplay/record/played_game.h"

/* Does every point belong to somebody for good: is it pass-alive or within pass-alive chains
 * (benson_area in board/game/benson.h)?                                       */
bool ending_is_settled(const board *b);

/* Counts the game and writes result, margin and owners into *out.  After two passes the board
 * counts as it stands, as the search expected; else stones that are lost for good come off. */
void ending_count(const game *g, played_end end, played_game *out);

#endif
