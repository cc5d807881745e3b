/* decide.c -- from what was found to the move that is played. */
#include <math.h>
#include <stdlib.h>

#include "mcts/final/final_status.h"
#include "mcts/search_internal.h"

/* ---- which of the moves ---- */

/* Effective temperature: fading over the game, and warmer for weaker play. */
static double temperature_of(const search *s)
{
    const search_settings *o = &s->settings;
    double t = o->choice.temperature;
    if (o->choice.temperature_moves > 0)
        t *= pow(0.5, s->game_moves / o->choice.temperature_moves);
    double weak = o->choice.strength ? 1 - o->choice.strength / 20.0 : 0;
    return fmax(t, weak);
}

/* Draws by visits to the power 1 / temperature.  A pass is played only when it
 * is the best move: nobody means to pass by chance.                           */
static const tree_node *draw(search *s, tree_node *const *order, int n, double temperature)
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
    double left = rng_double(&s->workers[0]->random) * total;
    for (int i = 0; i < n; i++) {
        left -= weight[i];
        if (left < 0)
            return order[i];
    }
    return order[0];
}

static const tree_node *choose(search *s, tree_node *const *order, int n)
{
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
    return s->settings.choice.resign && s->game_moves >= from;
}

static bool hopeless_for_long(search *s, double winrate)
{
    int *moves = &s->hopeless[s->to_move];
    *moves = winrate < s->settings.choice.resign_threshold ? *moves + 1 : 0;
    return *moves >= s->settings.choice.resign_moves && may_resign(s);
}

/* ---- passing ---- */

/* Clear enough to stop on the word of the playouts. */
static const double sure = 0.8;

/* Seconds for the judgement: all it wants, or under a clock a share of what the
 * move was given, for it may be asked at every move of an endgame.            */
static double time_to_judge(const search *s)
{
    return s->deadline > 0 ? fmax(0.01, fmin(0.2, 0.25 * (s->deadline - s->began))) : 0;
}

/* What ending the game now would bring.  False: it cannot be told. */
static bool foresee(search *s, pass_outlook *out)
{
    go_error ignored;
    final_status *status = malloc(sizeof *status);
    final_status_options options = {.seconds = time_to_judge(s),
                                    .seed = (uint64_t)s->settings.seed};
    bool known = status && s->knowledge.fast &&
                 (s->judge || playout_create(&s->judge, s->knowledge.fast, &ignored) == GO_OK) &&
                 final_status_find(status, s->game, s->judge, &options, &ignored) == GO_OK;
    if (known)
        *out = final_status_pass(status, s->to_move);
    free(status);
    return known;
}

/* The best move that is not a pass, or NULL. */
static const tree_node *best_play(tree_node *const *order, int n)
{
    for (int i = 0; i < n; i++)
        if (order[i]->move != PASS)
            return order[i];
    return NULL;
}

/* Does the side to move win if it passes and the game is over? */
static bool wins_by_passing(const search *s, const pass_outlook *o)
{
    if (s->exact_ends)
        return o->wins_as_is;
    return o->wins_agreed && (o->wins_as_is || o->confidence >= sure);
}

/* After the opponent's pass: ours ends the game, so it is right exactly if we
 * win then.  Before: a pass that leaves something unclear can wait as long as
 * another move loses nothing.  *over: passing wins the game.                  */
static const tree_node *mind_passing(search *s, tree_node *const *order, int n,
                                     const tree_node *best, bool *over)
{
    pass_outlook o;
    bool passes = !best || best->move == PASS;
    *over = false;
    if (s->refused[PASS] || (!passes && !s->passes) || !foresee(s, &o))
        return best;
    *over = s->passes && wins_by_passing(s, &o);
    if (*over)
        return NULL;
    const tree_node *play = best_play(order, n);
    if (!passes || !play)
        return best;
    double loss = node_value(best ? best : play, s->to_move) - node_value(play, s->to_move);
    bool unclear = s->exact_ends ? !o.wins_as_is : o.confidence < sure;
    return unclear && loss < 0.02 && node_visits(play) > 1 ? play : best;
}

void search_decide(search *s, search_decision *out)
{
    bool over;
    tree_node *order[SEARCH_MAX_MOVES];
    int n = look_order(s, order);
    const tree_node *best = mind_passing(s, order, n, choose(s, order, n), &over);
    const tree_node *root = tree_at(&s->tree, TREE_ROOT);
    *out = (search_decision){.at = best ? best->move : (point)PASS,
                             .winrate = node_value(best ? best : root, s->to_move),
                             .lead = node_lead(best ? best : root, s->to_move)};
    /* by the best move, whatever was drawn */
    out->resign = hopeless_for_long(s, node_value(n ? order[0] : root, s->to_move)) && !over;
}
