/* position.h -- a position with as much of its past as a network looks at.
 *
 * Networks see more than the stones: the last moves, the boards before them, the
 * points that ko forbids, and the state of the game under its rules.  An
 * nn_position keeps that up to date move by move, so that a search can copy the
 * root's and play on.
 *
 *     nn_position *root, *leaf;                   created once, for each thread
 *     nn_position_of_game(root, game, to_move, &err);
 *     nn_position_copy(leaf, root, &err);
 *     nn_position_play(leaf, BLACK, at, &err);    ...
 *     nn_encode(model, leaf, &view, planes, globals, mask);        nn/inputs/encode.h
 *
 * The rules are those that KataGo's networks have learned
 * (https://lightvector.github.io/KataGo/rules.html).  They go beyond game.h:
 *   - Under territory scoring two passes may begin an "encore", in which dead
 *     stones are to be captured, and two more passes a second one, in which
 *     capturing costs nothing.  In an encore a stone that took a ko may not be
 *     retaken until the opponent has spent a move on it (playing the ko, which is
 *     only noted), and no ko may be taken twice in one position.
 *   - Under simple ko and in the encore a player who passes twice in the same
 *     position ends the phase.
 *   - A player who moves out of turn begins a new history; handicap and button stay.
 *   - Handicap stones are counted as in game.h, whoever made history begin anew.
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
    NN_PAST_MOVES = 5,
    NN_BANS = 16
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
    bool over;         /* the phase has ended, and no further one follows */
    int n_passes;      /* in a row at the end of this phase, without the button's */
    bool button;       /* not yet taken */
    int handicap;      /* stones, by the rule above */
    double bonus;      /* points for white besides komi and handicap: under territory
                        * scoring black stones less white ones, except those that
                        * encore 2 makes free; 1/2 for the button                */

    int n_bans;        /* points in ban[], if they have been found; else -1 */
    point ban[NN_BANS];

    int n_turns;       /* moves of this phase and history, players alternating;
                        * NN_PAST_MOVES at most */
    board_move past_move[NN_PAST_MOVES]; /* [0] is the last one; n_turns of them */
    bool no_retake[BOARD_MAX_POINTS];      /* encore: stones in a ko, see above */
    uint8_t encore_start[BOARD_MAX_POINTS]; /* colours when encore 2 began, or EMPTY */

    /* kept by position.c; use the functions below */
    board boards[NN_PAST_BOARDS];
    int newest_board;
    uint8_t stones[NN_PAST_STONES][BOARD_MAX_POINTS];
    bool ever[BOARD_MAX_POINTS]; /* a stone has stood here in this history */
    int newest_stones, n_stones;
    int start_stones[3];         /* on the board when it began */
    int black_first;             /* black stones played before white's first */
    bool white_moved, white_last; /* white_last: the last move was white's */
    bool handicap_known;          /* no later move can change it */
    nn_note *notes;              /* positions seen, passes, kos taken */
    size_t n_notes, capacity;
} nn_position;

/* An empty board, black to move.  About 300 KB; the caller ends it with
 * nn_position_destroy, which accepts NULL.  GO_EINVAL: a side is not 2 .. 25;
 * GO_ENOMEM.                                                                  */
go_status nn_position_create(nn_position **out, int width, int height, const rules *r,
                             double komi, go_error *err);
void nn_position_destroy(nn_position *p);

/* Makes *to equal to *from.  After GO_ENOMEM *to must not be used. */
go_status nn_position_copy(nn_position *to, const nn_position *from, go_error *err);

/* Makes *p the position `start` with no history, `to_move` to play, without encores. */
void nn_position_begin(nn_position *p, const board *start, const rules *r, double komi,
                       colour to_move);

/* Makes *p the position at the end of a game, with its history and `to_move` to
 * play; without encores, since games stop before them.  GO_ENOMEM.            */
go_status nn_position_of_game(nn_position *p, const game *g, colour to_move, go_error *err);

/* Places a stone (removing chains without liberties) and begins a new history,
 * `to_move` next.                                                            */
void nn_position_setup(nn_position *p, colour c, point at, colour to_move);

/* Plays a move or a pass.  GO_EILLEGAL: off the board, occupied, or suicide;
 * moves against ko are played.  GO_ENOMEM.  On error nothing has changed.     */
go_status nn_position_play(nn_position *p, colour c, point at, go_error *err);

/* Makes it c's turn; if it was not, a new history begins, with handicap and button as they were. */
void nn_position_turn(nn_position *p, colour c);

/* ---- questions ---- */

/* The i-th of width * height points, row by row from the top. */
static inline point nn_position_point(const nn_position *p, int i)
{
    return board_point(&p->boards[p->newest_board], i % p->width, i / p->width);
}

/* The board `ago` moves ago (0 .. NN_PAST_BOARDS - 1), or that at the start of
 * this history if it is shorter.                                             */
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

/* Finds all such points now, until the next move: whoever evaluates the position asks for
 * those of its key, of its inputs and of its legal moves.                     */
void nn_position_find_bans(nn_position *p);

/* Would a pass now end the phase, and the whole game? */
bool nn_position_pass_ends_phase(const nn_position *p);
bool nn_position_pass_ends_game(const nn_position *p);

/* Is it the second pass in a row that rules.friendly_pass takes for an agreement, not for the end
 * of the game?  Not if it would end the game even without the first.         */
bool nn_position_pass_is_friendly(const nn_position *p);

/* Komi with handicap and bonus from the view of the side to move.
 * `draw_value`: what a draw is worth to white, 0 .. 1; 1/2 as a rule.         */
double nn_position_own_komi(const nn_position *p, double draw_value);

#endif
