/* position.h -- a position with as much of its past as a network looks at.
 *
 * Networks are shown more than the stones: the last moves, the boards before
 * them, the points that ko forbids, and how the game stands under its rules.
 * An nn_position keeps that up to date move by move, so that a search can copy
 * the root's and play on from there.
 *
 *     nn_position *root, *leaf;                   created once, for each thread
 *     nn_position_of_game(root, game, to_move, &err);
 *     nn_position_copy(leaf, root, &err);
 *     nn_position_play(leaf, BLACK, at, &err);    ...
 *     nn_encode(model, leaf, &view, planes, globals, mask);        nn/inputs/encode.h
 *
 * The rules are those of KataGo, whose networks have learned them
 * (https://lightvector.github.io/KataGo/rules.html).  Where they go beyond
 * game.h:
 *   - Under territory scoring two passes may begin an "encore", in which dead
 *     stones are to be captured, and two more a second one, in which that
 *     costs nothing.  In an encore a stone that took a ko may not be retaken
 *     until its opponent has spent a move on it (he plays the ko, which is
 *     only noted), and no ko may be taken twice in one position.
 *   - Under simple ko and in the encore a player who passes where he has
 *     passed before ends the phase.
 *   - A player who moves when it is not his turn begins a new history.
 *   - Black stones that are there before white's first are a handicap.
 *
 * The board may be a rectangle.  Its points are those of a board.h of the
 * longer side, with the rest off the board.                                  */
#ifndef KATACHI_NN_INPUTS_POSITION_H
#define KATACHI_NN_INPUTS_POSITION_H

#include "base/status.h"
#include "board/board.h"
#include "board/game/game.h"

enum {
    NN_PAST_BOARDS = 3, /* now, one and two moves ago: with chains, for ladders */
    NN_PAST_STONES = 8, /* now and up to seven moves ago: stones only */
    NN_PAST_MOVES = 5
};

typedef struct nn_note nn_note;

/* Fields are for reading; the functions below change them. */
typedef struct nn_position {
    int width, height; /* 2 .. 25 */
    rules rules;
    double komi;       /* points for white, as in the rules of the game */
    bool encores;      /* two passes under territory scoring begin the encore */
    colour to_move;

    int phase;         /* 0, or 1 and 2: the encores */
    bool over;         /* the phase has ended, and with it what can be played */
    int n_passes;      /* in a row at the end of this phase, without the button's */
    bool button;       /* still to be taken */
    int handicap;      /* stones, by the rule above */
    double bonus;      /* points for white besides komi and handicap: 1 for each
                        * black stone less each white one played under territory
                        * scoring, as far as that costs; 1/2 for the button      */

    int n_turns;       /* of the last moves that belong to this phase and history,
                        * players alternating; NN_PAST_MOVES at most */
    board_move past_move[NN_PAST_MOVES]; /* [0] is the last one; n_turns of them */
    bool no_retake[BOARD_MAX_POINTS];      /* encore: stones in a ko, see above */
    uint8_t encore_start[BOARD_MAX_POINTS]; /* colours when encore 2 began, or EMPTY */

    /* kept by position.c; use the functions below */
    board boards[NN_PAST_BOARDS];
    int newest_board;
    uint8_t stones[NN_PAST_STONES][BOARD_MAX_POINTS];
    int newest_stones, n_stones;
    bool ever[BOARD_MAX_POINTS]; /* a stone has been here in this history */
    int start_stones[3];         /* on the board when it began */
    int black_first;             /* black stones played before white's first */
    bool white_moved;
    nn_note *notes;              /* positions seen, passes, kos taken */
    size_t n_notes, capacity;
} nn_position;

/* An empty board, black to move.  About 300 KB; the caller ends it with
 * nn_position_destroy, which accepts NULL.  GO_EINVAL: a side is not 2 .. 25;
 * GO_ENOMEM.                                                                  */
go_status nn_position_create(nn_position **out, int width, int height, const rules *r,
                             double komi, go_error *err);
void nn_position_destroy(nn_position *p);

/* *to becomes equal to *from.  GO_ENOMEM: *to is not to be used. */
go_status nn_position_copy(nn_position *to, const nn_position *from, go_error *err);

/* Becomes the position of a game with `to_move` to play, its moves included; no
 * encores, for games stop before them.  GO_ENOMEM.                            */
go_status nn_position_of_game(nn_position *p, const game *g, colour to_move, go_error *err);

/* Puts a stone (no captures but of chains without liberties) and begins the
 * history anew, `to_move` next.                                              */
void nn_position_setup(nn_position *p, colour c, point at, colour to_move);

/* Plays a move or a pass.  GO_EILLEGAL: off the board, occupied, or suicide;
 * moves against ko are played.  GO_ENOMEM.  On error nothing has changed.     */
go_status nn_position_play(nn_position *p, colour c, point at, go_error *err);

/* Makes it c's turn: when it is not yet, a new history begins. */
void nn_position_turn(nn_position *p, colour c);

/* ---- what it is ---- */

/* The i-th of width * height points, row by row from the top. */
static inline point nn_position_point(const nn_position *p, int i)
{
    return board_point(&p->boards[p->newest_board], i % p->width, i / p->width);
}

/* The board `ago` moves ago (0 .. NN_PAST_BOARDS - 1).  Before the start of
 * this history it is the board at its start.                                 */
const board *nn_position_board(const nn_position *p, int ago);

/* The stones `ago` moves ago (0 .. NN_PAST_STONES - 1), colours by point; NULL
 * before the start of the game.                                              */
const uint8_t *nn_position_stones(const nn_position *p, int ago);

/* May the side to move play there under all rules, ko included?  PASS always;
 * in the encore also a ko that is only noted.                                */
bool nn_position_legal(const nn_position *p, point at);

/* Is the empty point forbidden by ko or superko alone?  The simple ko counts
 * whatever the rules.                                                        */
bool nn_position_banned(const nn_position *p, point at);

/* Would a pass now end the phase; the whole game? */
bool nn_position_pass_ends_phase(const nn_position *p);
bool nn_position_pass_ends_game(const nn_position *p);

/* Komi with handicap and bonus from the view of the side to move.
 * `draw_value`: what a draw is worth to white, 0 .. 1; 1/2 as a rule.         */
double nn_position_own_komi(const nn_position *p, double draw_value);

#endif
