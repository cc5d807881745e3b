/* line.h -- a line of play from the root of a search to a leaf of its tree, and how the
 * game is counted there.                                                      */
#ifndef KATACHI_MCTS_EVALUATE_LINE_H
#define KATACHI_MCTS_EVALUATE_LINE_H

#include "board/game/game.h"

enum { LINE_MAX = 512 }; /* moves */

/* The position that a search starts from; constant while it runs. */
typedef struct root_position {
    const game *game;      /* borrowed until the next search */
    board board;
    colour to_move;
    double offset;         /* black's points beside the area: komi, handicap, prisoners */
    double dynamic_komi;   /* points taken off black's in values, not in leads */
    bool counts_territory; /* prisoners and territory rather than area */
    bool exact_ends;       /* two passes in the tree end the game, counted as it stands */
    uint64_t seed;
} root_position;

/* `stone_komi`: dynamic komi for each handicap stone at the start of the game; it fades
 * until half of the board is played.                                          */
void root_position_set(root_position *r, const game *g, colour to_move, double stone_komi,
                       int seed);

/* Fields are for reading. */
typedef struct line {
    const root_position *root;
    board board;             /* after the moves */
    colour to_move;
    int depth;
    int passes;              /* in a row, none for the button */
    colour button;           /* who has it; EMPTY: nobody */
    board_move move[LINE_MAX];  /* [depth] */
    uint64_t key[LINE_MAX + 1]; /* of the positions, for superko */
} line;

/* The line without moves: of another root; of the same one once more. */
void line_begin(line *l, const root_position *root);
void line_restart(line *l);

/* Plays a move of l->to_move that is legal but for superko, or a pass. */
void line_play(line *l, point move);

/* Would the move bring back a position of the game or of this line, against its rules? */
bool line_repeats(const line *l, point move);

/* Have two passes ended the game? */
bool line_is_over(const line *l);

/* Black's points beside the area at the end of a playout from here. */
double line_offset(const line *l);

/* Black's lead if the game ends here.  dead [BOARD_MAX_POINTS]; NULL: no stone is. */
double line_lead(const line *l, const bool *dead);

#endif
