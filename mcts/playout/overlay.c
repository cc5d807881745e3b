#include "mcts/playout/overlay_on.h"

void playout_overlay_lay(playout_overlay *o, playout_weights *w, const board *b, colour c)
{
    overlay_lay_on(o, w, b, c, board_grid_on(b->size));
}

void playout_overlay_lift(const playout_overlay *o, playout_weights *w)
{
    overlay_lift_from(o, w);
}

float playout_overlay_at(const playout_weights *w, const board *b, colour c, point p)
{
    const int side = c == WHITE;
    const float weight = w->weight[side][p];
    return weight > 0 && weights_is_loose(w, side, p)
               ? weight * weights_share(w, b, c, p, board_grid_on(b->size))
               : weight;
}

point playout_overlay_draw(playout_overlay *o, playout_weights *w, const board *b, colour c,
                           rng *random)
{
    return overlay_draw_on(o, w, b, c, random, board_grid_on(b->size));
}
