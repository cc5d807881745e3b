/* searching.h -- games from drawings and searches from words, for tests. */
#ifndef KATACHI_TESTS_SUPPORT_SEARCHING_H
#define KATACHI_TESTS_SUPPORT_SEARCHING_H

#include "board/game/game.h"
#include "mcts/search.h"

/* A finished game on 7x7: black has 28 points and white 21 by area. */
extern const char finished_7x7[];

/* Three points in a row on 7x7: black lives by C7, and white there kills. */
extern const char three_in_a_row[];

/* A game that starts from the drawing (tests/support/drawn.h; NULL: an empty
 * board) under the named rules.  End it with game_destroy.                    */
game *game_drawn(int size, const char *ruleset, double komi, colour to_move,
                 const char *drawing);

/* One of four moves on 7x7. */
game *some_game(const char *ruleset);

/* Plays "B C3 W pass ..."; a move that is not legal fails the test. */
void play_moves(game *g, const char *moves);

/* Settings by "name=value name=value ..."; others fail the test. */
void set_words(search_settings *settings, const char *words);

/* One thread, 16 MB, seed 1, no early stop, and then `words`: "rule=puct
 * playouts=200".  End it with search_destroy.                                 */
search *search_of(const char *words);

/* Makes of a search what search_of(words) would be, with the gammas that it has read, since to read
 * them takes much longer than a short search.                                  */
void search_anew(search *s, const char *words);

/* A search for all tests of a file, each of which begins with search_anew.  make_spare and
 * end_spare are a group's setup and teardown.                                 */
extern search *spare;
int make_spare(void **state);
int end_spare(void **state);

/* Searches by the settings' own limits, for the side to move. */
void search_game(search *s, const game *g);

/* The move found, as in GTP ("D4", "pass", "resign"); a new search. */
const char *move_found(search *s, const game *g, char name[16]);

/* The analysis of all moves; end it with search_analysis_release. */
search_analysis whole_analysis(search *s);

/* What was found about a move; fails the test when it was not tried. */
const search_move *tried(const search_analysis *a, const game *g, const char *name);

/* A number made of all moves, visits and values found below the root. */
uint64_t tree_signature(search *s);

#endif
