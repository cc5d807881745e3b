#include "mcts/outcome.h"

int outcome_evaluations(int size)
{
    return 2 * (size <= 9 ? 8 : size <= 13 ? 4 : 2);
}

/* Adds the ownership of a position in so many symmetries, black's 1.  *known: it is told. */
static go_status add_ownership(network *net, const nn_position *p, int symmetries, float *owner,
                               bool *known, go_error *err)
{
    const int size = p->width;
    const float sign = (float)colour_sign(p->to_move);
    nn_result r;
    for (int k = 0; k < symmetries; k++) {
        GO_TRY(network_evaluate_shown(net, p, k, 0, &r, err));
        *known = r.has_ownership;
        for (int i = 0; i < size * size && *known; i++)
            owner[board_point_at(size, i)] += sign * r.ownership[i];
    }
    return GO_OK;
}

/* The mean with either side to move and without the history: the network has seen few
 * positions after two passes.                                                 */
static go_status ask_ownership(network *net, const game *g, int symmetries, float *owner,
                               bool *known, go_error *err)
{
    const board *b = &g->board;
    nn_position *p = NULL;
    GO_TRY(nn_position_create(&p, b->size, b->size, &g->rules, g->komi, err));
    for (point at = 0; at < b->n_points; at++)
        if (b->chain[at])
            nn_position_setup(p, (colour)b->at[at], at, BLACK);
    go_status status = add_ownership(net, p, symmetries, owner, known, err);
    nn_position_turn(p, WHITE);
    if (status == GO_OK)
        status = add_ownership(net, p, symmetries, owner, known, err);
    for (point at = 0; at < b->n_points; at++)
        owner[at] /= (float)(2 * symmetries);
    nn_position_destroy(p);
    return status;
}

go_status outcome_find(final_status *out, const game *g, playout *p, network *net, int most,
                       const final_status_options *options, go_error *err)
{
    float owner[BOARD_MAX_POINTS] = {0};
    bool known = false;
    int enough = outcome_evaluations(g->board.size), n = most < enough ? most : enough;
    if (net && n >= 2)
        GO_TRY(ask_ownership(net, g, n / 2, owner, &known, err));
    final_status_options o = *options;
    o.ownership = known ? owner : NULL;
    return final_status_find(out, g, p, &o, err);
}
