/* solve.h -- the exact value of a position: small boards and endings.
 *
 * The value is black's area less white's when both play perfectly and two passes end the
 * game with every stone on the board alive, under the ko rule of the game.  It is found
 * as a sequence of questions, "does black get at least T?", each answered by the prover
 * (prover.h) with proof.  doc/solve.md explains the method and its limits.
 *
 * Known values, the first move black's (E. van der Werf, J. van den Herik, J. Uiterwijk:
 * Solving Go on small boards, ICGA Journal 26(2), 2003): 2x2 +1, 3x3 +9, 4x4 +2, 5x5 +25. */
#ifndef KATACHI_MCTS_SOLVE_SOLVE_H
#define KATACHI_MCTS_SOLVE_SOLVE_H

#include "board/game/game.h"

enum { SOLVE_MAX_LINE = 128 };

typedef struct solve_result {
    /* black's points on the board without komi, between these bounds if both play well:
     * equal: the value.  With KO_SIMPLE they may differ though all is known (`complete`):
     * between them, one side can make the game repeat forever                  */
    int low, high;
    bool complete;        /* nothing was left open by the limits */
    bool needs_ko;        /* some proof rests on the ko rule */
    double komi;          /* to be subtracted: komi, handicap bonus */
    int64_t nodes;
    double seconds;
    int depth;            /* plies searched for the last question */
    int target;           /* of the question under way */
    bool reduced;         /* a part of the board was left out as decided */
    int n_cells, n_open;  /* points searched, and the empty ones among them */
    int n_line;           /* best play from both sides, as far as it was followed */
    board_move line[SOLVE_MAX_LINE];
} solve_result;

typedef struct solve_options {
    int threads;          /* 0: one per processor */
    int64_t memory;       /* bytes of the table */
    int64_t nodes;        /* limit; 0: none */
    double seconds;       /* limit; 0: none */
    bool winner_only;     /* find who wins with komi, not by how much */
    int line;             /* moves of best play wanted, 0 .. SOLVE_MAX_LINE */
    /* called about every `report_seconds` with what is known; false ends the search */
    bool (*report)(void *user, const solve_result *so_far);
    void *user;
    double report_seconds;
    bool no_passes;       /* as if no pass had been made before */
    bool plain;           /* for tests: without pass-alive areas and symmetries */
} solve_options;

/* Solves the position of the game, which has not ended, with `to_move` to play.  Limits that end
 * the search leave bounds (complete == false).  GO_EINVAL: other rules than those of
 * area scoring without tax and button, or a board of which too much is undecided;
 * GO_ENOMEM.                                                                   */
go_status solve_run(const game *g, colour to_move, const solve_options *o, solve_result *out,
                    go_error *err);

/* The winner with komi: BLACK, WHITE; EMPTY: not known, or a draw. */
colour solve_winner(const solve_result *r);

#endif
