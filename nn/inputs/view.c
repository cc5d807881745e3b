#include "nn/inputs/view.h"

nn_view nn_view_plain(int size)
{
    return (nn_view){.size = size, .draw_value = 0.5, .profile = nn_profile_default()};
}

int nn_view_index(const nn_model *m, const nn_view *v, const nn_position *p, point at)
{
    const board *b = nn_position_board(p, 0);
    int x = board_x(b, at), y = board_y(b, at);
    if (m->family == NN_LEELA_ZERO)
        y = p->height - 1 - y;
    if (v->symmetry & 1)
        x = p->width - 1 - x;
    if (v->symmetry & 2)
        y = p->height - 1 - y;
    bool exchange = v->symmetry & 4 && p->width == p->height;
    return exchange ? x * v->size + y : y * v->size + x;
}

void nn_cells_find(nn_cells *c, const nn_model *m, const nn_position *p, const nn_view *v)
{
    const board *b = nn_position_board(p, 0);
    c->n = 0;
    for (point at = 0; at < b->n_points; at++) {
        if (b->at[at] == OFFBOARD)
            continue;
        c->index[at] = (uint16_t)nn_view_index(m, v, p, at);
        c->at[c->n++] = at;
    }
}
