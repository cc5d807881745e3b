/* score.h -- counting a finished position.
 *
 * Dead stones are given by the caller, `dead` [b->n_points], indexed by point;
 * NULL when there are none.  They count as empty points, and as prisoners
 * where prisoners count.
 *
 * Words: a region is a set of connected empty points; it is territory of a
 * colour when it touches stones of that colour only, else dame.  Stones and
 * the territory they touch, connected, form a group.                         */
#ifndef KATACHI_BOARD_GAME_SCORE_H
#define KATACHI_BOARD_GAME_SCORE_H

#include "board/board.h"
#include "board/game/rules.h"

enum { SCORE_TEXT_MAX = 32 };

/* When is a group in seki?  The Japanese rules (1989, article 8) say: when it
 * touches a dame, and expect all dame to be filled.  Players often stop before
 * that.  SEKI_BY_EYES therefore also requires the group's territory to be a
 * single region of one or two points, too little for two eyes.               */
typedef enum seki_test { SEKI_BY_DAME, SEKI_BY_EYES } seki_test;

/* Black's points less white's under any of the rules: area (of Tromp and Taylor,
 * https://tromp.github.io/go.html) or territory, prisoners, group tax.  Komi, handicap and button are left to game_margin.  */
int score_points(const board *b, const rules *r, const bool *dead, seki_test seki);

/* "B+3.5", "W+12", or "0" for a draw, from black's margin. Returns `out`. */
const char *score_text(double margin, char out[SCORE_TEXT_MAX]);

#endif
