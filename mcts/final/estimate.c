#include "mcts/final/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "mcts/final/life.h"

bool final_judge_is_chain(const board *b, int chain)
{
    return b->n_members[chain] > 0 && b->chain[b->head[chain]] == chain;
}

static colour colour_of(const board *b, int chain)
{
    return (colour)b->at[b->head[chain]];
}

static void judge_by_playouts(final_judge *j)
{
    const board *b = j->b;
    for (int chain = 1; chain < b->n_chain_ids; chain++) {
        if (!final_judge_is_chain(b, chain))
            continue;
        j->settled[chain] = j->benson[colour_of(b, chain)].alive[b->head[chain]];
        j->survival[chain] =
            j->settled[chain] ? 1 : final_playouts_survival(&j->playouts, b, EMPTY, chain);
        j->fate[chain] = j->survival[chain] < 0.5 ? FATE_DEAD : FATE_ALIVE;
    }
}

static double find_confidence(const final_judge *j)
{
    double least = 1;
    for (int chain = 1; chain < j->b->n_chain_ids; chain++)
        if (final_judge_is_chain(j->b, chain) && !j->settled[chain] && !j->read[chain])
            least = fmin(least, fabs(2 * j->survival[chain] - 1));
    return least;
}

go_status final_judge_run(final_judge **out, const board *b, playout *p,
                          const final_status_options *options, go_error *err)
{
    final_judge *j = calloc(1, sizeof *j);
    if (!j)
        return go_fail(err, GO_ENOMEM, "out of memory for judging the position");
    board_copy(&j->board, b);
    j->board.ko = PASS;
    j->b = &j->board;
    for (colour c = BLACK; c <= WHITE; c++)
        benson_find(j->b, c, &j->benson[c]);
    final_playouts_run(&j->playouts, j->b, p, options);
    judge_by_playouts(j);
    if (final_life_read(j, err) != GO_OK) {
        final_judge_destroy(j);
        return GO_ENOMEM;
    }
    j->confidence = find_confidence(j);
    *out = j;
    return GO_OK;
}

void final_judge_destroy(final_judge *j)
{
    free(j);
}
