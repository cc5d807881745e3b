#include "mcts/evaluate/evaluate_settings.h"

bool evaluate_settings_have_net(const evaluate_settings *s)
{
    return s->net.file && *s->net.file;
}

bool evaluate_settings_net_values(const evaluate_settings *s)
{
    return s->evaluator == EVALUATOR_NETWORK || s->evaluator == EVALUATOR_MIXED;
}

bool evaluate_settings_play_out(const evaluate_settings *s)
{
    return s->evaluator == EVALUATOR_ROLLOUT || s->evaluator == EVALUATOR_MIXED;
}

bool evaluate_settings_need_net(const evaluate_settings *s)
{
    return evaluate_settings_net_values(s) || s->prior == PRIOR_NETWORK;
}

int evaluate_settings_prior_moves(const evaluate_settings *s)
{
    return (s->prior_moves + 7) / 8 * 8;
}

/* Networks that have seen no positions but those of games misjudge what a search visits beside
 * them; playouts see that (doc/strength.md).                                  */
static int usual_evaluator(const evaluate_settings *s, bool games_only)
{
    if (!evaluate_settings_have_net(s))
        return EVALUATOR_ROLLOUT;
    return games_only ? EVALUATOR_MIXED : EVALUATOR_NETWORK;
}

void evaluate_settings_resolve(evaluate_settings *s, bool games_only)
{
    bool net = evaluate_settings_have_net(s);
    if (s->evaluator == EVALUATOR_AUTO)
        s->evaluator = usual_evaluator(s, games_only);
    if (s->prior == PRIOR_AUTO)
        s->prior = net ? PRIOR_NETWORK : PRIOR_GAMMAS;
    if (s->evaluator == EVALUATOR_MIXED && s->lambda <= 0)
        s->evaluator = EVALUATOR_NETWORK;
    if (s->evaluator == EVALUATOR_MIXED && s->lambda >= 1)
        s->evaluator = EVALUATOR_ROLLOUT;
}
