#include "mcts/final/estimate.h"

#include <math.h>

#include "base/clock.h"
#include "board/random_playout.h"

void final_estimate_make(final_estimate *e, const board *position, playout *p, int playouts,
                         double seconds, uint64_t seed)
{
    const board *b = &e->board, *last = playout_board(p);
    board_copy(&e->board, position);
    e->board.ko = PASS;
    e->surely_dead = 0.03;
    e->surely_alive = 0.96;
    for (colour c = BLACK; c <= WHITE; c++)
        benson_find(b, c, &e->benson[c]);

    /* About a thousand on 9x9 and five hundred on 19x19: a point owned half the
     * time is then known to a few percent, which is all the estimate needs.   */
    const int most = playouts > 0 ? playouts : 400 + 50000 / (b->size * b->size);
    const double end = seconds > 0 ? clock_now() + seconds : 0;
    rng random = rng_seed(seed);
    for (int i = 0; i < most; i++) {
        playout_run(p, b, i & 1 ? WHITE : BLACK, &(playout_options){.keep_sekis = true}, &random);
        e->n_playouts++;
        for (point s = 0; s < last->n_points; s++)
            if (last->at[s] != OFFBOARD)
                e->owned[random_playout_owner(last, s)][s]++;
        if (end > 0 && clock_now() > end && (i & 1)) /* as many of both */
            break;
    }

    for (int chain = 1; chain < b->n_chain_ids; chain++) {
        const point head = b->head[chain];
        int64_t owned = 0;
        if (!final_is_chain(b, chain))
            continue;
        FOR_EACH_STONE (b, s, head)
            owned += e->owned[b->at[s]][s];
        e->settled[chain] = e->benson[b->at[head]].alive[head];
        e->survival[chain] = e->settled[chain] ? 1 : (double)owned / ((double)e->n_playouts *
                                                                      b->n_members[chain]);
        e->fate[chain] = e->survival[chain] < 0.5 ? FATE_DEAD : FATE_ALIVE;
    }
}

void final_estimate_believe(final_estimate *e, const float *ownership)
{
    const board *b = &e->board;
    e->surely_dead = 0.3; /* its values are less extreme */
    e->surely_alive = 0.7;
    e->by_network = true;
    for (int chain = 1; chain < b->n_chain_ids; chain++) {
        const point head = b->head[chain];
        double sum = 0;
        if (!final_is_chain(b, chain) || e->settled[chain])
            continue;
        FOR_EACH_STONE (b, s, head)
            sum += colour_sign(b->at[s]) * (double)ownership[s];
        e->survival[chain] = 0.5 + 0.5 * sum / b->n_members[chain];
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
