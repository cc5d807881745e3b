/* drawn_planes.h -- positions for networks and their planes as drawings. */
#ifndef KATACHI_TESTS_SUPPORT_DRAWN_PLANES_H
#define KATACHI_TESTS_SUPPORT_DRAWN_PLANES_H

#include "nn/inputs/encode.h"

/* An empty position under a named set of rules, komi 7; fails the test when
 * there is none.  End it with nn_position_destroy.                           */
nn_position *position_on(int width, int height, const char *rules_name);

/* The stones of a drawing put there (drawn.h); `to_move` begins. */
nn_position *position_of(int size, const char *drawing, const char *rules_name, colour to_move);

/* Plays "B D4 W pass B C3"; an illegal move fails the test. */
void play_all(nn_position *p, const char *moves);

/* A point by its GTP name. */
point spot(const nn_position *p, const char *name);

/* KataGo inputs of a position as nn_encode writes them, in the plain view of
 * the size of the board unless `v` is given.                                 */
typedef struct inputs {
    int size;
    float planes[NN_KATA_PLANES * BOARD_MAX_AREA], globals[NN_KATA_GLOBALS];
    float mask[BOARD_MAX_AREA];
} inputs;

void kata_inputs(const nn_position *p, const nn_view *v, inputs *in);

/* Is the plane 1 exactly where the drawing has a '1'?  Prints it when not. */
bool plane_is(const inputs *in, int plane, const char *drawing);

/* Number of ones in the plane. */
int plane_sum(const inputs *in, int plane);

#endif
