#include "mcts/move_owners.h"

#include <math.h>
#include <stdlib.h>

#include "board/random_playout.h"
#include "mcts/search_internal.h"

typedef struct owner_sums {
    tally ends, answers;
    _Atomic float played[BOARD_MAX_AREA], judged[BOARD_MAX_AREA];
} owner_sums;

struct move_owners {
    int area;
    owner_sums behind[]; /* [area + 1], by the move's index */
};

move_owners *move_owners_create(int size)
{
    size_t n = (size_t)(size * size);
    move_owners *o = calloc(1, sizeof *o + (n + 1) * sizeof o->behind[0]);
    if (o)
        o->area = (int)n;
    return o;
}

void move_owners_destroy(move_owners *o)
{
    free(o);
}

static float get(const _Atomic float *sum)
{
    return atomic_load_explicit(sum, memory_order_relaxed);
}

static void add(_Atomic float *sum, float x)
{
    atomic_store_explicit(sum, get(sum) + x, memory_order_relaxed);
}

void move_owners_add_end(move_owners *o, int move, const board *end)
{
    owner_sums *sums = &o->behind[move];
    tally_add(&sums->ends, 1);
    for (int i = 0; i < o->area; i++) {
        point p = board_point_at(end->size, i);
        colour owner = random_playout_owner(end, p);
        if (owner != EMPTY)
            add(&sums->played[i], owner == BLACK ? 1 : -1);
    }
}

void move_owners_add_net(move_owners *o, int move, const float *own, double sign)
{
    owner_sums *sums = &o->behind[move];
    tally_add(&sums->answers, 1);
    for (int i = 0; i < o->area; i++)
        add(&sums->judged[i], (float)sign * own[i]);
}

void move_owners_gather(const move_owners *o, int move, owner_totals *to)
{
    if (!o)
        return;
    const owner_sums *sums = &o->behind[move];
    to->ends += tally_get(&sums->ends);
    to->answers += tally_get(&sums->answers);
    for (int i = 0; i < o->area; i++) {
        to->played[i] += (double)get(&sums->played[i]);
        to->judged[i] += (double)get(&sums->judged[i]);
    }
}

bool owner_totals_mean(const owner_totals *t, int area, double lambda, float *out)
{
    if (t->ends <= 0 && t->answers <= 0)
        return false;
    double played = t->answers <= 0 ? 1 : t->ends > 0 ? lambda : 0;
    for (int i = 0; i < area; i++)
        out[i] = (float)(played * t->played[i] / fmax(t->ends, 1) +
                         (1 - played) * t->judged[i] / fmax(t->answers, 1));
    return true;
}
