/* score.h -- counting a finished position.
 *
 * The caller gives the dead stones, `dead` [b->n_points], indexed by point; NULL:
 * none.  They count as empty points and, where prisoners count, as prisoners.
 *
 * A region is a connected set of empty points; it is territory of a colour if it
 * touches only stones of that colour, else dame.  A group is a connected set of
 * stones and the territory they touch.
 *
 * By the Japanese rules (1989, article 8) a group is in seki when it touches a dame, all others
 * having been filled.  Players often stop before that, so here its territory must also be a single
 * region of one or two points, too small for two eyes.                        */
#ifndef KATACHI_BOARD_GAME_SCORE_H
#define KATACHI_BOARD_GAME_SCORE_H

#include "board/board.h"
#include "board/game/rules.h"

enum { SCORE_TEXT_MAX = 32 };

/* Black's points less white's: area (Tromp-Taylor, https://tromp.github.io/go.html)
 * or territory, prisoners, group tax.  game_margin adds komi, handicap and button. */
int score_points(const board *b, const rules *r, const bool *dead);

/* The points that black's groups may not count, less those of white's, on a board without dead
 * stones and dame.                                                            */
int score_tax(const board *b, tax_rule tax);

/* Who owns each point then, before any tax: BLACK, WHITE or EMPTY, OFFBOARD outside;
 * owner [n_points].                                                           */
void score_owners(const board *b, const bool *dead, uint8_t *owner);

/* "B+3.5", "W+12", or "0" for a draw, from black's margin. Returns `out`. */
const char *score_text(double margin, char out[SCORE_TEXT_MAX]);

#endif
