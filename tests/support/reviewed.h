/* reviewed.h -- reviewed games, for tests. */
#ifndef KATACHI_TESTS_SUPPORT_REVIEWED_H
#define KATACHI_TESTS_SUPPORT_REVIEWED_H

#include "mcts/review/review.h"
#include "tests/support/games.h"

/* A review in which nothing has been searched; a failure fails the test. */
review *review_of(const game_record *record, review_options options);
void review_release(review *r, game_record *record);

/* A finding by hand: black's win rate and lead, and the best line. */
void review_find(review *r, int i, double winrate, double lead, const char *line);

/* A game of four moves on 5x5: black's second throws away 30 %, white's answer
 * 12 % of that.                                                               */
extern const char four_moves_sgf[];
review *four_moves(game_record **record);

#endif
