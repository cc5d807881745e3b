/* decide.c -- from what was found to the move that is played. */
#include <math.h>

#include "mcts/search_internal.h"

/* ---- which of the moves ---- */

/* Effective temperature: fading over the game, and warmer for weaker play. */
static double temperature_of(const search *s)
{
    const search_settings *o = &s->settings;
    double t = o->temperature;
    if (o->temperature_moves > 0)
        t *= pow(0.5, s->game_moves / o->temperature_moves);
    double weak = o->strength ? 1 - o->strength / 20.0 : 0;
    return fmax(t, weak);
}

/* Draws by visits to the power 1 / temperature. */
static const tree_node *draw(search *s, tree_node *const *order, int n, double temperature)
{
    double weight[SEARCH_MAX_MOVES], total = 0;
    double most = 1;
    for (int i = 0; i < n; i++)
        most = fmax(most, node_visits(order[i]));
    for (int i = 0; i < n; i++)
        total += weight[i] = pow(node_visits(order[i]) / most, 1 / temperature);
    double left = rng_double(&s->workers[0]->random) * total;
    for (int i = 0; i < n; i++) {
        left -= weight[i];
        if (left < 0)
            return order[i];
    }
    return order[0];
}

static const tree_node *choose(search *s)
{
    tree_node *order[SEARCH_MAX_MOVES];
    int n = look_order(s, order);
    double temperature = temperature_of(s);
    if (!n)
        return NULL;
    return temperature > 0.01 ? draw(s, order, n, temperature) : order[0];
}

/* ---- giving up ---- */

/* Not in the opening, and later still with handicap: white begins far behind
 * and waits for mistakes.                                                    */
static bool may_resign(const search *s)
{
    double area = s->board.size * s->board.size;
    double from = 0.2 * area + (s->handicap > 1 ? 0.3 * area : 0);
    return s->settings.resign && s->game_moves >= from;
}

static bool hopeless_for_long(search *s, double winrate)
{
    s->hopeless = winrate < s->settings.resign_threshold ? s->hopeless + 1 : 0;
    return s->hopeless >= s->settings.resign_moves && may_resign(s);
}

void search_decide(search *s, search_decision *out)
{
    const tree_node *best = choose(s);
    const tree_node *root = tree_at(&s->tree, TREE_ROOT);
    *out = (search_decision){.at = best ? best->move : (point)PASS,
                             .winrate = node_value(best ? best : root, s->to_move),
                             .lead = node_lead(best ? best : root, s->to_move)};
    out->resign = hopeless_for_long(s, out->winrate);
}
