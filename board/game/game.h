/* game.h -- a game in progress: the board, its history and its rules.
 *
 * A game starts from a position (empty, or with handicap or setup stones) and
 * knows every move since.  It adds to board.h what needs the history: superko,
 * undo, the end of the game and its score.  Playouts do not need it: they work on a
 * copy of the board.
 *
 * Two or more black stones that are set up or played before white's first move are a
 * handicap, as in KataGo: many servers and records place handicap stones by moves.  A single
 * pass of white's in between changes nothing.  A start with white stones is none, and if white
 * makes the next two moves in a row, somebody is setting up a position: then no moves count, and
 * if white's come right after the stones of the start, neither do these (Sabaki sends black's
 * stones of a position by set_free_handicap, and white's as moves).            */
#ifndef KATACHI_BOARD_GAME_GAME_H
#define KATACHI_BOARD_GAME_GAME_H

#include "base/status.h"
#include "board/board.h"
#include "board/game/position_set.h"
#include "board/game/rules.h"
#include "board/game/score.h"

/* Read the fields freely; only the functions below change them. */
typedef struct katachi_game {
    board board;      /* the position now */
    rules rules;
    double komi;      /* points for white; may be set at any time */
    colour to_move;   /* whose turn it is by the order of moves */
    int handicap;     /* stones that black is ahead by: see below; 0: none */

    size_t n_steps;   /* moves and passes since the start; no limit but memory */
    board_move *steps; /* [n_steps] */

    int n_passes;     /* in a row at the end, except the one that takes the button */
    colour button;    /* who took the button; EMPTY: nobody */

    board start;          /* the position before the first move */
    colour start_to_move;
    size_t capacity;      /* of steps */
    position_set seen;    /* all positions since the start, under the ko rule */
} game;

/* A new game on an empty board of `size` (2 .. 25), the rules' usual komi,
 * black to move.  The caller owns it and ends it with game_destroy, which
 * accepts NULL.  GO_EINVAL, GO_ENOMEM.                                        */
go_status game_create(game **out, int size, const rules *r, go_error *err);
void game_destroy(game *g);

/* Back to an empty board of the same size, rules and komi.  GO_ENOMEM. */
go_status game_clear(game *g);

/* Restarts the game from the position `start`, a board of its size.  GO_ENOMEM. */
go_status game_set_start(game *g, const board *start, colour to_move);

/* Changes the rules; moves already played stay, legal or not.  GO_ENOMEM. */
go_status game_set_rules(game *g, const rules *r);

/* ---- the start, allowed only while no move has been played ---- */

/* Puts a stone on a point of the board or takes one away (c == EMPTY), as board_setup
 * does; stones that it leaves without liberties are no prisoners.  GO_EINVAL after the
 * first move.                                                                 */
go_status game_setup(game *g, colour c, point p, go_error *err);

/* Who moves first. GO_EINVAL after the first move. */
go_status game_setup_to_move(game *g, colour c, go_error *err);

/* Places n black stones (handicap.h) on different points of an empty board; white is
 * to move.  GO_EINVAL, with nothing changed.                                  */
go_status game_place_handicap(game *g, const point *stones, int n, go_error *err);

/* ---- moves ---- */

/* May c, whose turn it need not be, play p now?  PASS always.  Besides simple ko,
 * the superko of the rules: no move may repeat a position since the start
 * (positional), or one with the same player to move (situational).            */
move_status game_legal(const game *g, colour c, point p);

/* Plays a move or a pass, even after the end.  GO_EILLEGAL (the sentence says
 * why), GO_ENOMEM; then nothing has changed.                                  */
go_status game_play(game *g, colour c, point p, go_error *err);

/* Takes back the last n moves, by replay.  GO_EINVAL: there are fewer. */
go_status game_undo(game *g, size_t n, go_error *err);

/* Has it ended by two passes in a row? */
bool game_is_over(const game *g);

/* The key by which superko compares positions: stones with `hash`, `to_move` to
 * play.  These are the keys in `seen`.                                        */
uint64_t game_situation(const game *g, uint64_t hash, colour to_move);

/* ---- the end ---- */

/* Black's margin with komi, handicap bonus and button; `dead` as in score.h. */
double game_margin(const game *g, const bool *dead);

#endif
