/* line.h -- a line of play from the root of a search to a leaf of its tree, and the score
 * there.                                                                      */
#ifndef KATACHI_MCTS_EVALUATE_LINE_H
#define KATACHI_MCTS_EVALUATE_LINE_H

#include "board/game/game.h"

enum { LINE_MAX = 512 }; /* moves */

/* The position that a search starts from; constant while it runs. */
typedef struct root_position {
    const game *game;      /* borrowed until the next search */
    board board;
    colour to_move;
    double offset;         /* black's points besides the area: komi, handicap, button */
    double dynamic_komi;   /* subtracted from black's points in values, not in leads */
    bool counts_territory; /* territory and prisoners, not area */
    bool exact_ends;       /* after two passes in the tree the board counts as it stands */
    bool may_be_seki;      /* playouts are to keep sekis, and there may be some */
    uint64_t seed;
    const bool *settled[3]; /* [colour][BOARD_MAX_POINTS] points of no use to it; NULL: none */
} root_position;

/* `stone_komi`: dynamic komi for each handicap stone at the start of the game, fading to 0
 * at a number of moves that is half of the board's points.                    */
void root_position_set(root_position *r, const game *g, colour to_move, double stone_komi,
                       int seed);

/* Fields are for reading. */
typedef struct line {
    const root_position *root;
    board board;             /* after the moves */
    colour to_move;
    int depth;
    int passes;              /* in a row; one that takes the button does not count */
    colour button;           /* its owner; EMPTY: nobody yet */
    board_move move[LINE_MAX];  /* [depth] */
    uint64_t key[LINE_MAX + 1]; /* of the positions, for superko */
} line;

/* Empties the line: for another root; for the same one. */
void line_begin(line *l, const root_position *root);
void line_restart(line *l);

/* Plays a pass or a move of l->to_move that is legal, superko aside. */
void line_play(line *l, point move);

/* Does the move break the superko rule, by repeating a position of the game or the line? */
bool line_repeats(const line *l, point move);

/* Have two passes ended the game? */
bool line_is_over(const line *l);

/* Black's points besides the area at the end of a playout from here. */
double line_offset(const line *l);

/* Black's lead if the game ends here.  dead [BOARD_MAX_POINTS]; NULL: no stone is dead. */
double line_lead(const line *l, const bool *dead);

#endif
