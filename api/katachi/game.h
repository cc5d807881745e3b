/* game.h -- a game in progress: board, history, rules, score.  Stable since 0.1.
 *
 *     katachi_game *game;
 *     katachi_game_new(&game, 19, "japanese", &err);
 *     katachi_game_play(game, KATACHI_BLACK, katachi_point(19, "Q16"), &err);
 *     katachi_game_free(game);                                                 */
#ifndef KATACHI_GAME_H
#define KATACHI_GAME_H

#include <katachi/status.h>

KATACHI_BEGIN

enum {
    KATACHI_MIN_SIZE = 2,
    KATACHI_MAX_SIZE = 25,
    KATACHI_MAX_AREA = KATACHI_MAX_SIZE * KATACHI_MAX_SIZE,
    KATACHI_NAME_MAX = 8 /* bytes of a point's name with its final 0 */
};

typedef enum katachi_colour {
    KATACHI_EMPTY = 0,
    KATACHI_BLACK = 1,
    KATACHI_WHITE = 2
} katachi_colour;

typedef struct katachi_game katachi_game;

/* The point that GTP calls "Q16" (upper or lower case) or "pass" on a board of that
 * size; -1: there is none.                                                     */
int katachi_point(int size, const char *name);

/* The reverse; "" if there is no such point.  Returns `name`. */
const char *katachi_point_name(int size, int point, char name[KATACHI_NAME_MAX]);

/* An empty board of 2 .. 25 lines, black to move, with the usual komi of the rules.
 * Rulesets: "chinese", "japanese", "aga", "tromp-taylor", "new-zealand" and the other
 * names of KataGo; NULL is Chinese.  KATACHI_EINVAL: no such size or ruleset.    */
katachi_status katachi_game_new(katachi_game **out, int size, const char *ruleset,
                                katachi_error *err);
void katachi_game_free(katachi_game *game);

/* Points for white in halves; may be set at any time.  KATACHI_EINVAL: beyond 1000. */
katachi_status katachi_game_set_komi(katachi_game *game, double komi, katachi_error *err);
double katachi_game_komi(const katachi_game *game);

const char *katachi_game_rules(const katachi_game *game); /* their name; NULL: none */
int katachi_game_size(const katachi_game *game);

/* ---- before the first move: KATACHI_EINVAL after it ---- */

/* Places black handicap stones on the usual points, white to move.  KATACHI_EINVAL: fewer
 * than 2, or more than fit.                                                    */
katachi_status katachi_game_handicap(katachi_game *game, int stones, katachi_error *err);

/* Puts a stone on a point, or removes it (KATACHI_EMPTY).  Stones left without liberties
 * come off, but nobody has captured them.                                      */
katachi_status katachi_game_setup(katachi_game *game, katachi_colour colour, int point,
                                  katachi_error *err);

/* Who moves first. */
katachi_status katachi_game_setup_to_move(katachi_game *game, katachi_colour colour,
                                          katachi_error *err);

/* ---- moves ---- */

/* 1 if the rules allow the move, ko and superko included, else 0.  Either colour may move. */
int katachi_game_legal(const katachi_game *game, katachi_colour colour, int point);

/* Plays a move or a pass.  KATACHI_EILLEGAL: the sentence says why. */
katachi_status katachi_game_play(katachi_game *game, katachi_colour colour, int point,
                                 katachi_error *err);

/* Takes back the last n moves.  KATACHI_EINVAL: there are fewer. */
katachi_status katachi_game_undo(katachi_game *game, int n, katachi_error *err);

/* ---- the position ---- */

katachi_colour katachi_game_to_move(const katachi_game *game);

/* The stone on a point, KATACHI_EMPTY off the board; the captured stones of a colour. */
katachi_colour katachi_game_at(const katachi_game *game, int point);
int katachi_game_captured(const katachi_game *game, katachi_colour colour);

/* The number of moves and passes played, and the i-th of them, from 0: returns its point,
 * -1 if there is none, and sets *colour unless NULL.                           */
int katachi_game_moves(const katachi_game *game);
int katachi_game_move(const katachi_game *game, int i, katachi_colour *colour);

/* 1 if two passes in a row have ended it, else 0. */
int katachi_game_over(const katachi_game *game);

/* Black's points minus white's under the rules, with komi and what white gets for handicap stones:
 * two or more black ones before white's first move, set up or played.  dead [size * size]: not 0
 * for dead stones; NULL: all stones are alive.  Dame may be open: under territory rules a group
 * next to one is in seki if its territory is a single region of at most two points. */
double katachi_game_score(const katachi_game *game, const unsigned char *dead);

KATACHI_FINISH

#endif
