/* view.h -- how a position is shown to a network. */
#ifndef KATACHI_NN_INPUTS_VIEW_H
#define KATACHI_NN_INPUTS_VIEW_H

#include "nn/inputs/position.h"
#include "nn/inputs/profile.h"
#include "nn/model/model.h"

typedef struct nn_view {
    int size;     /* side of the buffer: the longer side of the board or more */
    int symmetry; /* 0 .. 7 of board/symmetry.h; on a rectangle without its
                   * exchange of columns and rows                             */
    double doubling;    /* playout doubling advantage of the side to move; 0 */
    double draw_value;  /* what a draw is worth to white, 0 .. 1; 1/2 as a rule */
    bool hide_last_pass; /* as if a pass now would not end the game (at a root where
                          * dead stones had better be captured first)         */
    int hidden; /* moves of the history that are not shown, the oldest first: 0, or up to
                 * NN_PAST_MOVES for all (in training, so that networks play without it) */
    nn_profile profile;  /* who plays, for networks with metadata */
} nn_view;

/* The plain view: no symmetry, draws worth a half, the usual profile. */
nn_view nn_view_plain(int size);

/* Where the points of the board are in a plane: column x and row y at first + x * right +
 * y * down, which is row * size + column of the buffer.                       */
typedef struct nn_steps {
    int first, right, down;
} nn_steps;

nn_steps nn_view_steps(const nn_model *m, const nn_view *v, const nn_position *p);

/* The same for one point. */
int nn_view_index(const nn_model *m, const nn_view *v, const nn_position *p, point at);

/* The points of the board and where each is in a plane. */
typedef struct nn_cells {
    int n;
    point at[BOARD_MAX_AREA];
    uint16_t index[BOARD_MAX_POINTS];
} nn_cells;

void nn_cells_find(nn_cells *c, const nn_model *m, const nn_position *p, const nn_view *v);

#endif
