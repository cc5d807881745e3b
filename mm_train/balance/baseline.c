#include "mm_train/balance/baseline.h"

enum { PRIOR = 2 }; /* playouts that said one half */

/* ---- the expected area ---- */

static float black_points(const baseline *e, const board *b)
{
    float sum = 0;
    for (int i = 0, y = 0; y < e->size; y++) {
        const uint8_t *at = b->at + board_point_on(e->size, 0, y);
        for (int x = 0; x < e->size; x++, i++)
            sum += e->owner[at[x]][i];
    }
    return sum;
}

/* The bins are one point of area wide on small boards. */
static int bin_of(const baseline *e, const board *b)
{
    const int area = e->size * e->size;
    const float width = area <= 121 ? 1 : 3;
    const int bin = (int)((black_points(e, b) - 0.5f * (float)area) / width + 0.5f * BASELINE_BINS);
    return bin < 0 ? 0 : bin >= BASELINE_BINS ? BASELINE_BINS - 1 : bin;
}

/* ---- learning ---- */

static void add_owner(baseline *e, const board *b, const uint8_t *owner)
{
    for (int i = 0, y = 0; y < e->size; y++) {
        const uint8_t *at = b->at + board_point_on(e->size, 0, y);
        for (int x = 0; x < e->size; x++, i++) {
            e->owner_n[at[x]][i] += 1;
            e->owner[at[x]][i] += 0.5f * (float)owner[i];
        }
    }
}

static void add_win(baseline *e, const board *b, double win)
{
    const int bin = bin_of(e, b);
    e->win_n[bin] += 1;
    e->win[bin] += (float)win;
}

/* One half counts as much as a few playouts. */
static void divide(float *sum, const float *n, int length)
{
    for (int i = 0; i < length; i++)
        sum[i] = (sum[i] + 0.5f * PRIOR) / (n[i] + PRIOR);
}

typedef enum lesson { OWNERS, WINS } lesson;

static void go_through(baseline *e, const board *from, const baseline_playout *p, lesson what)
{
    board b;
    board_copy(&b, from);
    for (int i = 0; i < p->n_moves; i++) {
        if (what == OWNERS)
            add_owner(e, &b, p->owner);
        else
            add_win(e, &b, p->win);
        board_play_legal(&b, (colour)p->moves[i].colour, p->moves[i].at);
    }
}

void baseline_learn(baseline *e, const board *from, const baseline_playout *playouts, int n)
{
    const int area = from->size * from->size;
    *e = (baseline){.size = from->size};
    for (int i = 0; i < n; i++)
        go_through(e, from, playouts + i, OWNERS);
    for (int c = 0; c < 3; c++)
        divide(e->owner[c], e->owner_n[c], area);
    for (int i = 0; i < n; i++)
        go_through(e, from, playouts + i, WINS);
    divide(e->win, e->win_n, BASELINE_BINS);
}

double baseline_expect(const baseline *e, const board *b, const float *worth, double *owned)
{
    float sum = 0;
    for (int i = 0, y = 0; y < e->size && worth; y++) {
        const uint8_t *at = b->at + board_point_on(e->size, 0, y);
        for (int x = 0; x < e->size; x++, i++)
            sum += worth[i] * e->owner[at[x]][i];
    }
    *owned = (double)sum;
    return (double)e->win[bin_of(e, b)];
}
