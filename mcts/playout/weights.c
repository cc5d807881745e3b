#include "mcts/playout/weights_on.h"

void playout_weights_init(playout_weights *w, const playout_gammas *t)
{
    memset(w, 0, sizeof *w);
    w->t = t;
}

void playout_weights_start(playout_weights *w, const board *b)
{
    weights_start_on(w, b, board_grid_on(b->size));
}

void playout_weights_play(playout_weights *w, board *b, colour c, point p)
{
    weights_play_on(w, b, c, p, board_grid_on(b->size));
}
