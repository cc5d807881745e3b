#include "mcts/playout/overlay_on.h"

void playout_overlay_fill(playout_overlay *o, const playout_weights *w, const board *b, colour c)
{
    overlay_fill_on(o, w, b, c, board_grid_on(b->size));
}

float playout_overlay_at(const playout_overlay *o, const playout_weights *w, const board *b,
                         colour c, point p)
{
    const int s = overlay_side(c);
    const float weight = w->weight[p][s];
    return weight > 0 ? weight * overlay_factor(o, w, b, s, p, board_grid_on(b->size)) : 0;
}

point playout_overlay_draw(const playout_overlay *o, const playout_weights *w, const board *b,
                           colour c, rng *random)
{
    return overlay_draw_on(o, w, b, c, random, board_grid_on(b->size));
}
