#include "mcts/final_fill.h"

/* The board at the very end: dead stones off, dame filled by whoever. */
typedef struct filled {
    const board *b;
    uint8_t at[BOARD_MAX_POINTS]; /* colours; OFFBOARD for filled dame, too */
    bool done[BOARD_MAX_POINTS];
} filled;

static bool touches_seki(const board *b, const final_status *s, point p)
{
    for (int k = 0; k < 4; k++)
        if (s->fate[p + b->offset[k]] == FATE_SEKI)
            return true;
    return false;
}

static void fill_dame(filled *f, const board *b, const final_status *s)
{
    f->b = b;
    for (point p = 0; p < b->n_points; p++) {
        f->at[p] = s->dead[p] ? EMPTY : b->at[p];
        if (b->at[p] == EMPTY && s->owner[p] == EMPTY && !touches_seki(b, s, p))
            f->at[p] = OFFBOARD;
    }
}

/* The only liberty of the chain of `start`; PASS when it has none or more. */
static point only_liberty(filled *f, point start)
{
    point queue[BOARD_MAX_AREA], liberty = PASS;
    int n = 0, n_libs = 0;
    f->done[start] = true;
    queue[n++] = start;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++) {
            point q = (point)(queue[i] + f->b->offset[k]);
            if (f->at[q] == EMPTY && q != liberty) {
                n_libs++;
                liberty = q;
            } else if (f->at[q] == f->at[start] && !f->done[q]) {
                f->done[q] = true;
                queue[n++] = q;
            }
        }
    }
    return n_libs == 1 ? liberty : PASS;
}

static bool fill_once(filled *f, final_status *s)
{
    bool filled_any = false;
    memset(f->done, 0, sizeof f->done);
    for (point p = 0; p < f->b->n_points; p++) {
        if ((f->at[p] != BLACK && f->at[p] != WHITE) || f->done[p])
            continue;
        point liberty = only_liberty(f, p);
        if (liberty == PASS || s->fate[p] == FATE_SEKI || s->owner[liberty] != f->at[p])
            continue;
        f->at[liberty] = f->at[p];
        s->owner[liberty] = EMPTY;
        filled_any = true;
    }
    return filled_any;
}

void final_fill(const board *b, final_status *s)
{
    filled f;
    fill_dame(&f, b, s);
    while (fill_once(&f, s)) {
    }
}
