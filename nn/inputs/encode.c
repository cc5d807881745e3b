#include "nn/inputs/encode.h"

#include "nn/inputs/encode_kata.h"

go_status nn_encode_check(const nn_model *m, const nn_position *p, const nn_view *v, go_error *err)
{
    bool kata = m->family == NN_KATAGO;
    if (m->planes != (kata ? NN_KATA_PLANES : NN_LEELA_PLANES) ||
        m->globals != (kata ? NN_KATA_GLOBALS : 0))
        return go_fail(err, GO_EINVAL,
                       "the network wants %d planes and %d globals, which are "
                       "not inputs that are known here",
                       m->planes, m->globals);
    if (p->width > v->size || p->height > v->size)
        return go_fail(err, GO_EINVAL, "a board of %d by %d does not fit a buffer of %d", p->width,
                       p->height, v->size);
    if (m->board_size && (p->width != m->board_size || p->height != m->board_size))
        return go_fail(err, GO_EINVAL, "the network plays on %dx%d only, not on %dx%d",
                       m->board_size, m->board_size, p->width, p->height);
    return GO_OK;
}

/* ---- Leela Zero ---- */

static void encode_leela(const nn_position *p, const nn_cells *cells, size_t area, float *planes)
{
    colour own = p->to_move;
    for (int ago = 0; ago < NN_PAST_STONES; ago++) {
        const uint8_t *stones = nn_position_stones(p, ago);
        float *of_own = planes + (size_t)ago * area;
        float *of_opp = of_own + NN_PAST_STONES * area;
        for (int i = 0; stones && i < cells->n; i++) {
            point at = cells->at[i];
            of_own[cells->index[at]] = stones[at] == own;
            of_opp[cells->index[at]] = stones[at] == opponent(own);
        }
    }
    float *turn = planes + (size_t)(2 * NN_PAST_STONES + (own == WHITE)) * area;
    for (int i = 0; i < cells->n; i++)
        turn[cells->index[cells->at[i]]] = 1;
}

/* ---- any ---- */

void nn_encode(const nn_model *m, const nn_position *p, const nn_view *v, float *planes,
               float *globals, float *mask)
{
    size_t area = (size_t)v->size * (size_t)v->size;
    nn_cells cells;
    nn_cells_find(&cells, m, p, v);
    memset(planes, 0, (size_t)m->planes * area * sizeof *planes);
    if (m->family == NN_LEELA_ZERO) {
        encode_leela(p, &cells, area, planes);
    } else {
        memset(globals, 0, (size_t)m->globals * sizeof *globals);
        nn_encode_kata(m, p, v, &cells, planes, globals);
    }
    if (!mask)
        return;
    memset(mask, 0, area * sizeof *mask);
    for (int i = 0; i < cells.n; i++)
        mask[cells.index[cells.at[i]]] = 1;
}
