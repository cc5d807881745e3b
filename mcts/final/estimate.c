#include "mcts/final/estimate.h"

#include <math.h>

#include "base/clock.h"
#include "board/random_playout.h"

/* About a thousand on 9x9 and five hundred on 19x19: a point owned half the
 * time is then known to a few percent, which is all the estimate needs.       */
static int default_playouts(const board *b)
{
    return 400 + 50000 / (b->size * b->size);
}

static void run_playouts(final_estimate *e, playout *p, int n, double seconds, uint64_t seed)
{
    const double end = seconds > 0 ? clock_now() + seconds : 0;
    const board *last = playout_board(p);
    rng random = rng_seed(seed);
    for (int i = 0; i < n; i++) {
        playout_run(p, &e->board, i & 1 ? WHITE : BLACK, NULL, &random);
        e->n_playouts++;
        for (point s = 0; s < last->n_points; s++)
            if (last->at[s] != OFFBOARD)
                e->owned[random_playout_owner(last, s)][s]++;
        if (end > 0 && clock_now() > end && (i & 1)) /* as many of both */
            break;
    }
}

/* The share of playouts in which the chain's colour owned its points at the end,
 * the mean over its stones.                                                   */
static double survival_of(const final_estimate *e, int chain)
{
    const board *b = &e->board;
    point s = b->head[chain];
    int64_t owned = 0;
    do {
        owned += e->owned[b->at[s]][s];
        s = b->link[s];
    } while (s != b->head[chain]);
    return (double)owned / ((double)e->n_playouts * b->n_members[chain]);
}

void final_estimate_make(final_estimate *e, const board *position, playout *p, int playouts,
                         double seconds, uint64_t seed)
{
    const board *b = &e->board;
    board_copy(&e->board, position);
    e->board.ko = PASS;
    for (colour c = BLACK; c <= WHITE; c++)
        benson_find(b, c, &e->benson[c]);
    run_playouts(e, p, playouts > 0 ? playouts : default_playouts(b), seconds, seed);
    for (int chain = 1; chain < b->n_chain_ids; chain++) {
        if (!final_is_chain(b, chain))
            continue;
        const point stone = b->head[chain];
        e->settled[chain] = e->benson[b->at[stone]].alive[stone];
        e->survival[chain] = e->settled[chain] ? 1 : survival_of(e, chain);
        e->fate[chain] = e->survival[chain] < 0.5 ? FATE_DEAD : FATE_ALIVE;
    }
}

double final_estimate_confidence(const final_estimate *e)
{
    double least = 1;
    for (int chain = 1; chain < e->board.n_chain_ids; chain++)
        if (final_is_chain(&e->board, chain) && !e->settled[chain] && !e->read[chain])
            least = fmin(least, fabs(2 * e->survival[chain] - 1));
    return least;
}
