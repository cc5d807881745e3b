/* start_stones.h -- games that begin with handicap stones, and a komi that makes them even: else
 * they would teach little but that the side with the stones wins.              */
#ifndef KATACHI_SELFPLAY_START_STONES_H
#define KATACHI_SELFPLAY_START_STONES_H

#include "base/rng.h"
#include "mcts/search.h"
#include "selfplay/settings.h"

/* The most stones on a board of that size: one for 27 points, as 3 on 9x9, 6 on 13x13 and 9 on
 * 19x19; below 2 there are none.                                              */
int start_most_stones(int size);

/* GO_EINVAL: games should begin with stones, but on no board of the settings is there room. */
go_status start_stones_check(const selfplay_settings *s, go_error *err);

/* In a share of the games (settings->handicap) places 2 stones or more on the star points of a
 * new game and sets its komi: an even one (start_even.h), and as far off that as the game's komi
 * was drawn off the mean.  Random numbers are drawn only if the share is not 0.
 *   net  is configured for quick searches of this board
 * As search_run.                                                              */
go_status start_give_stones(const selfplay_settings *s, search *net, game *g, rng *random,
                            go_error *err);

#endif
