#include "nn/inputs/view.h"

nn_view nn_view_plain(int size)
{
    return (nn_view){.size = size, .draw_value = 0.5, .profile = nn_profile_default()};
}

nn_steps nn_view_steps(const nn_model *m, const nn_view *v, const nn_position *p)
{
    const bool exchange = v->symmetry & 4 && p->width == p->height;
    const int column = exchange ? v->size : 1, row = exchange ? 1 : v->size;
    const bool mirrors = v->symmetry & 1;
    const bool turns = (m->family == NN_LEELA_ZERO) != !!(v->symmetry & 2); /* upside down */
    return (nn_steps){.first = (mirrors ? (p->width - 1) * column : 0) +
                               (turns ? (p->height - 1) * row : 0),
                      .right = mirrors ? -column : column,
                      .down = turns ? -row : row};
}

int nn_view_index(const nn_model *m, const nn_view *v, const nn_position *p, point at)
{
    const nn_steps s = nn_view_steps(m, v, p);
    const board *b = nn_position_board(p, 0);
    return s.first + board_x(b, at) * s.right + board_y(b, at) * s.down;
}

void nn_cells_find(nn_cells *c, const nn_model *m, const nn_position *p, const nn_view *v)
{
    const nn_steps s = nn_view_steps(m, v, p);
    const board *b = nn_position_board(p, 0);
    c->n = 0;
    for (int y = 0; y < p->height; y++) {
        point at = board_point(b, 0, y);
        for (int x = 0; x < p->width; x++, at++) {
            c->index[at] = (uint16_t)(s.first + x * s.right + y * s.down);
            c->at[c->n++] = at;
        }
    }
}
