#include "mcts/decide.h"

#include <math.h>
#include <stdlib.h>

#include "mcts/final/final_status.h"
#include "mcts/order.h"

/* ---- which of the moves ---- */

/* Fading over the game, and warmer for weaker play. */
static double temperature_of(const search_root *root)
{
    const choice_settings *o = &root->settings->choice;
    double t = o->temperature;
    if (o->temperature_moves > 0)
        t *= pow(0.5, (double)root->position.game->n_steps / o->temperature_moves);
    double weak = o->strength ? 1 - o->strength / 20.0 : 0;
    return fmax(t, weak);
}

/* Draws by visits to the power 1 / temperature.  A pass is played only when it
 * is the best move: nobody means to pass by chance.                           */
static const tree_node *draw(tree_node *const *order, int n, double temperature, rng *random)
{
    double weight[SEARCH_MAX_MOVES], total = 0;
    double most = 1;
    for (int i = 0; i < n; i++)
        most = fmax(most, node_visits(order[i]));
    for (int i = 0; i < n; i++) {
        weight[i] = pow(node_visits(order[i]) / most, 1 / temperature);
        if (i && order[i]->move == PASS)
            weight[i] = 0;
        total += weight[i];
    }
    double left = rng_double(random) * total;
    for (int i = 0; i < n; i++) {
        left -= weight[i];
        if (left < 0)
            return order[i];
    }
    return order[0];
}

/* ---- resigning ---- */

static bool should_resign(decider *d, const search_root *root, double winrate)
{
    const choice_settings *o = &root->settings->choice;
    const root_position *p = &root->position;
    int *moves = &d->hopeless[p->to_move];
    *moves = winrate < o->resign_threshold ? *moves + 1 : 0;
    /* not in the opening, and later still with handicap: white begins far behind and
     * waits for mistakes                                                      */
    double area = p->board.size * p->board.size;
    double from = 0.2 * area + (p->game->handicap > 1 ? 0.3 * area : 0);
    return *moves >= o->resign_moves && o->resign && (double)p->game->n_steps >= from;
}

/* ---- passing ---- */

/* Clear enough to stop on the word of the playouts. */
static const double sure = 0.8;

/* What ending the game now would bring.  False: it cannot be told. */
static bool foresee(const decider *d, const search_root *root, double planned, pass_outlook *out)
{
    go_error ignored;
    /* all the time it wants, or under a clock a share of what the move was given, for
     * this may be wanted at every move of an endgame                          */
    double seconds = planned > 0 ? fmax(0.01, fmin(0.2, 0.25 * planned)) : 0;
    final_status_options options = {.seconds = seconds, .seed = root->position.seed};
    final_status *status = malloc(sizeof *status);
    bool known = status && d->ending &&
                 final_status_find(status, root->position.game, d->ending, &options, &ignored) ==
                     GO_OK;
    if (known)
        *out = final_status_pass(status, root->position.to_move);
    free(status);
    return known;
}

/* Does the side to move win if it passes and the game is over? */
static bool wins_by_passing(const search_root *root, const pass_outlook *o)
{
    if (root->position.exact_ends)
        return o->as_is > 0;
    return o->agreed > 0 && (o->as_is > 0 || o->confidence >= sure);
}

/* After the opponent's pass: ours ends the game, so it is right exactly if we
 * win then.  Before: a pass that leaves something unclear can wait as long as
 * another move loses nothing.  *over: passing wins the game.                  */
static const tree_node *mind_passing(const decider *d, const search_root *root, double planned,
                                     tree_node *const *order, int n, const tree_node *best,
                                     bool *over)
{
    pass_outlook o;
    int passes_before = root->position.game->n_passes;
    bool passes = !best || best->move == PASS;
    *over = false;
    if (root->refused[PASS] || (!passes && !passes_before) || !foresee(d, root, planned, &o))
        return best;
    *over = passes_before && wins_by_passing(root, &o);
    if (*over)
        return NULL;
    int first = 0; /* the best move that is not a pass */
    while (first < n && order[first]->move == PASS)
        first++;
    if (!passes || first == n)
        return best;
    const tree_node *play = order[first];
    colour c = root->position.to_move;
    double loss = node_value(best ? best : play, c) - node_value(play, c);
    bool unclear = root->position.exact_ends ? o.as_is <= 0 : o.confidence < sure;
    return unclear && loss < 0.02 && node_visits(play) > 1 ? play : best;
}

void decide_move(decider *d, const search_root *root, rng *random, double planned,
                 search_decision *out)
{
    bool over;
    tree_node *order[SEARCH_MAX_MOVES];
    int n = order_of_choice(root, order);
    double temperature = temperature_of(root);
    const tree_node *best = !n                   ? NULL
                            : temperature > 0.01 ? draw(order, n, temperature, random)
                                                 : order[0];
    best = mind_passing(d, root, planned, order, n, best, &over);
    const tree_node *node = tree_at(root->tree, TREE_ROOT);
    colour c = root->position.to_move;
    *out = (search_decision){.at = best ? best->move : (point)PASS,
                             .winrate = node_value(best ? best : node, c),
                             .lead = node_lead(best ? best : node, c)};
    /* by the best move, whatever was drawn */
    out->resign = should_resign(d, root, node_value(n ? order[0] : node, c)) && !over;
}
